package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.AlertSettings.ParallelRunFailureThreshold;
import dev.belfry.monitoring.check.AlertSettings.RunBasedEscalation;
import dev.belfry.monitoring.check.EscalationType;
import dev.belfry.monitoring.check.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class AlertEnginePropertiesTest {
  private static AlertPolicy policy(int threshold, int percentage, int locations) {
    return new AlertPolicy(
        new AlertSettings(
            EscalationType.RUN_BASED,
            AlertSettings.Reminders.DEFAULT,
            new RunBasedEscalation(threshold),
            null,
            new ParallelRunFailureThreshold(percentage > 0, percentage)),
        false,
        true,
        locations);
  }

  /** The rules that hold at each step are those of {@link AlertStory}. */
  @Property(tries = 200)
  void whateverHappensAPassEverywhereEndsIt(@ForAll Random random) {
    AlertStory story = new AlertStory(random);
    for (int i = 0; i < 120; i++) {
      story.goOn();
    }
    story.allPass();
    assertThat(story.state.episode()).as("nothing is told any more").isNull();
    assertThat(story.recoveries).isEqualTo(story.episodes);
    story.pass(SlotResults.WAIT_MILLIS + 100_000);
    assertThat(story.state).as("and nothing remembered").isEqualTo(AlertState.WELL);
    assertThat(story.recoveries).isEqualTo(story.episodes);
  }

  @Property(tries = 200)
  void nothingIsHeldForEver(@ForAll Random random) {
    AlertStory story = new AlertStory(random);
    for (int i = 0; i < 60; i++) {
      story.goOn();
    }
    story.failUnheld();
    assertThat(story.state.notification().level()).isEqualTo(NotificationState.Level.FAILED);
    story.allPass();
    assertThat(story.recoveries).isEqualTo(story.episodes);
  }

  /** Each run anew from the whole history: how many at its end failed, how many did not pass. */
  @Property(tries = 500)
  void runBasedAlertsFollowFromTheHistory(
      @ForAll @Size(max = 40) List<Verdict> runs,
      @ForAll @IntRange(min = 1, max = 5) int threshold) {
    List<Verdict> history = new ArrayList<>();
    AlertState state = AlertState.WELL;
    NotificationState.Level told = NotificationState.Level.NONE;
    for (int i = 0; i < runs.size(); i++) {
      state =
          AlertEngine.onResult(
                  state,
                  policy(threshold, 0, 1),
                  new LocationResult(
                      "here", (i + 1) * 60_000L, runs.get(i), (i + 1) * 60_000L + 100),
                  UUID::randomUUID)
              .state();
      if (runs.get(i).isConclusive()) {
        history.add(0, runs.get(i));
        told = told(history, told, threshold);
      }
      assertThat(state.notification().level())
          .as("after %s", runs.subList(0, i + 1))
          .isEqualTo(told);
    }
  }

  /** History is newest first. */
  private static NotificationState.Level told(
      List<Verdict> history, NotificationState.Level before, int threshold) {
    long failed = history.stream().takeWhile(run -> run == Verdict.FAILED).count();
    long bad = history.stream().takeWhile(run -> run != Verdict.PASSED).count();
    if (bad == 0) {
      return NotificationState.Level.NONE;
    }
    if (failed >= threshold) {
      return NotificationState.Level.FAILED;
    }
    if (before == NotificationState.Level.FAILED) {
      return failed > 0 ? before : NotificationState.Level.DEGRADED;
    }
    return bad >= threshold ? NotificationState.Level.DEGRADED : before;
  }

  @Property(tries = 300)
  void theOrderOfLocationsDoesNotMatter(
      @ForAll @Size(min = 1, max = 12) List<Verdict> verdicts,
      @ForAll @IntRange(min = 0, max = 10) int tens,
      @ForAll Random random) {
    AlertPolicy policy = policy(1, tens * 10, verdicts.size());
    List<LocationResult> runs = new ArrayList<>();
    for (int i = 0; i < verdicts.size(); i++) {
      runs.add(new LocationResult("at-" + i, 60_000, verdicts.get(i), 60_000 + i));
    }
    NotificationState.Level first = level(policy, runs);
    Collections.shuffle(runs, random);
    assertThat(level(policy, runs)).isEqualTo(first);
  }

  /** After all of them were counted, those that were forgotten while all was well once more. */
  private static NotificationState.Level level(AlertPolicy policy, List<LocationResult> runs) {
    AlertState state = AlertState.WELL;
    for (int i = 0; i < 2; i++) {
      for (LocationResult run : runs) {
        if (i == 0 || state.undecided().contains(run.slot())) {
          state = AlertEngine.onResult(state, policy, run, UUID::randomUUID).state();
        }
      }
    }
    return state.notification().level();
  }

  @Property(tries = 50)
  void membersOfAnotherVersionAreIgnoredAndMissingOnesHaveDefaults(@ForAll Random random) {
    AlertStory story = new AlertStory(random);
    for (int i = 0; i < 20; i++) {
      story.goOn();
    }
    String json = story.state.json();
    String more = json.replaceAll("\\{\"(notice|level|runs|slots?)\"", "{\"more\":[1],\"$1\"");
    assertThat(more).contains("more");
    assertThat(AlertState.of(more)).isEqualTo(story.state);
    assertThat(AlertState.of("{}")).isEqualTo(AlertState.WELL);
  }
}
