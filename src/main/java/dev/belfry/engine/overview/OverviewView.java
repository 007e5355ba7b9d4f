package dev.belfry.engine.overview;

import dev.belfry.api.http.JsonText;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Renders the check overview as JSON. */
final class OverviewView {
  private OverviewView() {}

  /** The entries without histories. */
  static List<String> entries(List<OverviewRow> rows) {
    return rows.stream().map(row -> entry(row).end()).toList();
  }

  /**
   * The entries with a history in each.
   *
   * @param histories of the checks that have results
   * @param none of the others
   */
  static List<String> entries(
      List<OverviewRow> rows, Map<UUID, OverviewHistory> histories, OverviewHistory none) {
    return rows.stream()
        .map(
            row -> entry(row).raw("history", history(histories.getOrDefault(row.id(), none))).end())
        .toList();
  }

  /** The overview as JSON text, with the trend of the account if there is one. */
  static String page(
      OverviewCounts counts, List<String> entries, long total, @Nullable String trend) {
    JsonText page =
        JsonText.object()
            .raw("counts", counts(counts))
            .number("total", total)
            .raw("entries", JsonText.array(entries));
    return (trend == null ? page : page.raw("trend", trend)).end();
  }

  /** The histories of groups as JSON text, in the order of their ids. */
  static String groups(Map<Long, OverviewHistory> groups) {
    return JsonText.array(
        groups.entrySet().stream()
            .map(
                group ->
                    JsonText.object()
                        .number("groupId", group.getKey())
                        .raw("history", history(group.getValue()))
                        .end())
            .toList());
  }

  private static String counts(OverviewCounts counts) {
    return JsonText.object()
        .number("all", counts.all())
        .number("failing", counts.of(CheckState.FAILING))
        .number("degraded", counts.of(CheckState.DEGRADED))
        .number("noData", counts.of(CheckState.NO_DATA))
        .number("passing", counts.of(CheckState.PASSING))
        .number("paused", counts.of(CheckState.PAUSED))
        .number("muted", counts.muted())
        .end();
  }

  private static JsonText entry(OverviewRow row) {
    OverviewRow.LastRun last = row.lastRun();
    return JsonText.object()
        .plain("checkId", row.id().toString())
        .string("name", row.name())
        .string("checkType", row.checkType())
        .string("url", row.url())
        .raw("tags", JsonText.strings(row.tags()))
        .number("groupId", row.groupId())
        .string("groupName", row.groupName())
        .plain("state", row.state().name())
        .flag("muted", row.muted())
        .millis("since", row.since())
        .millis("certificateExpiresAt", row.certificateExpires())
        .raw("lastRun", last == null ? "null" : run(last));
  }

  private static String history(OverviewHistory history) {
    return JsonText.object()
        .millis("from", history.from())
        .raw("availability", String.valueOf(history.availability()))
        .raw("responseTimeP95", String.valueOf(history.responseTimeP95()))
        .raw("passed", Arrays.toString(history.passed()))
        .raw("degraded", Arrays.toString(history.degraded()))
        .raw("failed", Arrays.toString(history.failed()))
        .end();
  }

  private static String run(OverviewRow.LastRun last) {
    return JsonText.object()
        .millis("at", last.at())
        .string("location", last.location())
        .number("responseTime", TimeUnit.MICROSECONDS.toMillis(last.micros()))
        .number("statusCode", last.status() == 0 ? null : (Long) (long) last.status())
        .end();
  }
}
