package dev.assize.bench.http.load;

import dev.assize.bench.http.message.BenchFailure;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** Keeps latencies in HdrHistogram's log format, one line for each step of the window. */
final class HistogramFile {
  private HistogramFile() {}

  /**
   * @param startMillis when the window started, milliseconds since the epoch
   */
  static void write(Path file, Recorder recorder, String title, long startMillis)
      throws BenchFailure {
    try (FileOutputStream out = new FileOutputStream(file.toFile())) {
      HistogramLogWriter log = new HistogramLogWriter(out);
      log.outputComment("[" + title + "; latencies in nanoseconds; counted from the due time]");
      log.outputLogFormatVersion();
      log.outputStartTime(startMillis);
      log.setBaseTime(startMillis);
      log.outputLegend();
      for (Histogram step : recorder.steps()) {
        // Nanoseconds in the column Interval_Max too, not the writer's default of milliseconds.
        log.outputIntervalHistogram(
            step.getStartTimeStamp() / 1e3, step.getEndTimeStamp() / 1e3, step, 1);
      }
      log.close();
    } catch (IOException e) {
      throw BenchFailure.failed(
          "--histogram: expected to write " + file + ", found: " + e.getMessage());
    }
  }
}
