package dev.belfry.alerting.preview;

import dev.belfry.api.http.JsonText;
import java.util.ArrayList;
import java.util.List;

/** The JSON of a preview. */
final class PreviewView {
  private static final long MILLIS = 1_000;

  private PreviewView() {}

  static String of(PreviewTotals totals, PreviewBudget budget) {
    PreviewBudget.Limit limit = budget.limit();
    JsonText view = JsonText.object();
    view.millis("from", totals.from());
    view.millis("to", totals.to());
    view.number("checks", totals.selected())
        .number("checksReplayed", totals.replayed())
        .flag("complete", limit == null)
        .string("limit", limit == null ? null : limit.name())
        .number("rowsRead", budget.rows())
        .raw("alerts", alerts(totals))
        .raw("messages", messages(totals))
        .raw("differences", differences(totals))
        .flag("differencesTruncated", differing(totals) > totals.differences().size())
        .raw("assumptions", assumptions(totals));
    return view.end();
  }

  private static String alerts(PreviewTotals totals) {
    return JsonText.object()
        .number("recorded", totals.recorded())
        .number("inForce", totals.inForce())
        .number("changed", totals.changed())
        .number("added", totals.of(AlertDifference.Kind.ADDED))
        .number("removed", totals.of(AlertDifference.Kind.REMOVED))
        .number("earlier", totals.of(AlertDifference.Kind.EARLIER))
        .number("later", totals.of(AlertDifference.Kind.LATER))
        .number("same", totals.of(AlertDifference.Kind.SAME))
        .flag("inForceAsRecorded", totals.unlike() == 0)
        .end();
  }

  private static long differing(PreviewTotals totals) {
    return totals.of(AlertDifference.Kind.ADDED)
        + totals.of(AlertDifference.Kind.REMOVED)
        + totals.of(AlertDifference.Kind.EARLIER)
        + totals.of(AlertDifference.Kind.LATER);
  }

  private static String messages(PreviewTotals totals) {
    List<String> entries = new ArrayList<>();
    totals
        .messages()
        .byChannel()
        .forEach(
            (channel, count) ->
                entries.add(
                    JsonText.object()
                        .number("alertChannelId", channel)
                        .number("recorded", count.recorded())
                        .number("inForce", count.inForce())
                        .number("changed", count.changed())
                        .end()));
    return JsonText.array(entries);
  }

  private static String differences(PreviewTotals totals) {
    return JsonText.array(totals.differences().stream().map(PreviewView::difference).toList());
  }

  private static String difference(PreviewTotals.Named named) {
    AlertDifference difference = named.difference();
    ReplayedAlert inForce = difference.inForce();
    ReplayedAlert changed = difference.changed();
    Long later = difference.laterMillis();
    JsonText view =
        JsonText.object()
            .plain("kind", difference.kind().name())
            .plain("checkId", named.check().toString())
            .plain("alertType", difference.alert().type().name())
            .number("reminder", Long.valueOf(difference.alert().reminder()));
    view.millis("inForceAt", inForce == null ? null : (Long) inForce.at());
    view.millis("changedAt", changed == null ? null : (Long) changed.at());
    return view.number("laterSeconds", later == null ? null : (Long) (later / MILLIS)).end();
  }

  private static String assumptions(PreviewTotals totals) {
    return JsonText.array(
        totals.assumptions().stream()
            .map(
                one -> JsonText.object().plain("code", one.name()).string("text", one.text()).end())
            .toList());
  }
}
