package dev.belfry.engine.objective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.mail.ObjectiveReportSummary;
import dev.belfry.alerting.mail.ObjectiveReportSummary.Line;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a mail says of the entries of a report. */
class ReportSummariesTest {
  private static final ReportMonth OCTOBER = ReportMonth.whole(YearMonth.of(2026, 10));

  private static ReportEntry entry(long id, String name, ResultTally runs) {
    Objective objective = new Objective(name, null, new UUID(0, id), null, null, 99, 30, List.of());
    return new ReportEntry(
        new ObjectiveRow(id, objective, OffsetDateTime.parse("2026-01-01T00:00:00Z"), null),
        OCTOBER,
        new ObjectiveStatus(99, OCTOBER.days(), OCTOBER.from(), OCTOBER.to(), runs, List.of()),
        0,
        0);
  }

  @Test
  void namesTheWorstFirst() {
    List<ReportEntry> entries =
        List.of(
            entry(1, "perfect", new ResultTally(1_000, 0, 0, 7)),
            entry(2, "thin", new ResultTally(9, 0, 0, 3)),
            entry(3, "half", new ResultTally(995, 5, 0, 0)),
            entry(4, "missed", new ResultTally(980, 20, 0, 0)),
            entry(5, "far", new ResultTally(500, 500, 0, 0)));
    ObjectiveReportSummary summary = ReportSummaries.of(OCTOBER.month(), entries);
    assertThat(summary.lines())
        .extracting(Line::name)
        .containsExactly("far", "missed", "thin", "half", "perfect");
    assertThat(summary.objectives()).isEqualTo(5);
    assertThat(summary.breached()).isEqualTo(2);
    assertThat(summary.unjudged()).isEqualTo(1);
    Line half = summary.lines().get(3);
    assertThat(half.attained()).isEqualTo(99.5);
    assertThat(half.remainingShare()).isEqualTo(50.0);
    assertThat(summary.lines().get(2).attained()).isNull();
    assertThat(summary.lines().get(4).missed()).isEqualTo(7);
  }

  @Test
  void aBudgetThatIsUsedUpIsNoWorseThanMissingRunsAndTheOldestGoFirst() {
    List<ReportEntry> entries =
        List.of(
            entry(1, "used up", new ResultTally(990, 10, 0, 0)),
            entry(4, "perfect", new ResultTally(1_000, 0, 0, 0)),
            entry(3, "as perfect", new ResultTally(1_000, 0, 0, 0)),
            entry(2, "thin", new ResultTally(9, 0, 0, 3)));
    assertThat(ReportSummaries.of(OCTOBER.month(), entries).lines())
        .extracting(Line::name)
        .containsExactly("thin", "used up", "as perfect", "perfect");
    assertThat(String.valueOf(ReportSummaries.csv(entries)).lines().findFirst())
        .hasValue(
            "month,objectiveId,name,checkId,groupId,target,verdict,attained,good,"
                + "bad,missed,observerFaults,budgetMinutes,remainingMinutes,remainingShare,pageAlerts,"
                + "ticketAlerts,reason,tag");
  }

  @Test
  void namesNoMoreThanAPersonReadsAndAttachesNoMoreThanServersTake() {
    List<ReportEntry> entries =
        new ArrayList<>(Collections.nCopies(31, entry(1, "x", new ResultTally(1_000, 0, 0, 0))));
    ObjectiveReportSummary summary = ReportSummaries.of(OCTOBER.month(), entries);
    assertThat(summary.objectives()).isEqualTo(31);
    assertThat(summary.lines()).hasSize(30);
    assertThat(ReportSummaries.csv(entries)).hasLineCount(32);
    ReportEntry wide = entry(2, "n".repeat(100_000), ResultTally.NONE);
    assertThat(ReportSummaries.csv(Collections.nCopies(30, wide))).isNull();
  }
}
