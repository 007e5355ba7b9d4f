package dev.belfry.platform.config;

import static dev.belfry.platform.config.ConfigKey.*;
import static dev.belfry.platform.config.ValueParser.duration;

import dev.belfry.platform.guard.Cidr;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Builds the {@link Config} from defaults, the YAML file and the environment; the latter wins over
 * the former.
 */
public final class ConfigLoader {
  private static final String DEFAULT_FILE = "config/belfry.yaml";
  private static final String DEFAULT_FILES = "config/groups";
  private static final int MOST_EVENT_LOOPS = 16;

  private final Settings settings;
  private final boolean embedded;

  private ConfigLoader(Settings settings) {
    this.settings = settings;
    this.embedded = !settings.isSet(DATABASE_URL);
  }

  /**
   * Reads the file named by {@code BELFRY_CONFIG}, else {@code config/belfry.yaml} if there is one,
   * and the environment.
   *
   * @param workingDirectory what relative paths start from
   * @throws ConfigException with every problem found
   */
  public static Config load(Map<String, String> environment, Path workingDirectory) {
    List<String> problems = new ArrayList<>();
    Map<ConfigKey, Settings.Entry> entries = new EnumMap<>(ConfigKey.class);
    entries.putAll(
        file(environment.getOrDefault(Environment.FILE, ""), workingDirectory, problems));
    entries.putAll(Environment.read(environment, problems));
    Config config = new ConfigLoader(new Settings(entries, problems)).config(workingDirectory);
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
    return config;
  }

  private static Map<ConfigKey, Settings.Entry> file(
      String named, Path workingDirectory, List<String> problems) {
    try {
      Path path = workingDirectory.resolve(named.isBlank() ? DEFAULT_FILE : named.strip());
      if (named.isBlank() && !Files.exists(path)) {
        return Map.of();
      }
      String name = Objects.requireNonNull(path.getFileName()).toString();
      return YamlFile.read(name, Files.readString(path), problems);
    } catch (IOException | InvalidPathException e) {
      String where =
          named.isBlank() ? DEFAULT_FILE : Environment.FILE + ": " + Messages.quote(named);
      problems.add(where + " cannot be read; it must be a YAML file in UTF-8");
      return Map.of();
    }
  }

  private Config config(Path workingDirectory) {
    URI publicUrl = settings.optional(PUBLIC_URL, ValueParser::webAddress);
    Config.Log log = log();
    Config config =
        new Config(
            http(workingDirectory, log),
            new Config.Management(
                settings.value(MANAGEMENT_HOST, ValueParser::host),
                settings.value(MANAGEMENT_PORT, ValueParser.integer(0, 65535))),
            database(workingDirectory),
            keys(),
            rateLimit(),
            quotas(),
            probe(),
            new Config.Results(settings.value(RESULTS_RETENTION, ValueParser.days(1, 400))),
            new Config.Audit(settings.value(AUDIT_RETENTION, ValueParser.days(1, 3650))),
            subscribers(),
            new PersonsConfig(
                numbers(PERSONS_SMS),
                settings.value(PERSONS_MAX_CODES, ValueParser.integer(10, 1_000_000))),
            smtp(publicUrl),
            gateway(SMS_URL, SMS_TOKEN),
            gateway(CALLS_URL, CALLS_TOKEN),
            new Config.Slack(
                settings.value(SLACK_URL, ValueParser::webAddress),
                settings.optional(SLACK_TOKEN, ValueParser::secret)),
            new Config.OnCall(
                settings.value(PAGERDUTY_URL, ValueParser::webAddress),
                settings.value(OPSGENIE_URL, ValueParser::webAddress),
                settings.value(OPSGENIE_EU_URL, ValueParser::webAddress)),
            files(workingDirectory),
            publicUrl,
            settings.optional(ADMIN_EMAIL, Mailbox::plain),
            domains(),
            shutdown(),
            TraceParser.traces(settings),
            OidcParser.oidc(settings, publicUrl),
            log);
    if (config.http().port() != 0 && config.http().port() == config.management().port()) {
      settings.problem(
          HTTP_PORT.variable()
              + " and "
              + MANAGEMENT_PORT.variable()
              + ": must be two different ports, not both "
              + config.http().port());
    }
    return config;
  }

  private Config.Http http(Path workingDirectory, Config.Log log) {
    List<Cidr> proxies = settings.optional(HTTP_TRUSTED_PROXIES, ListParser::ranges);
    int loops = settings.value(HTTP_EVENT_LOOPS, ValueParser.integer(0, 256));
    int processors = Math.min(Runtime.getRuntime().availableProcessors(), MOST_EVENT_LOOPS);
    return new Config.Http(
        settings.value(HTTP_HOST, ValueParser::host),
        settings.value(HTTP_PORT, ValueParser.integer(0, 65535)),
        settings.value(HTTP_MAX_BODY_BYTES, ValueParser.integer(1024, 64 << 20)),
        settings.value(HTTP_MAX_CONNECTIONS, ValueParser.integer(1, 1_000_000)),
        settings.value(HTTP_IDLE_TIMEOUT, duration(Duration.ofSeconds(1), Duration.ofHours(1))),
        settings.value(HTTP_BODY_TIMEOUT, duration(Duration.ofMillis(100), Duration.ofMinutes(10))),
        loops == 0 ? processors : loops,
        settings.automatic(
            HTTP_ACCESS_LOG,
            log.format() == LogFormat.TEXT ? AccessLog.FAILURES : AccessLog.ALL,
            ValueParser.word(AccessLog.class)),
        proxies == null ? List.of() : proxies,
        tls(workingDirectory));
  }

  private Config.@Nullable Tls tls(Path workingDirectory) {
    Path certificate = settings.optional(HTTP_TLS_CERTIFICATE, ValueParser::file);
    Path key = settings.optional(HTTP_TLS_KEY, ValueParser::file);
    if (settings.isSet(HTTP_TLS_CERTIFICATE) != settings.isSet(HTTP_TLS_KEY)) {
      settings.problem(
          HTTP_TLS_CERTIFICATE.variable()
              + " and "
              + HTTP_TLS_KEY.variable()
              + ": must both be set, or none of them");
    }
    return certificate == null || key == null
        ? null
        : new Config.Tls(workingDirectory.resolve(certificate), workingDirectory.resolve(key));
  }

  private Config.Database database(Path workingDirectory) {
    return new Config.Database(
        databaseAddress(),
        workingDirectory.resolve(settings.value(DATABASE_DATA_DIR, ValueParser::path)),
        settings.value(DATABASE_POOL_SIZE, ValueParser.integer(1, 1000)),
        settings.value(DATABASE_TIMEOUT, duration(Duration.ofMillis(10), Duration.ofMinutes(1))),
        settings.value(DATABASE_MAX_WAITING, ValueParser.integer(0, 1_000_000)),
        reads());
  }

  /** Behind the pooler that the primary is behind too, but without prepared statements. */
  private Config.@Nullable Reads reads() {
    DatabaseAddress address = settings.optional(DATABASE_READ_URL, DatabaseUrl::parseReplicas);
    Duration lag =
        settings.value(DATABASE_READ_LAG, duration(Duration.ofMillis(5), Duration.ofSeconds(1)));
    if (settings.isSet(DATABASE_READ_URL) && embedded) {
      settings.problem(
          DATABASE_READ_URL.variable()
              + ": leads to replicas of the Postgres at "
              + DATABASE_URL.variable()
              + ", which must be set too");
    }
    if (address == null) {
      return null;
    }
    boolean pooled = settings.isSet(DATABASE_SESSION_URL);
    return new Config.Reads(pooled ? address.behindPooler(address, false) : address, lag);
  }

  private @Nullable DatabaseAddress databaseAddress() {
    DatabaseAddress address = settings.optional(DATABASE_URL, DatabaseUrl::parse);
    DatabaseAddress session = settings.optional(DATABASE_SESSION_URL, DatabaseUrl::parse);
    boolean prepared = settings.value(DATABASE_PREPARED_STATEMENTS, ValueParser::truth);
    if (settings.isSet(DATABASE_SESSION_URL) && !settings.isSet(DATABASE_URL)) {
      settings.problem(
          DATABASE_SESSION_URL.variable()
              + ": leads past the pooler at "
              + DATABASE_URL.variable()
              + ", which must be set too");
    }
    return address == null || session == null ? address : address.behindPooler(session, prepared);
  }

  private Config.Keys keys() {
    List<Secret> secrets = settings.optional(KEYS_SECRET, ListParser::secrets);
    List<Secret> sealing = settings.optional(KEYS_SEALING, ListParser::sealingKeys);
    return new Config.Keys(
        secrets == null ? List.of() : secrets, sealing == null ? List.of() : sealing);
  }

  private Config.RateLimit rateLimit() {
    Map<String, RouteLimit> routes = settings.optional(RATE_LIMIT_ROUTES, ListParser::routes);
    return new Config.RateLimit(
        settings.value(RATE_LIMIT, ValueParser.integer(0, ListParser.MAX_LIMIT)),
        settings.value(RATE_LIMIT_ACCOUNT_FACTOR, ValueParser.integer(0, 1_000_000)),
        routes == null ? Map.of() : routes);
  }

  private Config.Gateway gateway(ConfigKey url, ConfigKey token) {
    return new Config.Gateway(
        settings.optional(url, ValueParser::webAddress),
        settings.optional(token, ValueParser::secret));
  }

  private Quotas quotas() {
    Quotas quotas = settings.optional(QUOTAS, ListParser::quotas);
    return quotas == null ? Quotas.PRESET : quotas;
  }

  private Config.Probe probe() {
    List<Cidr> allowed = settings.optional(PROBE_ALLOW_TARGETS, ListParser::ranges);
    return new Config.Probe(
        settings.value(PROBE_LOCATIONS, ListParser::locations),
        settings.automatic(PROBE_ALLOW_PRIVATE_TARGETS, embedded, ValueParser::truth),
        allowed == null ? List.of() : allowed,
        settings.value(PROBE_MAX_IN_FLIGHT, ValueParser.integer(1, 100_000)),
        settings.value(PROBE_MAX_PER_HOST, ValueParser.integer(1, 100_000)));
  }

  private Config.Subscribers subscribers() {
    List<URI> slack = settings.optional(SUBSCRIBERS_SLACK, ListParser::webAddresses);
    return new Config.Subscribers(
        settings.value(SUBSCRIBERS_ALLOW_PRIVATE_TARGETS, ValueParser::truth),
        settings.value(SUBSCRIBERS_MAX_PER_PAGE, ValueParser.integer(1, 10_000_000)),
        settings.value(SUBSCRIBERS_MAX_UNCONFIRMED, ValueParser.integer(1, 1_000_000)),
        settings.value(SUBSCRIBERS_MAX_PER_HOST, ValueParser.integer(1, 1_000_000)),
        numbers(SUBSCRIBERS_SMS),
        settings.value(SUBSCRIBERS_MAX_CODES, ValueParser.integer(1, 1_000_000)),
        slack == null ? List.of() : slack);
  }

  private List<String> numbers(ConfigKey key) {
    List<String> beginnings = settings.optional(key, ListParser::numbers);
    return beginnings == null ? List.of() : beginnings;
  }

  private Config.Smtp smtp(@Nullable URI publicUrl) {
    SmtpAddress server = settings.optional(SMTP_URL, SmtpUrl::parse);
    return new Config.Smtp(
        server,
        settings.automatic(SMTP_FROM, Mailbox.automatic(server, publicUrl), Mailbox::parse),
        settings.value(SMTP_CONNECTIONS, ValueParser.integer(1, 100)));
  }

  private Config.Files files(Path workingDirectory) {
    Path preset = workingDirectory.resolve(DEFAULT_FILES);
    Optional<Path> path =
        settings.automatic(
            FILES_PATH,
            Files.isDirectory(preset) ? Optional.of(preset) : Optional.empty(),
            text -> ValueParser.present(workingDirectory, text));
    return new Config.Files(path.orElse(null), settings.optional(FILES_ACCOUNT, ValueParser::guid));
  }

  private Config.Domains domains() {
    List<String> own = settings.optional(DOMAINS_OWN, ListParser::hosts);
    return new Config.Domains(
        own == null ? List.of() : own,
        settings.value(DOMAINS_CUSTOM, ValueParser.word(CustomDomainMode.class)),
        settings.optional(DOMAINS_NAME_SERVER, ValueParser::nameServer));
  }

  private Config.Shutdown shutdown() {
    var range = duration(Duration.ZERO, Duration.ofMinutes(10));
    return new Config.Shutdown(
        settings.automatic(SHUTDOWN_DELAY, Duration.ofSeconds(embedded ? 0 : 5), range),
        settings.value(SHUTDOWN_GRACE, range));
  }

  private Config.Log log() {
    return new Config.Log(
        settings.value(LOG_LEVEL, ValueParser.word(LogLevel.class)),
        settings.automatic(
            LOG_FORMAT,
            embedded ? LogFormat.TEXT : LogFormat.JSON,
            ValueParser.word(LogFormat.class)));
  }
}
