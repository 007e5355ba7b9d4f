package dev.belfry.projects.importer;

import java.util.List;

/** Classifies the members of a monitor in a backup. */
final class KumaFields {
  /** They say how the body of an answer is judged. */
  static final List<String> OF_BODIES =
      List.of("keyword", "invertKeyword", "jsonPath", "jsonPathOperator", "expectedValue");

  /** They say what a request carries. */
  static final List<String> OF_REQUESTS =
      List.of(
          "headers",
          "body",
          "basic_auth_user",
          "basic_auth_pass",
          "authMethod",
          "authWorkstation",
          "authDomain",
          "tlsCa",
          "tlsCert",
          "tlsKey",
          "oauth_client_id",
          "oauth_client_secret",
          "oauth_token_url",
          "oauth_scopes",
          "oauth_audience");

  /** They say something about others of {@link #OF_REQUESTS} and nothing alone. */
  static final List<String> WITH_OTHERS = List.of("httpBodyEncoding", "oauth_auth_method");

  /** They are there in every monitor of newer versions. */
  static final List<String> USUALLY_EMPTY =
      List.of(
          "conditions",
          "cacheBust",
          "domainExpiryNotification",
          "saveResponse",
          "saveErrorResponse");

  /** Ids, places on the screen, and states of the moment in which the backup was made. */
  private static final List<String> MEANINGLESS =
      List.of(
          "id",
          "weight",
          "userId",
          "user_id",
          "pathName",
          "path",
          "childrenIDs",
          "forceInactive",
          "includeSensitiveData",
          "maintenance",
          "dns_last_result",
          "screenshot",
          "createdDate",
          "created_date");

  /** Begin names of members that only monitors of other types look at. */
  private static final List<String> OF_OTHERS =
      List.of(
          "hostname",
          "port",
          "dns_",
          "docker_",
          "pushToken",
          "mqtt",
          "radius",
          "grpc",
          "kafka",
          "database",
          "game",
          "packetSize",
          "ping_",
          "snmp",
          "smtp",
          "rabbitmq",
          "remote_browser",
          "system_service",
          "ntp",
          "manual_status");

  /** A group has them too, though it sends no request. */
  private static final List<String> OF_MONITORS =
      List.of(
          "url",
          "method",
          "interval",
          "retryInterval",
          "maxretries",
          "resendInterval",
          "timeout",
          "upsideDown",
          "accepted_statuscodes",
          "maxredirects",
          "ignoreTls",
          "ipFamily",
          "proxyId",
          "expiryNotification");

  private KumaFields() {}

  /** Settles what means nothing to a monitor of a web address, or to a group. */
  static void ofNobody(TrackedObject from) {
    from.meaningless(MEANINGLESS);
    for (String name : from.names()) {
      if (OF_OTHERS.stream().anyMatch(name::startsWith)) {
        from.meaningless(List.of(name));
      }
    }
  }

  /** Settles what means nothing to a group. */
  static void ofMonitorsAlone(TrackedObject from) {
    List.of(OF_MONITORS, OF_BODIES, OF_REQUESTS, WITH_OTHERS, USUALLY_EMPTY)
        .forEach(from::meaningless);
  }
}
