package dev.belfry.alerting.oncall;

import dev.belfry.alerting.delivery.GuardedDocuments;
import dev.belfry.platform.guard.TargetRefusedException;
import io.vertx.core.Future;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** Reads calendars from their addresses. Its failures have sentences that tell no address. */
final class CalendarClient {
  private static final int OK = 200;
  private static final int NOT_MODIFIED = 304;

  private final GuardedDocuments documents;

  CalendarClient(GuardedDocuments documents) {
    this.documents = documents;
  }

  /**
   * Reads a calendar. Empty when it is the one that is stored. Fails with {@link
   * UnreadableCalendarException}.
   *
   * @param url in the clear
   */
  Future<Optional<CalendarCopy>> read(String url, CalendarCopyStore.Due stored) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Accept", "text/calendar, text/plain;q=0.5, */*;q=0.1");
    if (stored.calendar() != null) {
      String etag = stored.etag();
      String modified = stored.lastModified();
      if (etag != null) {
        headers.put("If-None-Match", etag);
      }
      if (modified != null) {
        headers.put("If-Modified-Since", modified);
      }
    }
    return documents
        .get(url, headers)
        .recover(failure -> Future.failedFuture(new UnreadableCalendarException(sentence(failure))))
        .compose(
            document -> {
              if (document.status() == NOT_MODIFIED && stored.calendar() != null) {
                return Future.succeededFuture(Optional.empty());
              }
              if (document.status() != OK) {
                return Future.failedFuture(
                    new UnreadableCalendarException(
                        "The server of the calendar answered with status " + document.status()));
              }
              return document.isWhole()
                  ? Future.succeededFuture(
                      Optional.of(
                          new CalendarCopy(
                              document.text(), document.etag(), document.lastModified())))
                  : Future.failedFuture(
                      new UnreadableCalendarException("The calendar is larger than 1 MiB"));
            });
  }

  private static String sentence(Throwable failure) {
    if (failure instanceof TargetRefusedException refused) {
      return refused.sentence();
    }
    if (failure instanceof TimeoutException) {
      return "The server of the calendar did not answer in time";
    }
    if (failure instanceof UnknownHostException) {
      return "The host of the calendar is not known";
    }
    return failure instanceof SSLException
        ? "The server of the calendar has no valid certificate"
        : "The server of the calendar cannot be reached";
  }
}
