package dev.belfry.alerting.delivery;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The variables of a test message: an alert of an invented monitor. */
public final class SampleContext {
  private SampleContext() {}

  /** Every variable with a sample value. */
  public static Map<String, Object> variables() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("ALERT_TITLE", "Test: Shop has failed");
    all.put("ALERT_TYPE", "ALERT_FAILURE");
    all.put("CHECK_ID", "00000000-0000-4000-8000-000000000000");
    all.put("CHECK_NAME", "Shop");
    all.put("CHECK_DESCRIPTION", "An example: this message is a test.");
    all.put("CHECK_TYPE", "URL");
    all.put("CHECK_RESULT_ID", "00000000-0000-4000-8000-000000000001");
    all.put("CHECK_ERROR_MESSAGE", "The server answered with status 503");
    all.put("GROUP_NAME", "Web");
    all.put("IS_REMINDER", false);
    all.put("REMINDER_SEQUENCE", 0);
    all.put("REGION", "Frankfurt");
    all.put("RUN_LOCATION", "eu-central-1");
    all.put("RESPONSE_TIME", 1250);
    all.put(
        "LOCATIONS",
        List.of(
            Map.of(
                "location",
                "eu-central-1",
                "verdict",
                "FAILED",
                "error",
                "The server answered with status 503",
                "responseTime",
                1250),
            Map.of("location", "us-east-1", "verdict", "PASSED", "responseTime", 310)));
    all.put(
        "LOCATIONS_SUMMARY",
        "failed at 1 of 2 locations (1 needed): eu-central-1; passed: us-east-1");
    all.put("LOCATIONS_FAILED", 1);
    all.put("LOCATIONS_DEGRADED", 0);
    all.put("LOCATIONS_PASSED", 1);
    all.put("LOCATIONS_OUTSTANDING", 0);
    all.put("LOCATIONS_NEEDED", 1);
    all.put(
        "RESULT_LINK", "https://example.com/console/monitors/00000000-0000-4000-8000-000000000000");
    all.put("STARTED_AT", "2026-02-10T13:45:09.120Z");
    all.put("TAGS", List.of("shop", "team:payments"));
    all.put("SSL_CHECK_DOMAIN", "example.com");
    all.put("SSL_DAYS_REMAINING", 30);
    all.put("API_CHECK_RESPONSE_STATUS_CODE", 503);
    all.put("API_CHECK_RESPONSE_STATUS_TEXT", "Service Unavailable");
    all.put("url", "https://example.com/");
    return all;
  }
}
