package dev.assize.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.judge.Comparison;
import dev.assize.judge.Outcome;
import dev.assize.judge.Verdict;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class JunitTest {
  private static Element suite(String xml) throws Exception {
    return (Element)
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
            .getElementsByTagName("testsuite")
            .item(0);
  }

  private static Comparison with(Comparison c, Outcome outcome) {
    return new Comparison(
        c.cell(),
        c.contrast(),
        c.metric(),
        c.family(),
        outcome,
        c.because(),
        c.blocks(),
        c.baseline(),
        c.candidate(),
        c.baselineMedian(),
        c.candidateMedian(),
        c.randomisation(),
        c.bootstrap(),
        c.pValue(),
        c.adjustedP(),
        c.level(),
        c.threshold(),
        c.floor(),
        c.reference(),
        c.clusters(),
        c.separated(),
        c.signalLost(),
        c.remarks());
  }

  private static Verdict with(Verdict v, Outcome whole, boolean complete, List<Comparison> all) {
    return new Verdict(
        v.schema(),
        v.experiment(),
        v.run(),
        whole,
        v.drift(),
        complete,
        v.descriptive(),
        v.sentence(),
        v.flags(),
        v.wouldChange(),
        v.cells(),
        all,
        List.of(),
        v.voids(),
        v.counts(),
        v.tallies(),
        v.trends(),
        v.floors(),
        v.votes(),
        v.exposures(),
        v.variants(),
        v.derived(),
        v.windows(),
        v.processors(),
        v.latencies(),
        v.unreached(),
        v.open(),
        v.deviations(),
        v.limits());
  }

  private static Element suiteOf(Verdict verdict) throws Exception {
    return suite(Samples.complete(verdict).junit());
  }

  @Test
  void eachPrimaryComparisonIsACaseAndOnlyLossFails() throws Exception {
    Verdict kept = Samples.kept();
    List<Comparison> all = new ArrayList<>(kept.comparisons());
    all.set(0, with(all.get(0), Outcome.LOSS));
    all.set(1, with(all.get(1), Outcome.UNDECIDED));
    all.set(2, with(all.get(2), Outcome.NOT_EXERCISED));

    Element suite = suiteOf(with(kept, Outcome.LOSS, true, all));

    assertThat(suite.getAttribute("tests")).isEqualTo("3");
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    assertThat(suite.getAttribute("errors")).isEqualTo("1");
    Element loss = (Element) suite.getElementsByTagName("testcase").item(0);
    assertThat(loss.getElementsByTagName("failure").getLength()).isEqualTo(1);
    Element undecided = (Element) suite.getElementsByTagName("testcase").item(1);
    assertThat(undecided.getElementsByTagName("failure").getLength()).isZero();
    assertThat(undecided.getElementsByTagName("error").getLength()).isZero();
    assertThat(undecided.getTextContent()).contains("UNDECIDED", "cannot tell");
    Element unexercised = (Element) suite.getElementsByTagName("testcase").item(2);
    assertThat(unexercised.getElementsByTagName("error").getLength()).isEqualTo(1);
  }

  /** An empty suite passes everywhere; a run that compared nothing must not. */
  @Test
  void aRunWithoutComparisonsIsAnError() throws Exception {
    Element suite = suiteOf(with(Samples.kept(), Outcome.VOID, true, List.of()));

    assertThat(suite.getAttribute("tests")).isEqualTo("1");
    assertThat(suite.getAttribute("errors")).isEqualTo("1");
  }

  @Test
  void anIncompleteRunIsAnError() throws Exception {
    Verdict kept = Samples.kept();
    Element suite = suiteOf(with(kept, Outcome.WIN, false, kept.comparisons()));

    assertThat(suite.getAttribute("errors")).isEqualTo("1");
    assertThat(suite.getTextContent()).contains("INCOMPLETE RUN");
  }
}
