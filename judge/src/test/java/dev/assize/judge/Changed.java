package dev.assize.judge;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** Records with single components replaced, whatever other components they have. */
final class Changed {
  private Changed() {}

  static <R extends Record> R with(R from, String component, Object value) {
    try {
      RecordComponent[] all = from.getClass().getRecordComponents();
      Object[] values = new Object[all.length];
      boolean found = false;
      for (int i = 0; i < all.length; i++) {
        boolean wanted = all[i].getName().equals(component);
        found |= wanted;
        values[i] = wanted ? value : all[i].getAccessor().invoke(from);
      }
      if (!found) {
        throw new IllegalArgumentException(from.getClass() + " has no component " + component);
      }
      @SuppressWarnings("unchecked") // the class of a record is that of the record
      Constructor<R> constructor =
          (Constructor<R>)
              from.getClass()
                  .getDeclaredConstructor(
                      Arrays.stream(all).map(RecordComponent::getType).toArray(Class<?>[]::new));
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
