package dev.belfry.engine.result;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.CheckRequest;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.ResultId;
import dev.belfry.monitoring.check.Verdict;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Renders the result of a run that is not stored with a check, in the form of those that are. */
public final class UnstoredResult {
  private UnstoredResult() {}

  /**
   * What a run found.
   *
   * @param status the status code, 0 for none
   * @param detail JSON text, null for nothing to tell
   */
  public record Found(
      Verdict verdict, Reason reason, int status, Times times, @Nullable String detail) {}

  /** How long each phase took, in microseconds. */
  public record Times(long dns, long tcp, long tls, long firstByte, long download, long total) {}

  /**
   * The run.
   *
   * @param id of the result
   * @param check its id, null for a check that is not stored
   * @param startedMs milliseconds since 1970
   * @param attempts earlier ones
   * @param isFinal whether no further attempt follows
   */
  public record Run(
      UUID id,
      @Nullable UUID check,
      String name,
      CheckRequest request,
      String location,
      long startedMs,
      int attempts,
      boolean isFinal) {}

  /** The result as a JSON object. */
  public static ObjectNode of(Run run, Found found) {
    Times times = found.times();
    ResultRow row =
        new ResultRow(
            new ResultId(run.startedMs(), 0, run.isFinal() ? 0 : 1),
            found.verdict(),
            found.reason(),
            found.status(),
            0,
            new ResultRow.Phases(
                times.dns(),
                times.tcp(),
                times.tls(),
                times.firstByte(),
                times.download(),
                times.total()),
            run.location(),
            found.detail(),
            run.attempts());
    ObjectNode node =
        ResultView.node(new ResultStore.Check(run.id(), run.name(), run.request(), false), row);
    node.put("id", run.id().toString()).put("sequenceId", run.id().toString());
    if (run.check() == null) {
      node.remove("checkId");
    } else {
      node.put("checkId", run.check().toString());
    }
    return node.put("checkType", run.request().type().name());
  }
}
