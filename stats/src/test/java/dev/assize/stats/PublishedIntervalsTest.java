package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Five-block results that were published with their values: the reduction of the median and its 95
 * % paired-bootstrap interval, in percent. Each is reproduced to the last printed digit.
 */
class PublishedIntervalsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          4574.077387 4489.657213 4271.683726 4266.578114 4489.439478 \
          | 3864.449358 3996.902372 4170.722363 4170.459189 4163.340428 | 7.26 [2.25, 15.51]
          4132.525580 3925.428389 4211.135883 4211.219659 4130.488754 \
          | 4132.123292 4060.983456 4127.717011 3992.961109 3913.385616 | 1.73 [-3.45, 5.26]
          4640.929 4976.164 4688.372 4461.678 4722.226 \
          | 4545.601 4433.041 4443.913 4442.037 4511.719 | 5.21 [0.44, 10.91]
          3839.372 3809.365 3654.956 3504.987 3912.779 \
          | 3644.779 3464.083 3599.055 3670.007 3906.615 | 4.32 [-4.71, 9.06]
          5262.059 5661.812 5659.783 5254.040 6909.506 \
          | 4400.809 4634.557 4571.396 5148.752 4705.643 | 18.11 [2.00, 31.90]
          """)
  void reproducesPublishedReductions(String baseline, String candidate, String published) {
    BootstrapInterval interval =
        PairedBootstrap.ofMedians(
            Numbers.parse(baseline), Numbers.parse(candidate), Scale.RATIO, 0.95, 1);

    // A reduction is the change with its sign turned, so its lower end is the change's upper end.
    assertThat(
            String.format(
                Locale.ROOT,
                "%.2f [%.2f, %.2f]",
                -100 * interval.estimate(),
                -100 * interval.high(),
                -100 * interval.low()))
        .isEqualTo(published);
    assertThat(interval.exact()).isTrue();
    assertThat(interval.resamples()).isEqualTo(3125);
  }
}
