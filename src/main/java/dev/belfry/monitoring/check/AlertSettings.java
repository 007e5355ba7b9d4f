package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When a failing check raises an alert and how often it reminds (specification, "AlertSettings
 * object"). Every object and every member may be absent or null and then has its documented
 * default; the deprecated {@code sslCertificates} is not read.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AlertSettings(
    EscalationType escalationType,
    Reminders reminders,
    RunBasedEscalation runBasedEscalation,
    @Nullable TimeBasedEscalation timeBasedEscalation,
    ParallelRunFailureThreshold parallelRunFailureThreshold,
    @Nullable FlapDetection flapDetection) {
  /** What applies when a check, a group or an account says nothing. */
  public static final AlertSettings DEFAULT =
      new AlertSettings(
          EscalationType.RUN_BASED,
          Reminders.DEFAULT,
          RunBasedEscalation.DEFAULT,
          null,
          ParallelRunFailureThreshold.DEFAULT);

  /** Settings without flap detection, which is no part of the specification. */
  public AlertSettings(
      EscalationType escalationType,
      Reminders reminders,
      RunBasedEscalation runBasedEscalation,
      @Nullable TimeBasedEscalation timeBasedEscalation,
      ParallelRunFailureThreshold parallelRunFailureThreshold) {
    this(
        escalationType,
        reminders,
        runBasedEscalation,
        timeBasedEscalation,
        parallelRunFailureThreshold,
        null);
  }

  @JsonCreator
  static AlertSettings of(
      @JsonProperty("escalationType") @Nullable EscalationType escalationType,
      @JsonProperty("reminders") @Nullable Reminders reminders,
      @JsonProperty("runBasedEscalation") @Nullable RunBasedEscalation runBasedEscalation,
      @JsonProperty("timeBasedEscalation") @Nullable TimeBasedEscalation timeBasedEscalation,
      @JsonProperty("parallelRunFailureThreshold") @Nullable ParallelRunFailureThreshold parallel,
      @JsonProperty("flapDetection") @Nullable FlapDetection flapDetection) {
    return new AlertSettings(
        escalationType == null ? EscalationType.RUN_BASED : escalationType,
        reminders == null ? Reminders.DEFAULT : reminders,
        runBasedEscalation == null ? RunBasedEscalation.DEFAULT : runBasedEscalation,
        timeBasedEscalation,
        parallel == null ? ParallelRunFailureThreshold.DEFAULT : parallel,
        flapDetection);
  }

  /** The same with flap detection, null for none. */
  public AlertSettings with(@Nullable FlapDetection detection) {
    return new AlertSettings(
        escalationType,
        reminders,
        runBasedEscalation,
        timeBasedEscalation,
        parallelRunFailureThreshold,
        detection);
  }

  /** Whether it looks for flapping. */
  public boolean detectsFlapping() {
    return flapDetection != null && flapDetection.enabled();
  }

  /** How long a check has to fail before a time based alert: 5, 10, 15 or 30 minutes. */
  public Duration failingThreshold() {
    TimeBasedEscalation escalation =
        timeBasedEscalation == null ? TimeBasedEscalation.DEFAULT : timeBasedEscalation;
    return Duration.ofMinutes(escalation.minutesFailingThreshold());
  }

  /**
   * Messages after the first one while the check still fails.
   *
   * @param amount 0 to 5, or 100000 for no end
   * @param interval minutes, 1 to 30
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Reminders(int amount, int interval) {
    public static final Reminders DEFAULT = new Reminders(0, 5);

    private static final int NO_END = 100_000;

    @JsonCreator
    static Reminders of(
        @JsonProperty("amount") @Nullable Integer amount,
        @JsonProperty("interval") @Nullable Integer interval) {
      return new Reminders(
          amount == null ? DEFAULT.amount : amount, interval == null ? DEFAULT.interval : interval);
    }

    /** Whether there is a reminder of this number, counted from 1. */
    public boolean allows(int number) {
      return amount >= NO_END || number <= amount;
    }

    /** Time from one reminder to the next. */
    public Duration period() {
      return Duration.ofMinutes(interval);
    }
  }

  /**
   * Threshold of {@link EscalationType#RUN_BASED}.
   *
   * @param failedRunThreshold consecutive failed runs before an alert, 1 to 5
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record RunBasedEscalation(int failedRunThreshold) {
    public static final RunBasedEscalation DEFAULT = new RunBasedEscalation(1);

    @JsonCreator
    static RunBasedEscalation of(
        @JsonProperty("failedRunThreshold") @Nullable Integer failedRunThreshold) {
      return failedRunThreshold == null ? DEFAULT : new RunBasedEscalation(failedRunThreshold);
    }
  }

  /**
   * Threshold of {@link EscalationType#TIME_BASED}. The specification names no default; the
   * smallest allowed value is ours.
   *
   * @param minutesFailingThreshold minutes of failing before an alert: 5, 10, 15 or 30
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record TimeBasedEscalation(int minutesFailingThreshold) {
    public static final TimeBasedEscalation DEFAULT = new TimeBasedEscalation(5);

    @JsonCreator
    static TimeBasedEscalation of(
        @JsonProperty("minutesFailingThreshold") @Nullable Integer minutesFailingThreshold) {
      return minutesFailingThreshold == null
          ? DEFAULT
          : new TimeBasedEscalation(minutesFailingThreshold);
    }
  }

  /**
   * How many locations of a parallel run have to fail before the run counts as failed.
   *
   * @param enabled false means that one is enough
   * @param percentage 10 to 100
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record ParallelRunFailureThreshold(boolean enabled, int percentage) {
    public static final ParallelRunFailureThreshold DEFAULT =
        new ParallelRunFailureThreshold(false, 10);

    @JsonCreator
    static ParallelRunFailureThreshold of(
        @JsonProperty("enabled") @Nullable Boolean enabled,
        @JsonProperty("percentage") @Nullable Integer percentage) {
      return new ParallelRunFailureThreshold(
          enabled == null ? DEFAULT.enabled : enabled,
          percentage == null ? DEFAULT.percentage : percentage);
    }
  }
}
