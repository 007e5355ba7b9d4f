package dev.belfry.platform.config;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Every configuration key with its place in the YAML file, its environment variable and its
 * default.
 */
enum ConfigKey {
  HTTP_HOST("http.host", "BELFRY_HTTP_HOST", "0.0.0.0"),
  HTTP_PORT("http.port", "BELFRY_HTTP_PORT", "8080"),
  HTTP_MAX_BODY_BYTES("http.maxBodyBytes", "BELFRY_HTTP_MAX_BODY_BYTES", "1048576"),
  HTTP_MAX_CONNECTIONS("http.maxConnections", "BELFRY_HTTP_MAX_CONNECTIONS", "10000"),
  HTTP_IDLE_TIMEOUT("http.idleTimeout", "BELFRY_HTTP_IDLE_TIMEOUT", "75s"),
  HTTP_BODY_TIMEOUT("http.bodyTimeout", "BELFRY_HTTP_BODY_TIMEOUT", "20s"),
  HTTP_EVENT_LOOPS("http.eventLoops", "BELFRY_HTTP_EVENT_LOOPS", "0"),
  HTTP_ACCESS_LOG("http.accessLog", "BELFRY_ACCESS_LOG", "auto"),
  HTTP_TRUSTED_PROXIES("http.trustedProxies", "BELFRY_TRUSTED_PROXIES", null),
  HTTP_TLS_CERTIFICATE("http.tls.certificate", "BELFRY_TLS_CERTIFICATE", null),
  HTTP_TLS_KEY("http.tls.key", "BELFRY_TLS_KEY", null),
  MANAGEMENT_HOST("management.host", "BELFRY_MANAGEMENT_HOST", "0.0.0.0"),
  MANAGEMENT_PORT("management.port", "BELFRY_MANAGEMENT_PORT", "8081"),
  DATABASE_URL("database.url", "BELFRY_DATABASE_URL", null, true),
  DATABASE_SESSION_URL("database.sessionUrl", "BELFRY_DATABASE_SESSION_URL", null, true),
  DATABASE_PREPARED_STATEMENTS(
      "database.preparedStatements", "BELFRY_DATABASE_PREPARED_STATEMENTS", "false"),
  DATABASE_READ_URL("database.readUrl", "BELFRY_DATABASE_READ_URL", null, true),
  DATABASE_READ_LAG("database.readLag", "BELFRY_DATABASE_READ_LAG", "100ms"),
  DATABASE_DATA_DIR("database.dataDir", "BELFRY_DATA_DIR", ".belfry"),
  DATABASE_POOL_SIZE("database.poolSize", "BELFRY_DATABASE_POOL_SIZE", "10"),
  DATABASE_TIMEOUT("database.timeout", "BELFRY_DATABASE_TIMEOUT", "900ms"),
  DATABASE_MAX_WAITING("database.maxWaiting", "BELFRY_DATABASE_MAX_WAITING", "2000"),
  KEYS_SECRET("keys.secret", "BELFRY_KEY_SECRET", null, true),
  KEYS_SEALING("keys.sealing", "BELFRY_SEALING_KEY", null, true),
  RATE_LIMIT("rateLimit.limit", "BELFRY_RATE_LIMIT", "600"),
  RATE_LIMIT_ACCOUNT_FACTOR("rateLimit.accountFactor", "BELFRY_RATE_LIMIT_ACCOUNT_FACTOR", "20"),
  RATE_LIMIT_ROUTES("rateLimit.routes", "BELFRY_RATE_LIMIT_ROUTES", null),
  QUOTAS("quotas", "BELFRY_QUOTAS", null),
  PROBE_LOCATIONS("probe.locations", "BELFRY_LOCATIONS", "all"),
  PROBE_ALLOW_PRIVATE_TARGETS("probe.allowPrivateTargets", "BELFRY_ALLOW_PRIVATE_TARGETS", "auto"),
  PROBE_ALLOW_TARGETS("probe.allowTargets", "BELFRY_ALLOW_TARGETS", null),
  PROBE_MAX_IN_FLIGHT("probe.maxInFlight", "BELFRY_PROBE_MAX_IN_FLIGHT", "2000"),
  PROBE_MAX_PER_HOST("probe.maxPerHost", "BELFRY_PROBE_MAX_PER_HOST", "200"),
  RESULTS_RETENTION("results.retention", "BELFRY_RESULTS_RETENTION", "30d"),
  AUDIT_RETENTION("audit.retention", "BELFRY_AUDIT_RETENTION", "365d"),
  SUBSCRIBERS_ALLOW_PRIVATE_TARGETS(
      "subscribers.allowPrivateTargets", "BELFRY_SUBSCRIBERS_ALLOW_PRIVATE_TARGETS", "false"),
  SUBSCRIBERS_MAX_PER_PAGE("subscribers.maxPerPage", "BELFRY_SUBSCRIBERS_MAX_PER_PAGE", "50000"),
  SUBSCRIBERS_MAX_UNCONFIRMED(
      "subscribers.maxUnconfirmed", "BELFRY_SUBSCRIBERS_MAX_UNCONFIRMED", "200"),
  SUBSCRIBERS_MAX_PER_HOST("subscribers.maxPerHost", "BELFRY_SUBSCRIBERS_MAX_PER_HOST", "20"),
  SUBSCRIBERS_SMS("subscribers.sms", "BELFRY_SUBSCRIBERS_SMS", null),
  SUBSCRIBERS_MAX_CODES("subscribers.maxCodes", "BELFRY_SUBSCRIBERS_MAX_CODES", "100"),
  SUBSCRIBERS_SLACK("subscribers.slack", "BELFRY_SUBSCRIBERS_SLACK", null),
  PERSONS_SMS("persons.sms", "BELFRY_PERSONS_SMS", null),
  PERSONS_MAX_CODES("persons.maxCodes", "BELFRY_PERSONS_MAX_CODES", "500"),
  SMTP_URL("smtp.url", "BELFRY_SMTP_URL", null, true),
  SMTP_FROM("smtp.from", "BELFRY_SMTP_FROM", "auto"),
  SMTP_CONNECTIONS("smtp.connections", "BELFRY_SMTP_CONNECTIONS", "10"),
  SMS_URL("sms.url", "BELFRY_SMS_URL", null),
  SMS_TOKEN("sms.token", "BELFRY_SMS_TOKEN", null, true),
  CALLS_URL("calls.url", "BELFRY_CALLS_URL", null),
  CALLS_TOKEN("calls.token", "BELFRY_CALLS_TOKEN", null, true),
  SLACK_URL("slack.url", "BELFRY_SLACK_URL", "https://slack.com/api"),
  SLACK_TOKEN("slack.token", "BELFRY_SLACK_TOKEN", null, true),
  PAGERDUTY_URL("pagerDuty.url", "BELFRY_PAGERDUTY_URL", "https://events.pagerduty.com"),
  OPSGENIE_URL("opsgenie.url", "BELFRY_OPSGENIE_URL", "https://api.opsgenie.com"),
  OPSGENIE_EU_URL("opsgenie.euUrl", "BELFRY_OPSGENIE_EU_URL", "https://api.eu.opsgenie.com"),
  FILES_PATH("files.path", "BELFRY_FILES", "auto"),
  FILES_ACCOUNT("files.account", "BELFRY_FILES_ACCOUNT", null),
  PUBLIC_URL("publicUrl", "BELFRY_PUBLIC_URL", null),
  ADMIN_EMAIL("adminEmail", "BELFRY_ADMIN_EMAIL", null),
  DOMAINS_OWN("domains.own", "BELFRY_OWN_HOSTS", null),
  DOMAINS_CUSTOM("domains.custom", "BELFRY_CUSTOM_DOMAINS", "verified"),
  DOMAINS_NAME_SERVER("domains.nameServer", "BELFRY_DOMAINS_NAME_SERVER", null),
  SHUTDOWN_DELAY("shutdown.delay", "BELFRY_SHUTDOWN_DELAY", "auto"),
  SHUTDOWN_GRACE("shutdown.grace", "BELFRY_SHUTDOWN_GRACE", "10s"),
  TRACES_ENDPOINT("traces.endpoint", "BELFRY_TRACES_ENDPOINT", null),
  TRACES_HEADERS("traces.headers", "BELFRY_TRACES_HEADERS", null, true),
  TRACES_SERVICE("traces.service", "BELFRY_TRACES_SERVICE", "belfry"),
  TRACES_SAMPLE("traces.sample", "BELFRY_TRACES_SAMPLE", "1"),
  OIDC_ISSUER("oidc.issuer", "BELFRY_OIDC_ISSUER", null),
  OIDC_CLIENT_ID("oidc.clientId", "BELFRY_OIDC_CLIENT_ID", null),
  OIDC_CLIENT_SECRET("oidc.clientSecret", "BELFRY_OIDC_CLIENT_SECRET", null, true),
  OIDC_NAME("oidc.name", "BELFRY_OIDC_NAME", "SSO"),
  OIDC_SCOPES("oidc.scopes", "BELFRY_OIDC_SCOPES", "openid,email,profile"),
  OIDC_ROLES_CLAIM("oidc.rolesClaim", "BELFRY_OIDC_ROLES_CLAIM", null),
  OIDC_ROLES("oidc.roles", "BELFRY_OIDC_ROLES", null),
  LOG_LEVEL("log.level", "BELFRY_LOG_LEVEL", "info"),
  LOG_FORMAT("log.format", "BELFRY_LOG_FORMAT", "auto");

  private final String path;
  private final String variable;
  private final @Nullable String preset;
  private final boolean secret;

  ConfigKey(String path, String variable, @Nullable String preset) {
    this(path, variable, preset, false);
  }

  ConfigKey(String path, String variable, @Nullable String preset, boolean secret) {
    this.path = path;
    this.variable = variable;
    this.preset = preset;
    this.secret = secret;
  }

  /** Dotted place in the YAML file. */
  String path() {
    return path;
  }

  /** Name of the environment variable. */
  String variable() {
    return variable;
  }

  /** The default as it would be written; empty = unset. */
  Optional<String> preset() {
    return Optional.ofNullable(preset);
  }

  /** Whether the value must not appear in a message. */
  boolean secret() {
    return secret;
  }
}
