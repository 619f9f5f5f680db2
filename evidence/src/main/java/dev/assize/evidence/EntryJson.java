package dev.assize.evidence;

import dev.assize.evidence.JsonIn.Malformed;
import dev.assize.experiment.Experiment;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** A line of the journal as text, without its newline. */
final class EntryJson {
  private EntryJson() {}

  static byte[] write(Entry entry) {
    return Json.write(
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("sequence", entry.sequence());
          json.writeStringProperty("at", entry.at().toString());
          json.writeStringProperty("previous", entry.previous());
          json.writeName("event");
          EventWriter.write(json, entry.event());
          json.writeEndObject();
        });
  }

  /**
   * Returns the reader of lines of that schema. There is one schema so far; a second one gets its
   * own reader here, and this one stays.
   *
   * @throws NewerSchemaException when this build has no reader for it
   */
  static JsonIn.Reader<Entry> reader(int schema) throws NewerSchemaException {
    if (schema > Experiment.SCHEMA) {
      throw new NewerSchemaException(RunDirectory.JOURNAL, schema);
    }
    return EntryJson::readSchema1;
  }

  static Entry readSchema1(JsonIn in) throws Malformed {
    in.startObject();
    Entry entry =
        new Entry(
            in.key("sequence").whole(),
            in.key("at").instant(),
            in.key("previous").sha256(),
            EventReader.read(in.key("event")));
    in.endObject();
    return entry;
  }

  /**
   * Returns the first whole number that stands under the key {@code schema}, at whatever depth, or
   * null. Works on text of any later schema, which may have keys that this build does not know.
   */
  static @Nullable Integer schemaIn(byte[] json) {
    try (JsonParser parser = Json.parser(json)) {
      for (JsonToken t = parser.nextToken(); t != null; t = parser.nextToken()) {
        if (t == JsonToken.PROPERTY_NAME
            && parser.currentName().equals("schema")
            && parser.nextToken() == JsonToken.VALUE_NUMBER_INT) {
          // One that no int holds is newer all the same.
          return (int) Math.clamp(parser.getDoubleValue(), Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
      }
      return null;
    } catch (JacksonException e) {
      return null; // Not JSON: whoever reads it in full says so, with the place.
    }
  }
}
