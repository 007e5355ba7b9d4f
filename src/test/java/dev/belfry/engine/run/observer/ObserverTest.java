package dev.belfry.engine.run.observer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.FakeTimers;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ObserverTest {
  private final Observer observer = new Observer(new FakeTimers());

  private Optional<Reason> fault(Reason probed, Verdict verdict, Reason reason) {
    long begun = observer.onAttemptBegun("e.org");
    return observer.onAttemptEnded("e.org", begun, probed, verdict, reason);
  }

  @Test
  void aPassThatIsOwedToAMissingNetworkIsOurFault() {
    assertThat(fault(Reason.NETWORK_UNREACHABLE, Verdict.PASSED, Reason.NONE))
        .contains(Reason.OBSERVER_WITHOUT_NETWORK);
    assertThat(fault(Reason.CONNECTION_REFUSED, Verdict.PASSED, Reason.NONE)).isEmpty();
    assertThat(fault(Reason.NONE, Verdict.PASSED, Reason.NONE)).isEmpty();
  }

  @Test
  void aProbeThatWeEndedSaysNothingOfItsTarget() {
    assertThat(fault(Reason.CANCELLED, Verdict.FAILED, Reason.CANCELLED))
        .contains(Reason.CANCELLED);
    assertThat(fault(Reason.NONE, Verdict.FAILED, Reason.STATUS)).isEmpty();
  }
}
