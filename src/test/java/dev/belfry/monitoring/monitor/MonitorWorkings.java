package dev.belfry.monitoring.monitor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.Scope;
import dev.belfry.api.contract.DraftReader;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.heartbeat.PingLinks;
import dev.belfry.platform.config.ConfigLoader;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows the benchmarks what this package keeps to itself: its SQL with the parameters a body leads
 * to, its rules and its view.
 */
public final class MonitorWorkings {
  private static final MonitorView VIEW =
      new MonitorView(
          PingLinks.of(ConfigLoader.load(Map.of(), Path.of("target")), List.of("secret")));

  private static final Caller WRITER =
      new Caller(new UUID(0, 1), new UUID(0, 2), Scope.WRITE, null, null);

  private MonitorWorkings() {}

  /** How the body of an update becomes a draft that keeps the rules. */
  public static DraftReader<?> updateReader() {
    return MonitorCodec.update(CheckType.URL);
  }

  /**
   * The settings to store, JSON text.
   *
   * @param draft what {@link #updateReader} made
   */
  public static String settings(Object draft) {
    return MonitorCodec.settings((MonitorDraft) draft);
  }

  /** The statement that reads one check: $1 id, $2 account. */
  public static String readStatement() {
    return MonitorStore.READ;
  }

  /** The statement of the usual updates: $1 accounts, $2 ids, then {@link #updateParameters}. */
  public static String updateStatement() {
    return MonitorStore.UPDATE;
  }

  /**
   * The parameters of one usual update from $3 on, as text, each null where it is NULL. All but the
   * last are the only elements of their arrays.
   *
   * @param body a valid body
   */
  public static List<@Nullable String> updateParameters(ObjectNode body, Instant now) {
    MonitorDraft draft = MonitorCodec.read(CheckType.URL, body);
    if (!draft.isSelfContained()) {
      throw new IllegalArgumentException("The body needs more than one statement");
    }
    MonitorStore.Guards guards = MonitorStore.Guards.of(draft);
    List<@Nullable String> parameters = new ArrayList<>();
    parameters.add(MonitorCodec.settings(draft));
    parameters.add(now.toString());
    parameters.add(guards.group() == null ? null : guards.group().toString());
    parameters.add(guards.maxOffset() == null ? null : guards.maxOffset().toString());
    parameters.add(guards.subscriptions());
    parameters.add(guards.privateLocations());
    parameters.add("URL");
    parameters.add("{}");
    return parameters;
  }

  /**
   * The settings document that a new monitor is stored with.
   *
   * @param body a valid body of a new monitor
   */
  public static String newSettings(ObjectNode body) {
    return MonitorCodec.settings(MonitorCodec.read(CheckType.URL, body).complete());
  }

  /** Renders the answer for a monitor with these settings, again and again. */
  public static Supplier<String> view(String settings, Instant now) {
    MonitorRow row =
        new MonitorRow(
            new UUID(1, 2),
            "URL",
            null,
            settings,
            now.atOffset(ZoneOffset.UTC),
            now.atOffset(ZoneOffset.UTC),
            null,
            null,
            null);
    return () -> VIEW.of(row, WRITER, false);
  }
}
