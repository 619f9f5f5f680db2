package dev.assize.evidence;

import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/** The one way in which evidence is turned into JSON text and back: compact, UTF-8, fixed order. */
final class Json {
  // Surrogates are written as \\u escapes, one by one: a lone one, which text decoded from
  // arbitrary
  // bytes may hold, then survives. Limits are lifted because a line is as long as its trial's
  // samples.
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNestingDepth(100)
                  .build())
          .build();

  private Json() {}

  /** Returns what the writer wrote, without a newline. */
  static byte[] write(Consumer<JsonGenerator> writer) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
    try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
      writer.accept(generator);
    }
    return out.toByteArray();
  }

  /** Like {@link #write}, with a newline at the end: a whole file. */
  static byte[] writeFile(Consumer<JsonGenerator> writer) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
    out.writeBytes(write(writer));
    out.write('\n');
    return out.toByteArray();
  }

  static JsonParser parser(byte[] bytes) {
    return FACTORY.createParser(ObjectReadContext.empty(), bytes);
  }
}
