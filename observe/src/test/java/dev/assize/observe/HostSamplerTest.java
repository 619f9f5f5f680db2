package dev.assize.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Observation;
import dev.assize.evidence.Reading;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HostSamplerTest {
  @TempDir Path root;

  private void file(String path, String text) throws Exception {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Observation.Sample sample() throws Exception {
    try (HostSampler sampler = new HostSampler(root)) {
      return sampler.sample(true).orElseThrow();
    }
  }

  @Test
  void everyColumnGoesToItsName() throws Exception {
    file(
        "proc/stat",
        """
            cpu  100 200 300 400 500 600 700 800 50 60
            cpu0 1 2 3 4 5 6 7 8 1 1
            cpu1 0 0 0 0 0 0 0 0 0 0
            intr 9 9 9
            ctxt 12345
            btime 1
            """);
    file(
        "proc/diskstats",
        "   7  0 loop0 1 1 1 1 1 1 1 1 1 1 1\n 254  0 vda 11 1 22 1 33 1 44 1 0 1 1 0 0\n");
    file(
        "proc/self/net/dev",
        """
            Inter-|   Receive
             face |bytes
                lo: 10 2 0 0 0 0 0 0 30 4 0 0 0 0 0 0
            eth0:500 6 0 0 0 0 0 0 70 8 0 0 0 0 0 0
            """);
    file(
        "proc/pressure/cpu",
        """
            some avg10=0.00 avg60=0.00 avg300=0.00 total=2500000
            full avg10=0.00 avg60=0.00 avg300=0.00 total=0
            """);

    Observation.Sample sample = sample();

    assertThat(sample.source()).isEqualTo("host");
    assertThat(Seen.seconds(sample, "cpu.user")).isEqualTo(1.0);
    assertThat(Seen.seconds(sample, "cpu.nice")).isEqualTo(2.0);
    assertThat(Seen.seconds(sample, "cpu.system")).isEqualTo(3.0);
    assertThat(Seen.seconds(sample, "cpu.idle")).isEqualTo(4.0);
    assertThat(Seen.seconds(sample, "cpu.iowait")).isEqualTo(5.0);
    assertThat(Seen.seconds(sample, "cpu.irq")).isEqualTo(6.0);
    assertThat(Seen.seconds(sample, "cpu.softirq")).isEqualTo(7.0);
    assertThat(Seen.seconds(sample, "cpu.steal")).isEqualTo(8.0);
    assertThat(Seen.seconds(sample, "cpu.busy"))
        .as("everything but idle and iowait; guest is in user already")
        .isEqualTo(27.0);
    assertThat(sample.readings().get("cpu0.user")).isEqualTo(new Reading.Decimal("0.01"));
    assertThat(sample.readings().get("cpu0.busy")).isEqualTo(new Reading.Decimal("0.27"));
    assertThat(sample.readings().get("cpu1.busy")).isInstanceOf(Reading.Absent.class);
    assertThat(sample.readings().get("cpu1.iowait")).isInstanceOf(Reading.Absent.class);
    assertThat(Seen.whole(sample, "context_switches")).isEqualTo(12345);
    assertThat(Seen.whole(sample, "disk.vda.reads")).isEqualTo(11);
    assertThat(Seen.whole(sample, "disk.vda.read_bytes")).isEqualTo(22 * 512);
    assertThat(Seen.whole(sample, "disk.vda.writes")).isEqualTo(33);
    assertThat(Seen.whole(sample, "disk.vda.written_bytes")).isEqualTo(44 * 512);
    assertThat(sample.readings()).doesNotContainKey("disk.loop0.reads");
    assertThat(Seen.whole(sample, "net.lo.rx_bytes")).isEqualTo(10);
    assertThat(Seen.whole(sample, "net.lo.tx_packets")).isEqualTo(4);
    assertThat(Seen.whole(sample, "net.eth0.rx_bytes")).isEqualTo(500);
    assertThat(Seen.whole(sample, "net.eth0.rx_packets")).isEqualTo(6);
    assertThat(Seen.whole(sample, "net.eth0.tx_bytes")).isEqualTo(70);
    assertThat(Seen.seconds(sample, "psi.cpu.some")).isEqualTo(2.5);
    assertThat(sample.readings().get("psi.cpu.full")).isEqualTo(new Reading.Decimal("0"));
    assertThat(sample.readings().get("psi.io.some")).isInstanceOf(Reading.Unpublished.class);
  }

  @Test
  void thisHostCountsTheWorkDoneOnIt() throws Exception {
    try (HostSampler sampler = new HostSampler(Path.of("/"))) {
      Observation.Sample before = sampler.sample(true).orElseThrow();
      try (Commands python =
          Commands.python(
              "import time\nwhile time.process_time() < 0.5: pass\nprint('spun', flush=True)")) {
        python.line();
      }
      Observation.Sample after = sampler.sample(true).orElseThrow();
      assertThat(Seen.seconds(after, "cpu.busy") - Seen.seconds(before, "cpu.busy"))
          .isGreaterThan(0.4);
      assertThat(after.readings().keySet()).isEqualTo(before.readings().keySet());
      assertThat(Seen.whole(after, "context_switches"))
          .isGreaterThan(Seen.whole(before, "context_switches"));
      assertThat(after.at()).isGreaterThan(before.at());
    }
  }
}
