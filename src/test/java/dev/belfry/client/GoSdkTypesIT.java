package dev.belfry.client;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lives of checks of every type in the exact shapes of the Go SDK 1.22. */
class GoSdkTypesIT {
  private static final String ZERO = "0001-01-01T00:00:00Z";
  private static final String ALERTS =
      """
      "alertSettings":{"escalationType":"RUN_BASED","runBasedEscalation":{"failedRunThreshold":1},
       "timeBasedEscalation":{},"reminders":{},"parallelRunFailureThreshold":{},
       "sslCertificates":{}},"useGlobalAlertSettings":true,"triggerIncident":null""";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme).with("x-checkly-source", "go-sdk");
  private final SdkLife sdk = new SdkLife(client);

  /** The SDK updates API checks at the address of all checks. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tcp  | tcp/ID | "degradedResponseTime":4000,"maxResponseTime":5000,"request":{"hostname":"127.0.0.1","port":80,"data":"x","ipFamily":"IPv4","assertions":[{"edit":false,"order":0,"arrayIndex":0,"arraySelector":0,"source":"RESPONSE_TIME","property":"","comparison":"LESS_THAN","target":"100"}]},"privateLocations":[],"runtimeId":null,"shouldFail":false
          tcp  | tcp/ID | "request":{"hostname":"127.0.0.1","port":80},"privateLocations":[],"runtimeId":null,"shouldFail":true
          dns  | dns/ID | "degradedResponseTime":500,"maxResponseTime":1000,"request":{"recordType":"AAAA","query":"example.org","nameServer":"192.0.2.1","port":5353,"protocol":"TCP","assertions":[]},"shouldFail":false
          dns  | dns/ID | "request":{"recordType":"A","query":"example.org","assertions":[]},"shouldFail":false
          ssl  | ssl/ID | "request":{"sslConfig":{"hostname":"example.org","port":8443,"serverName":"www.example.org","ipFamily":"IPv4","skipChainValidation":true,"handshakeTimeoutMs":5000,"alertDaysBeforeExpiry":20}},"privateLocations":[],"runtimeId":null,"shouldFail":false
          ssl  | ssl/ID | "request":{"sslConfig":{"hostname":"example.org","skipChainValidation":false}},"privateLocations":[],"runtimeId":null,"shouldFail":false
          api  | ID     | "degradedResponseTime":10000,"maxResponseTime":20000,"environmentVariables":[{"key":"A","value":"1","locked":false,"secret":false}],"sslCheckDomain":"","sslCheck":false,"heartbeat":{"period":0,"periodUnit":"","grace":0,"graceUnit":"","pingToken":""},"request":{"method":"POST","url":"http://127.0.0.1:1/","followRedirects":true,"skipSSL":false,"body":"{}","bodyType":"JSON","headers":[{"key":"x-a","value":"1","locked":false}],"queryParameters":[],"assertions":[],"ipFamily":"IPv4"},"privateLocations":[],"runtimeId":"2025.04","shouldFail":false
          api  | ID     | "degradedResponseTime":10000,"maxResponseTime":20000,"environmentVariables":null,"request":{"method":"GET","url":"http://127.0.0.1:1/","followRedirects":false,"skipSSL":true,"body":"","headers":[],"queryParameters":[],"assertions":[]},"privateLocations":[],"runtimeId":null,"shouldFail":true
          """)
  void checkLives(String type, String update, String own) {
    String body =
        """
        {"id":"","name":"%s","description":null,"checkType":"%s","frequency":10,"activated":true,
         "muted":false,"runParallel":false,"locations":["eu-west-1"],"doubleCheck":false,
         "groupId":null,"retryStrategy":null,"created_at":"%s","updated_at":"%s",%s,%s}""";
    sdk.lives(
        "/v1/checks/" + type + "?autoAssignAlerts=false",
        "/v1/checks/" + update + "?autoAssignAlerts=false",
        "/v1/checks/ID",
        body.formatted("One", type.toUpperCase(Locale.ROOT), ZERO, ZERO, ALERTS, own),
        body.formatted("Two", type.toUpperCase(Locale.ROOT), ZERO, ZERO, ALERTS, own));
  }

  @ParameterizedTest
  @CsvSource({"5,minutes,1,minutes", "1,days,2,hours"})
  void heartbeatMonitorLives(int period, String unit, int grace, String graceUnit) {
    String body =
        """
        {"id":"","name":"%s","description":null,"activated":true,"muted":false,
         "heartbeat":{"period":%d,"periodUnit":"%s","grace":%d,"graceUnit":"%s"},
         "createdAt":"%s","updatedAt":"%s",%s}""";
    sdk.lives(
        "/v1/checks/heartbeat?autoAssignAlerts=false",
        "/v1/checks/heartbeat/ID?autoAssignAlerts=false",
        "/v1/checks/ID",
        body.formatted("One", period, unit, grace, graceUnit, ZERO, ZERO, ALERTS),
        body.formatted("Two", period, unit, grace, graceUnit, ZERO, ZERO, ALERTS));
  }
}
