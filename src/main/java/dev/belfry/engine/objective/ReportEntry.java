package dev.belfry.engine.objective;

import dev.belfry.api.http.CsvText;
import dev.belfry.api.http.JsonText;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * How an objective stood in a month.
 *
 * @param status of the days of the month instead of the rolling window
 * @param pages alerts of severity {@code PAGE} that began in it
 * @param tickets alerts of severity {@code TICKET} that began in it
 */
record ReportEntry(
    ObjectiveRow row, ReportMonth month, ObjectiveStatus status, long pages, long tickets) {
  private static final List<String> COLUMNS =
      List.of(
          "month",
          "objectiveId",
          "name",
          "checkId",
          "groupId",
          "target",
          "verdict",
          "attained",
          "good",
          "bad",
          "missed",
          "observerFaults",
          "budgetMinutes",
          "remainingMinutes",
          "remainingShare",
          "pageAlerts",
          "ticketAlerts",
          "reason",
          "tag");

  /** The entry as an answer shows it. */
  String json() {
    Objective objective = row.objective();
    UUID check = objective.checkId();
    return ObjectiveStatusView.measured(
            JsonText.object()
                .number("objectiveId", row.id())
                .string("name", objective.name())
                .string("checkId", check == null ? null : check.toString())
                .number("groupId", objective.groupId())
                .string("tag", objective.tag())
                .plain("month", month.month().toString())
                .millis("from", month.from())
                .millis("to", month.to())
                .raw("complete", Boolean.toString(month.isComplete()))
                .raw("target", ObjectiveCodec.decimal(status.target())),
            status)
        .raw("alerts", JsonText.object().number("page", pages).number("ticket", tickets).end())
        .end();
  }

  /** Entries as CSV with a line of names. */
  static String csv(List<ReportEntry> entries) {
    CsvText csv = new CsvText();
    COLUMNS.forEach(csv::text);
    csv.endLine();
    entries.forEach(entry -> entry.write(csv));
    return csv.end();
  }

  private void write(CsvText csv) {
    Objective objective = row.objective();
    ResultTally runs = status.runs();
    csv.text(month.month().toString())
        .number(row.id())
        .text(objective.name())
        .text(Objects.toString(objective.checkId(), ""))
        .number(objective.groupId())
        .number(ObjectiveCodec.decimal(status.target()))
        .text(status.verdict().name())
        .number(ObjectiveStatusView.number(status.attained()))
        .number(runs.good())
        .number(runs.bad())
        .number(runs.missed())
        .number(runs.faults())
        .number(ObjectiveStatusView.rounded(status.budgetMinutes()))
        .number(ObjectiveStatusView.rounded(status.remainingMinutes()))
        .number(ObjectiveStatusView.rounded(status.remainingShare()))
        .number(pages)
        .number(tickets)
        .text(status.reason())
        .text(Objects.toString(objective.tag(), ""))
        .endLine();
  }
}
