package dev.belfry.app.cli;

import dev.belfry.engine.run.Ledger;
import dev.belfry.engine.run.LedgerReport;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ledger}: compares scheduled runs with results and missed runs. */
@Command(
    name = "ledger",
    description =
        "Compares scheduled runs with results and missed runs; exits with 1 when they differ.")
final class LedgerCommand implements Callable<Integer> {
  private final CommandContext context;

  @Option(
      names = "--from",
      description = "Start, such as 2026-11-20T10:00:00Z; default an hour before the end.")
  private @Nullable Instant from;

  @Option(
      names = "--to",
      description = "End, exclusive; default the least watermark of all locations.")
  private @Nullable Instant to;

  @Option(names = "--account", description = "Id of an account; default all of them.")
  private @Nullable UUID account;

  LedgerCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    try (CommandDatabase database = CommandDatabase.open(context.config())) {
      LedgerReport report =
          database.query(connection -> new Ledger(connection).count(from, to, account));
      print(report, System.out);
      return report.difference() == 0 ? 0 : 1;
    }
  }

  private static void print(LedgerReport report, PrintStream out) {
    out.println("from " + report.from() + " to " + report.to());
    line(out, "scheduled", report.scheduled(), "");
    line(out, "ran", report.ran(), "");
    line(out, "  conclusive", report.conclusive(), "");
    line(out, "  observer faults", report.observerFaults(), "");
    line(out, "missed", report.missedInAll(), "");
    report
        .missed()
        .forEach(
            (reason, runs) ->
                line(
                    out,
                    "  " + reason.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    runs,
                    reason.sentence()));
    line(out, "open", report.open(), "");
    line(out, "difference", report.difference(), "");
    line(out, "outside any schedule", report.extra(), "");
    LedgerReport.Beats beats = report.beats();
    if (beats.expected() > 0) {
      line(out, "heartbeats expected", beats.expected(), "since the monitors were created");
      line(out, "  came", beats.came(), "");
      line(out, "  missed", beats.missed(), "");
      line(out, "  waited for", beats.other(), "or called off by a change of the settings");
    }
  }

  private static void line(PrintStream out, String name, long runs, String remark) {
    out.println(String.format(Locale.ROOT, "%-24s %12d  %s", name, runs, remark).stripTrailing());
  }
}
