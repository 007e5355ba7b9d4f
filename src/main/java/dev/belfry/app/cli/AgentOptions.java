package dev.belfry.app.cli;

import dev.belfry.app.ProcessName;
import dev.belfry.engine.agent.AgentProxy;
import dev.belfry.engine.agent.AgentSettings;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.ConfigException;
import dev.belfry.platform.config.LogFormat;
import dev.belfry.platform.config.LogLevel;
import dev.belfry.platform.config.Secret;
import dev.belfry.platform.guard.Cidr;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the settings of an agent from its options and, where one is absent, from the environment.
 * Every problem is collected.
 */
final class AgentOptions {
  private static final long MEBIBYTE = 1024L * 1024;
  private static final String SPOOL = "512";
  private static final String IN_FLIGHT = "2000";
  private static final String PER_HOST = "200";
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private final Map<String, String> environment;
  private final List<String> problems = new ArrayList<>();

  AgentOptions(Map<String, String> environment) {
    this.environment = environment;
  }

  /** The options of the command line; null for absent ones. */
  record Given(
      @Nullable String url,
      @Nullable String key,
      @Nullable Path keyFile,
      @Nullable String name,
      @Nullable Path directory,
      @Nullable String allow,
      @Nullable Path authorities,
      @Nullable String proxy,
      boolean plainHttp) {}

  /**
   * The settings of the agent.
   *
   * @throws ConfigException with every problem
   */
  AgentSettings settings(Given given) {
    URI url = url(value(given.url(), "BELFRY_AGENT_URL"), given.plainHttp());
    Secret key = key(given);
    List<Cidr> allowed = allowed(value(given.allow(), "BELFRY_AGENT_ALLOW"));
    long spool = number("BELFRY_AGENT_SPOOL_MIB", SPOOL, 1, 1_048_576) * MEBIBYTE;
    int inFlight = (int) number("BELFRY_PROBE_MAX_IN_FLIGHT", IN_FLIGHT, 1, 100_000);
    int perHost = (int) number("BELFRY_PROBE_MAX_PER_HOST", PER_HOST, 1, 100_000);
    Path authorities = path(given.authorities(), "BELFRY_AGENT_CA_FILE");
    if (authorities != null && !Files.isReadable(authorities)) {
      problems.add("BELFRY_AGENT_CA_FILE (--ca-file) names " + authorities + ", which is no file");
    }
    AgentProxy proxy = proxy(value(given.proxy(), "BELFRY_AGENT_PROXY"));
    if (!problems.isEmpty() || url == null || key == null) {
      throw new ConfigException(problems);
    }
    String name = value(given.name(), "BELFRY_AGENT_NAME");
    return new AgentSettings(
        url,
        key,
        name.isEmpty() ? hostName() : name,
        ProcessName.version(),
        directory(given.directory()),
        spool,
        authorities,
        proxy,
        allowed,
        inFlight,
        perHost);
  }

  /** Where health and metrics are served. */
  Config.Management management() {
    String host = value(null, "BELFRY_MANAGEMENT_HOST");
    int port = (int) number("BELFRY_MANAGEMENT_PORT", "8081", 0, 65_535);
    requireNone();
    return new Config.Management(host.isEmpty() ? "127.0.0.1" : host, port);
  }

  /** How the log is written. */
  Config.Log log() {
    String level = value(null, "BELFRY_LOG_LEVEL").toUpperCase(Locale.ROOT);
    String format = value(null, "BELFRY_LOG_FORMAT").toUpperCase(Locale.ROOT);
    try {
      return new Config.Log(
          level.isEmpty() ? LogLevel.INFO : LogLevel.valueOf(level),
          format.isEmpty() ? LogFormat.TEXT : LogFormat.valueOf(format));
    } catch (IllegalArgumentException e) {
      throw new ConfigException(
          List.of(
              "BELFRY_LOG_LEVEL must be trace, debug, info, warn or error,"
                  + " and BELFRY_LOG_FORMAT text or json"));
    }
  }

  private void requireNone() {
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
  }

  private String value(@Nullable String given, String variable) {
    return given != null ? given.strip() : environment.getOrDefault(variable, "").strip();
  }

  private @Nullable Path path(@Nullable Path given, String variable) {
    String told = value(null, variable);
    return given != null ? given : told.isEmpty() ? null : Path.of(told);
  }

  private @Nullable URI url(String text, boolean plainHttp) {
    if (text.isEmpty()) {
      problems.add(
          "BELFRY_AGENT_URL (--url) must name the service, such as https://belfry.example");
      return null;
    }
    URI url = address(text);
    if (url == null) {
      problems.add("BELFRY_AGENT_URL (--url) is no address");
      return null;
    }
    boolean plain = "http".equals(url.getScheme());
    if (url.getHost() == null || !(plain || "https".equals(url.getScheme()))) {
      problems.add("BELFRY_AGENT_URL (--url) must begin with https:// and name a host");
      return null;
    }
    boolean accepted = plainHttp || "true".equals(value(null, "BELFRY_AGENT_PLAIN_HTTP"));
    if (plain && !accepted && !LOOPBACK.contains(url.getHost())) {
      problems.add(
          "BELFRY_AGENT_URL (--url) must be https, since the key and secrets of checks travel there;"
              + " in a network that you trust, --plain-http (BELFRY_AGENT_PLAIN_HTTP=true) allows http");
      return null;
    }
    return url;
  }

  private static @Nullable URI address(String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException none) {
      return null;
    }
  }

  /** The text may hold a password: a problem does not repeat it. */
  private @Nullable AgentProxy proxy(String text) {
    if (text.isEmpty()) {
      return null;
    }
    URI proxy = address(text);
    if (proxy == null
        || !"http".equals(proxy.getScheme())
        || proxy.getHost() == null
        || proxy.getPort() > 65_535
        || !(proxy.getRawPath().isEmpty() || proxy.getRawPath().equals("/"))) {
      problems.add(
          "BELFRY_AGENT_PROXY (--proxy) must be the address of an HTTP proxy, such as"
              + " http://proxy.example:3128 or http://user:password@proxy.example:3128");
      return null;
    }
    int port = proxy.getPort() > 0 ? proxy.getPort() : 80;
    String user = proxy.getUserInfo();
    if (user == null) {
      return new AgentProxy(proxy.getHost(), port, null, null);
    }
    int colon = user.indexOf(':');
    return new AgentProxy(
        proxy.getHost(),
        port,
        colon < 0 ? user : user.substring(0, colon),
        colon < 0 ? null : new Secret(user.substring(colon + 1)));
  }

  private @Nullable Secret key(Given given) {
    Path file = path(given.keyFile(), "BELFRY_AGENT_KEY_FILE");
    String key = value(given.key(), "BELFRY_AGENT_KEY");
    if (key.isEmpty() && file != null) {
      try {
        key = Files.readString(file).strip();
      } catch (IOException e) {
        problems.add("BELFRY_AGENT_KEY_FILE (--key-file) names " + file + ", which cannot be read");
        return null;
      }
    }
    if (!key.matches("[\\x21-\\x7e]{8,200}")) {
      problems.add(
          "BELFRY_AGENT_KEY, BELFRY_AGENT_KEY_FILE (--key-file) or --key must give the key of a"
              + " private location");
      return null;
    }
    return new Secret(key);
  }

  private List<Cidr> allowed(String text) {
    if (text.isEmpty()) {
      return AgentSettings.PRIVATE_NETWORKS;
    }
    if (text.equals("none")) {
      return List.of();
    }
    List<Cidr> ranges = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      try {
        ranges.add(Cidr.parse(part.strip()));
      } catch (IllegalArgumentException e) {
        problems.add(
            "BELFRY_AGENT_ALLOW (--allow) must be none, or ranges such as 10.0.0.0/8,fc00::/7; "
                + part.strip()
                + " is no range");
      }
    }
    return ranges;
  }

  private long number(String variable, String fallback, long least, long most) {
    String told = value(null, variable);
    String text = told.isEmpty() ? fallback : told;
    if (text.matches("\\d{1,9}")) {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    }
    problems.add(variable + " must be a number from " + least + " to " + most + ", not " + text);
    return least;
  }

  private Path directory(@Nullable Path given) {
    Path told = path(given, "BELFRY_AGENT_DIR");
    if (told != null) {
      return told;
    }
    String data = value(null, "BELFRY_DATA_DIR");
    return Path.of(data.isEmpty() ? ".belfry" : data, "agent");
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "agent";
    }
  }
}
