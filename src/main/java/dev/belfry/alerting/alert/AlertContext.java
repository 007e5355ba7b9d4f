package dev.belfry.alerting.alert;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.FlapDetection;
import dev.belfry.monitoring.check.ResultId;
import dev.belfry.monitoring.check.SslRequest;
import java.net.URI;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes the context of an alert: known values by the names of template variables (wire contract
 * 1.7, "Webhook payload"). Unknown values are absent.
 *
 * @param base address of the installation, with which links begin
 */
record AlertContext(String base) {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** The context of an alert about a run; {@code run} is null when it is unknown. */
  String of(CheckContext check, AlertStep step, @Nullable FinalResult run) {
    int reminder = step.reminder();
    ObjectNode context = check(check, step.type(), title(step, check.name()));
    if (step.isEscalation()) {
      context.put("ESCALATED_AFTER_MINUTES", step.stages().upTo());
    }
    context.put("IS_REMINDER", reminder > 0);
    if (reminder > 0) {
      context.put("REMINDER_SEQUENCE", reminder);
    }
    flapping(context, check, step);
    if (run != null) {
      run(context, check.own().identity().checkType(), run);
    }
    return context.toString();
  }

  /**
   * The context of an alert about a certificate.
   *
   * @param days whole days until it expires, negative afterwards
   */
  String ofCertificate(CheckContext check, long days) {
    String url = url(check);
    String title =
        days < 0
            ? "The certificate of " + check.name() + " has expired"
            : "The certificate of %s expires in %d %s"
                .formatted(check.name(), days, days == 1 ? "day" : "days");
    ObjectNode context = check(check, AlertType.ALERT_SSL, title);
    context.put("IS_REMINDER", false);
    context.put("SSL_DAYS_REMAINING", days);
    var request = check.own().execution().request();
    String host = request instanceof SslRequest ? request.host() : url == null ? null : host(url);
    if (host != null) {
      context.put("SSL_CHECK_DOMAIN", host);
    }
    return context.toString();
  }

  /** A context with what the run found at every location. */
  static String with(String context, RunEvidence evidence) {
    ObjectNode more = object(context);
    evidence.addTo(more);
    return more.toString();
  }

  private ObjectNode check(CheckContext check, AlertType type, String title) {
    CheckSettings.Identity identity = check.own().identity();
    ObjectNode context = JsonNodeFactory.instance.objectNode();
    context.put("ALERT_TITLE", title);
    context.put("ALERT_TYPE", type.name());
    context.put("CHECK_ID", check.checkId().toString());
    // People open it in a browser, which has no key for an operation of the API.
    context.put("RESULT_LINK", AlertLinks.monitor(base, check.checkId()));
    context.put("CHECK_NAME", identity.name());
    context.put("CHECK_TYPE", identity.checkType().name());
    if (identity.description() != null) {
      context.put("CHECK_DESCRIPTION", identity.description());
    }
    if (check.groupName() != null) {
      context.put("GROUP_NAME", check.groupName());
    }
    check.settings().tags().forEach(context.putArray("TAGS")::add);
    String url = url(check);
    if (url != null) {
      context.put("url", url);
    }
    return context;
  }

  private static void run(ObjectNode context, CheckType type, FinalResult run) {
    String result = new ResultId(run.slot(), run.seriesId(), 0).toGuid().toString();
    context.put("CHECK_RESULT_ID", result);
    context.put("STARTED_AT", Instant.ofEpochMilli(run.started()).toString());
    if (run.responseMicros() > 0) {
      context.put("RESPONSE_TIME", TimeUnit.MICROSECONDS.toMillis(run.responseMicros()));
    }
    JsonNode detail = detail(run);
    // Pings come from anywhere, so that a heartbeat has no location.
    if (type != CheckType.HEARTBEAT) {
      String place = detail.path("location").asText(run.location());
      context.put("REGION", place);
      context.put("RUN_LOCATION", place);
    }
    if (detail.hasNonNull("message")) {
      context.put("CHECK_ERROR_MESSAGE", detail.get("message").asText());
    }
    if (run.status() > 0) {
      context.put("API_CHECK_RESPONSE_STATUS_CODE", run.status());
    }
    if (detail.hasNonNull("statusText")) {
      context.put("API_CHECK_RESPONSE_STATUS_TEXT", detail.get("statusText").asText());
    }
  }

  private static String title(AlertStep step, String name) {
    String title =
        switch (step.flapping()) {
          case NO -> title(step.type(), name);
          case FLAPPING -> name + flapping(step.type());
          case SETTLED -> name + " no longer flaps and " + settled(step.type());
        };
    return step.isEscalation()
        ? "%s, not acknowledged for %d %s"
            .formatted(
                title, step.stages().upTo(), step.stages().upTo() == 1 ? "minute" : "minutes")
        : title;
  }

  private static String flapping(AlertType type) {
    return switch (type) {
      case ALERT_FAILURE_REMAIN, ALERT_DEGRADED_REMAIN -> " is still flapping";
      case ALERT_DEGRADED_FAILURE -> " is flapping and has failed";
      default -> " is flapping";
    };
  }

  private static String settled(AlertType type) {
    return switch (type) {
      case ALERT_RECOVERY, ALERT_DEGRADED_RECOVERY -> "has recovered";
      case ALERT_DEGRADED, ALERT_FAILURE_DEGRADED -> "is degraded";
      default -> "is failing";
    };
  }

  private static void flapping(ObjectNode context, CheckContext check, AlertStep step) {
    FlapDetection detection = check.settings().alertSettings().flapDetection();
    if (step.flapping() != Flapping.NO) {
      context.put("FLAPPING", step.flapping() == Flapping.FLAPPING);
    }
    if (step.flapping() == Flapping.FLAPPING && detection != null) {
      context.put("FLAPPING_CHANGES", step.state().flaps().changes(detection));
      context.put("FLAPPING_RUNS", detection.windowRuns());
    }
  }

  private static String title(AlertType type, String name) {
    return switch (type) {
      case NO_ALERT -> name;
      case ALERT_FAILURE -> name + " has failed";
      case ALERT_FAILURE_REMAIN -> name + " is still failing";
      case ALERT_FAILURE_DEGRADED -> name + " no longer fails, but is degraded";
      case ALERT_RECOVERY -> name + " has recovered";
      case ALERT_DEGRADED -> name + " is degraded";
      case ALERT_DEGRADED_REMAIN -> name + " is still degraded";
      case ALERT_DEGRADED_FAILURE -> name + " was degraded and has failed";
      case ALERT_DEGRADED_RECOVERY -> name + " has recovered and is no longer degraded";
      case ALERT_SSL -> "The certificate of " + name + " expires soon";
    };
  }

  private static @Nullable String url(CheckContext check) {
    var request = check.own().execution().request();
    return request == null ? null : request.target();
  }

  private static @Nullable String host(String url) {
    try {
      return URI.create(url).getHost();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static JsonNode detail(FinalResult run) {
    return run.detail() == null ? JsonNodeFactory.instance.objectNode() : object(run.detail());
  }

  private static ObjectNode object(String json) {
    try {
      return MAPPER.readTree(json) instanceof ObjectNode object
          ? object
          : JsonNodeFactory.instance.objectNode();
    } catch (JsonProcessingException e) {
      return JsonNodeFactory.instance.objectNode();
    }
  }
}
