package dev.belfry.fuzz;

import dev.belfry.monitoring.check.CheckType;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a path can name; an id is the list of its path parameters. */
enum OwnedKind {
  ACCOUNT("/v1/accounts/{id}", "/next/accounts/{id}", "/accounts/{id}"),
  RUNTIME("/v1/runtimes/{id}"),
  CHECK(
      "/v1/checks/{id}",
      "/v2/checks/{id}",
      "/v3/checks/{id}",
      "/v1/triggers/checks/{id}",
      "/v1/checks/url/{id}",
      "/v1/analytics/url-monitors/{id}",
      "/v1/badges/checks/{id}",
      "/v1/check-results/{checkId}",
      "/v2/check-results/{checkId}",
      "/v1/error-groups/checks/{checkId}",
      "/v1/check-alerts/{checkId}",
      "/v1/check-statuses/{checkId}"),
  API_CHECK("/v1/checks/api/{id}", "/v1/analytics/api-checks/{id}"),
  TCP_CHECK("/v1/checks/tcp/{id}", "/v1/analytics/tcp-checks/{id}"),
  DNS_CHECK("/v1/checks/dns/{id}", "/v1/analytics/dns/{id}"),
  ICMP_CHECK("/v1/checks/icmp/{id}", "/v1/analytics/icmp/{id}"),
  SSL_CHECK("/v1/checks/ssl/{id}", "/v1/analytics/ssl/{id}"),
  HEARTBEAT_CHECK(
      "/v1/checks/heartbeat/{id}",
      "/v1/analytics/heartbeat-checks/{id}",
      "/v1/checks/heartbeats/{checkId}"),
  HEARTBEAT_EVENT("/v1/checks/heartbeats/{checkId}/events/{id}"),
  RESULT("/v1/check-results/{checkId}/{resultId}"),
  GROUP(
      "/v1/check-groups/{id}",
      "/v2/check-groups/{id}",
      "/v1/badges/groups/{id}",
      "/v1/triggers/check-groups/{id}"),
  MEMBER("/v1/check-groups/{id}/checks/{checkId}", "/v2/check-groups/{id}/checks/{checkId}"),
  CHECK_TRIGGER("/checks/{id}/trigger/{token}"),
  GROUP_TRIGGER("/check-groups/{id}/trigger/{token}"),
  CHANNEL("/v1/alert-channels/{id}"),
  NOTIFICATION("/v1/alert-notifications/{id}"),
  ALERT("/v2/check-alerts/{id}"),
  ALERT_GROUP("/v1/alert-groups/{id}"),
  SERVICE("/v1/status-pages/services/{id}"),
  INCIDENT("/v1/status-pages/incidents/{incidentId}", "/v1/incident-audience/{incidentId}"),
  INCIDENT_UPDATE("/v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId}"),
  PAGE("/v1/status-pages/{id}"),
  SUBSCRIPTION("/v1/status-pages/{id}/subscriptions/{subscriptionId}"),
  PAGE_KEY("/v1/status-pages/{id}/keys/{keyId}"),
  PAGE_URL("/status/{url}"),
  PAGE_MONTH("/status/{url}/history/{month}"),
  PAGE_INCIDENT("/status/{url}/incidents/{incidentId}"),
  PRIVATE_URL("/status/{url}/access"),
  SUBSCRIPTION_LINK("/v1/subscriptions/{token}"),
  ALERT_LINK("/v1/alert-links/{token}"),
  ALERT_HOOK("/v1/alert-hooks/{token}"),
  LOCATION("/v1/private-locations/{id}"),
  LOCATION_KEY("/v1/private-locations/{id}/keys/{keyId}"),
  VARIABLE("/v1/variables/{key}"),
  CLIENT_CERTIFICATE("/v1/client-certificates/{id}"),
  WINDOW("/v1/maintenance-windows/{id}"),
  OBJECTIVE("/v1/objectives/{id}"),
  ON_CALL("/v1/on-call-schedules/{id}"),
  OVERRIDE("/v1/on-call-schedules/{id}/overrides/{overrideId}"),
  TEAM("/v1/teams/{id}"),
  SESSION("/v1/check-sessions/{id}", "/v2/check-sessions/{id}"),
  TEST_SESSION(
      "/v1/test-sessions/{id}", "/next/test-sessions/{id}", "/v1/test-sessions/scheduling/{id}"),
  TEST_RESULT(
      "/v1/test-sessions/{id}/results/{resultId}", "/next/test-sessions/{id}/results/{resultId}"),
  PROJECT("/v1/projects/{logicalId}", "/next/projects/{logicalId}"),
  DEPLOYMENT("/v1/projects/{logicalId}/deployments/{deploymentId}"),
  DELETED("/v1/deleted-resources/{id}"),
  API_KEY("/v1/api-keys/{id}"),
  INVITATION("/v1/accounts/me/members/{id}"),
  INVITATION_OF_ACCOUNT("/v1/accounts/{id}/members/{memberId}"),
  PERSON_SESSION("/console/sessions/{id}"),
  DEVICE("/console/devices/{id}");

  @SuppressWarnings("ImmutableEnumChecker") // The list is a copy that nothing changes.
  private final List<String> prefixes;

  OwnedKind(String... prefixes) {
    this.prefixes = List.of(prefixes);
  }

  /** What a path template names, empty when it has no parameter. */
  static Optional<OwnedKind> of(String template) {
    return Stream.of(values())
        .filter(kind -> kind.length(template) > 0)
        .max(Comparator.comparingInt(kind -> kind.length(template)));
  }

  /** The kind of checks of a type; empty for URL monitors, which are checks before all. */
  static Optional<OwnedKind> ofCheck(CheckType type) {
    return Stream.of(values()).filter(kind -> kind.name().equals(type + "_CHECK")).findFirst();
  }

  /** The kind that it is a part of, such as checks for those of one type; else itself. */
  OwnedKind whole() {
    return name().endsWith("_CHECK") ? CHECK : this;
  }

  /**
   * What a deletion at a path removes: the trigger URL of a check or group, not the thing itself.
   */
  OwnedKind deletedAt(String template) {
    if (!template.startsWith("/v1/triggers/")) {
      return this;
    }
    return this == CHECK ? CHECK_TRIGGER : GROUP_TRIGGER;
  }

  private int length(String template) {
    return prefixes.stream()
        .filter(prefix -> (template + "/").startsWith(prefix + "/"))
        .mapToInt(String::length)
        .max()
        .orElse(0);
  }

  /** The first path that names one. */
  String template() {
    return prefixes.get(0);
  }

  /** Whether what it names may be seen by everybody. */
  boolean isPublic() {
    return switch (this) {
      case RUNTIME,
          PAGE_URL,
          PAGE_MONTH,
          PAGE_INCIDENT,
          PRIVATE_URL,
          SUBSCRIPTION_LINK,
          ALERT_LINK,
          ALERT_HOOK,
          CHECK_TRIGGER,
          GROUP_TRIGGER ->
          true;
      default -> false;
    };
  }
}
