package dev.belfry.alerting.alert;

import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.AlertSettings.ParallelRunFailureThreshold;
import dev.belfry.monitoring.check.AlertSettings.Reminders;
import dev.belfry.monitoring.check.AlertSettings.RunBasedEscalation;
import dev.belfry.monitoring.check.AlertSettings.TimeBasedEscalation;
import dev.belfry.monitoring.check.EscalationType;
import dev.belfry.monitoring.check.FlapDetection;
import dev.belfry.monitoring.check.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Plays a film strip: one line for each thing that happens, with its time in minutes and seconds
 * and the alert that comes of it.
 *
 * <pre>
 * 00:00 runs=2          settings from here on: runs, minutes, amount, interval, percent,
 *                       locations, held, paused, clock=off, stages=10x30; parent=fails, and in
 *                       minutes: wait, grace; flaps=21x30x15 (window, high, low) or flaps=off
 * 01:00 F               a run: Passed, Degraded, Failed, Observer fault, Missed
 * 02:00 F FAILURE       what it led to
 * 02:30 eu:P/02:00      at a location, of another slot than the time of the line
 * 07:00 . FAILURE_REMAIN 1   by the clock
 * 08:00 ack             what a person does: ack, unack, snooze/09:00, unsnooze
 * 10:00 . FAILURE +10   the channels with a delay of ten minutes
 * 11:00 P FAILURE ~     it flaps; with ! it was told as flapping and has settled
 * </pre>
 *
 * Answers with the same strip and what really came of it. The clock goes on by itself up to each
 * line, and what it says is a line of its own. The state goes through JSON after each step.
 */
final class AlertStrip {
  private static final Pattern LINE = Pattern.compile("(\\d+:\\d\\d) (\\S+)( .*)?");
  private static final Pattern RUN = Pattern.compile("(?:([a-z]+):)?([PDFOM])(?:/(\\d+:\\d\\d))?");
  private static final Pattern ACT = Pattern.compile("ack|unack|unsnooze|snooze/(\\d+:\\d\\d)");
  private static final Pattern SETTING = Pattern.compile("([a-z]+)=([a-z0-9]+)");

  private static final int MOST_LOOKS = 10_000;

  private final List<String> played = new ArrayList<>();
  private AlertState state = AlertState.WELL;
  private EscalationType escalation = EscalationType.RUN_BASED;
  private Reminders reminders = Reminders.DEFAULT;
  private RunBasedEscalation runs = RunBasedEscalation.DEFAULT;
  private TimeBasedEscalation minutes = TimeBasedEscalation.DEFAULT;
  private ParallelRunFailureThreshold percent = ParallelRunFailureThreshold.DEFAULT;
  private @Nullable FlapDetection flaps;
  private List<Integer> stages = List.of();
  private int locations = 1;
  private boolean held;
  private boolean paused;
  private boolean clock = true;
  private boolean parentFails;
  private long wait;
  private long grace;
  private final List<LocationResult> results = new ArrayList<>();
  private long episodes;
  private long now;
  private long saidByClock = -1;

  static String play(String strip) {
    return String.join("\n", film(strip).played) + "\n";
  }

  /** The state in which a strip ends. */
  static AlertState end(String strip) {
    return film(strip).state;
  }

  private static AlertStrip film(String strip) {
    AlertStrip film = new AlertStrip();
    strip.lines().forEach(film::line);
    return film;
  }

  private void line(String text) {
    Matcher line = LINE.matcher(text);
    if (!line.matches()) {
      throw new IllegalArgumentException(text);
    }
    long time = millis(line.group(1));
    String what = line.group(2);
    if (".".equals(what)) {
      time(time);
      return;
    }
    runClock(time - 1);
    now = time;
    if (RUN.matcher(what).matches()) {
      step(time, what, ended(run(what, time)));
    } else if (ACT.matcher(what).matches()) {
      state = AlertState.of(acted(what, time).json());
      played.add(line.group(1) + " " + what);
    } else {
      set(what);
      played.add(line.group(1) + " " + what);
    }
  }

  private AlertState acted(String what, long time) {
    Matcher snooze = ACT.matcher(what);
    boolean snoozes = snooze.matches() && snooze.group(1) != null;
    return switch (what) {
      case "ack" -> AlertEngine.acknowledge(state, policy(), true, time);
      case "unack" -> AlertEngine.acknowledge(state, policy(), false, time);
      default -> AlertEngine.snooze(state, policy(), snoozes ? millis(snooze.group(1)) : 0, time);
    };
  }

  /** As the store does: what came of an open slot while all was well is handed in later. */
  private AlertStep ended(LocationResult run) {
    AlertStep step = AlertEngine.onResult(state, policy(), run, this::episode);
    List<LocationResult> found = results.stream().filter(one -> one.slot() == run.slot()).toList();
    results.add(run);
    for (LocationResult one : found) {
      if (step.state().undecided().contains(one.slot())) {
        AlertStep more = AlertEngine.onResult(step.state(), policy(), one, this::episode);
        if (step.type() != AlertType.NO_ALERT && more.type() != AlertType.NO_ALERT) {
          throw new AssertionError("two alerts of one slot: " + step + more);
        }
        step =
            more.type() == AlertType.NO_ALERT
                ? new AlertStep(more.state(), step.type(), step.reminder()).saying(step.flapping())
                : more;
      }
    }
    return step;
  }

  private void time(long time) {
    if (!clock) {
      now = time;
      step(time, ".", AlertEngine.onDue(state, policy(), time));
      return;
    }
    runClock(time);
    if (saidByClock != time) {
      played.add(stamp(time) + " .");
    }
  }

  private void runClock(long until) {
    int looks = 0;
    for (Long due = state.due(); clock && due != null && due <= until; due = state.due()) {
      if (++looks > MOST_LOOKS) {
        throw new AssertionError("due again and again at " + stamp(now) + ": " + state);
      }
      now = Math.max(now, due);
      AlertStep step = AlertEngine.onDue(state, policy(), now);
      if (step.type() == AlertType.NO_ALERT && step.held() == AlertType.NO_ALERT) {
        keep(step, now);
      } else {
        saidByClock = now;
        step(now, ".", step);
      }
    }
  }

  private static LocationResult run(String text, long time) {
    Matcher run = RUN.matcher(text);
    if (!run.matches()) {
      throw new IllegalArgumentException(text);
    }
    return new LocationResult(
        Objects.requireNonNullElse(run.group(1), "here"),
        run.group(3) == null ? time : millis(run.group(3)),
        verdict(run.group(2)),
        time);
  }

  private static Verdict verdict(String letter) {
    return Verdict.of("PDFOM".indexOf(letter));
  }

  private void step(long time, String what, AlertStep step) {
    keep(step, -1);
    String said = stamp(time) + " " + what;
    if (step.type() != AlertType.NO_ALERT) {
      said += " " + step.type().name().substring("ALERT_".length());
    }
    if (step.isEscalation()) {
      said += " +" + step.stages().upTo();
    }
    if (step.held() != AlertType.NO_ALERT) {
      said += " HELD_" + step.held().name().substring("ALERT_".length());
    }
    if (step.flapping() != Flapping.NO
        && (step.type() != AlertType.NO_ALERT || step.held() != AlertType.NO_ALERT)) {
      said += step.flapping() == Flapping.FLAPPING ? " ~" : " !";
    }
    played.add(step.reminder() == 0 ? said : said + " " + step.reminder());
  }

  private void keep(AlertStep step, long now) {
    Long due = step.state().due();
    if (due != null && due <= now) {
      throw new AssertionError("time stands still at " + stamp(now) + ": " + step.state());
    }
    state = AlertState.of(step.state().json());
  }

  private UUID episode() {
    return new UUID(0, ++episodes);
  }

  private AlertPolicy policy() {
    return new AlertPolicy(
        new AlertSettings(escalation, reminders, runs, minutes, percent, flaps),
        held,
        !paused,
        locations,
        stages,
        new ParentState(parentFails, wait, Long.MAX_VALUE, grace));
  }

  private void set(String text) {
    for (String one : text.split(",", -1)) {
      Matcher setting = SETTING.matcher(one);
      if (!setting.matches()) {
        throw new IllegalArgumentException(one);
      }
      set(setting.group(1), setting.group(2));
    }
  }

  private void set(String name, String value) {
    switch (name) {
      case "runs" -> {
        escalation = EscalationType.RUN_BASED;
        runs = new RunBasedEscalation(Integer.parseInt(value));
      }
      case "minutes" -> {
        escalation = EscalationType.TIME_BASED;
        minutes = new TimeBasedEscalation(Integer.parseInt(value));
      }
      case "amount" -> reminders = new Reminders(Integer.parseInt(value), reminders.interval());
      case "interval" -> reminders = new Reminders(reminders.amount(), Integer.parseInt(value));
      case "percent" -> percent = new ParallelRunFailureThreshold(true, Integer.parseInt(value));
      case "stages" -> stages = Stream.of(value.split("x", -1)).map(Integer::valueOf).toList();
      case "locations" -> locations = Integer.parseInt(value);
      case "held" -> held = "yes".equals(value);
      case "paused" -> paused = "yes".equals(value);
      case "parent" -> parentFails = "fails".equals(value);
      case "wait" -> wait = 60_000L * Integer.parseInt(value);
      case "grace" -> grace = 60_000L * Integer.parseInt(value);
      case "flaps" -> flaps = detection(value);
      case "clock" -> clock = !"off".equals(value);
      default -> throw new IllegalArgumentException(name);
    }
  }

  private static @Nullable FlapDetection detection(String value) {
    if ("off".equals(value)) {
      return null;
    }
    List<Integer> numbers = Stream.of(value.split("x", -1)).map(Integer::valueOf).toList();
    return new FlapDetection(true, numbers.get(0), numbers.get(1), numbers.get(2));
  }

  private static String stamp(long time) {
    return "%02d:%02d".formatted(time / 60_000, time / 1_000 % 60);
  }

  private static long millis(String time) {
    String[] parts = time.split(":", -1);
    return 60_000L * Integer.parseInt(parts[0]) + 1_000L * Integer.parseInt(parts[1]);
  }
}
