package dev.belfry.platform.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parser of Postgres connection addresses; its messages never quote the address. */
final class DatabaseUrl {
  private static final Pattern SHAPE =
      Pattern.compile(
          "postgres(?:ql)?://(?:(?<user>[^:@/]*)(?::(?<password>[^/]*))?@)?"
              + "(?<servers>[^/?#@]*)"
              + "(?:/(?<database>[^?#]*))?(?:\\?(?<query>[^#]*))?",
          Pattern.DOTALL);

  private static final Pattern SERVER =
      Pattern.compile("(?<host>\\[[^]]*]|[^:\\[\\]]*)(?::(?<port>.*))?", Pattern.DOTALL);

  private static final String SESSION = "target_session_attrs=";
  private static final List<String> WRITABLE = List.of("read-write");
  private static final List<String> REPLICAS = List.of("standby", "prefer-standby");
  private static final int DEFAULT_PORT = 5432;

  private final List<String> reasons = new ArrayList<>();
  private final List<String> sessions;

  private DatabaseUrl(List<String> sessions) {
    this.sessions = sessions;
  }

  /** Throws {@link InvalidValueException} with every reason. */
  static DatabaseAddress parse(String text) {
    return parse(text, WRITABLE);
  }

  /** The same for servers of which those that take writes are not used. */
  static DatabaseAddress parseReplicas(String text) {
    return parse(text, REPLICAS);
  }

  private static DatabaseAddress parse(String text, List<String> sessions) {
    Matcher matcher = SHAPE.matcher(text);
    if (!matcher.matches()) {
      throw malformed();
    }
    return new DatabaseUrl(sessions).address(matcher);
  }

  private static InvalidValueException malformed() {
    return new InvalidValueException(
        "must look like postgresql://user:password@host:5432/database");
  }

  private DatabaseAddress address(Matcher parts) {
    List<DatabaseAddress.Server> servers = new ArrayList<>();
    for (String server : parts.group("servers").split(",", -1)) {
      servers.add(server(server));
    }
    String user = required("user", parts.group("user"));
    String database = required("database", parts.group("database"));
    String password = decode("password", orEmpty(parts.group("password")));
    SslMode sslMode = sslMode(orEmpty(parts.group("query")));
    if (!reasons.isEmpty()) {
      throw new InvalidValueException(reasons);
    }
    return new DatabaseAddress(servers, database, user, new Secret(password), sslMode);
  }

  private DatabaseAddress.Server server(String text) {
    Matcher parts = SERVER.matcher(text);
    if (!parts.matches()) {
      throw malformed();
    }
    String host = required("host", parts.group("host")).replaceAll("[\\[\\]]", "");
    int port = port(orEmpty(parts.group("port")));
    if (!host.isEmpty()) {
      read("host", host, ValueParser::host, host);
    }
    return new DatabaseAddress.Server(host, port);
  }

  private String required(String part, @Nullable String raw) {
    String value = decode(part, orEmpty(raw));
    if (value.isEmpty()) {
      reasons.add(
          "must name the " + part + ", as in postgresql://user:password@host:5432/database");
    }
    return value;
  }

  private String decode(String part, String raw) {
    try {
      String value = URLDecoder.decode(raw.replace("+", "%2B"), UTF_8);
      if (value.indexOf('\0') < 0) {
        return value;
      }
    } catch (IllegalArgumentException e) {
      // Told below, without the text of the exception: it may quote a password.
    }
    reasons.add("must percent-encode the " + part + " correctly (a % itself is written %25)");
    return "?";
  }

  private int port(String text) {
    return text.isEmpty() ? DEFAULT_PORT : read("port", text, ValueParser.integer(1, 65535), 1);
  }

  private SslMode sslMode(String query) {
    SslMode mode = SslMode.PREFER;
    for (String parameter : query.split("&", -1)) {
      if (parameter.startsWith("sslmode=")) {
        mode = read("sslmode", parameter.substring(8), ValueParser.word(SslMode.class), mode);
      } else if (parameter.startsWith(SESSION)) {
        if (!sessions.contains(parameter.substring(SESSION.length()))) {
          reasons.add(
              "has a wrong target_session_attrs: it must be " + String.join(" or ", sessions));
        }
      } else if (!parameter.isEmpty()) {
        reasons.add("must have no parameter but sslmode and target_session_attrs");
      }
    }
    return mode;
  }

  private <T> T read(String part, String text, Function<String, T> reader, T instead) {
    try {
      return reader.apply(text);
    } catch (InvalidValueException e) {
      reasons.add("has a wrong " + part + ": it " + e.getMessage());
      return instead;
    }
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
