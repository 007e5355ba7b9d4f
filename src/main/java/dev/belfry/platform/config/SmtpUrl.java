package dev.belfry.platform.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parser of mail server addresses; its messages never quote the address. */
final class SmtpUrl {
  private static final Pattern SHAPE =
      Pattern.compile(
          "(?<scheme>smtps?)://(?:(?<user>[^:@/\\s]*)(?::(?<password>[^@/\\s]*))?@)?"
              + "(?<host>\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9._-]+)(?::(?<port>[^/?#]*))?"
              + "/?(?:\\?(?<query>[^#]*))?",
          Pattern.CASE_INSENSITIVE);

  /** Ports of submission (RFC 6409, RFC 8314). */
  private static final int SUBMISSION = 587;

  private static final int SUBMISSIONS = 465;

  private final List<String> reasons = new ArrayList<>();

  private SmtpUrl() {}

  /** Throws {@link InvalidValueException} with every reason. */
  static SmtpAddress parse(String text) {
    Matcher matcher = SHAPE.matcher(text);
    if (!matcher.matches()) {
      throw new InvalidValueException(
          "must look like smtps://user:password@mail.example.org:465,"
              + " with special characters in user and password percent-encoded");
    }
    return new SmtpUrl().address(matcher);
  }

  private SmtpAddress address(Matcher parts) {
    boolean tls = parts.group("scheme").equalsIgnoreCase("smtps");
    String user = decode("user", parts.group("user"));
    String password = decode("password", parts.group("password"));
    if (user.isEmpty() && !password.isEmpty()) {
      reasons.add("must name a user with the password");
    }
    int port = port(parts.group("port"), tls);
    SmtpSecurity security = security(parts.group("query"), tls, !user.isEmpty());
    if (!reasons.isEmpty()) {
      throw new InvalidValueException(reasons);
    }
    String host = parts.group("host").replaceAll("[\\[\\]]", "");
    return new SmtpAddress(
        host, port, security, user.isEmpty() ? null : user, new Secret(password));
  }

  private String decode(String part, @Nullable String raw) {
    try {
      String value = raw == null ? "" : URLDecoder.decode(raw.replace("+", "%2B"), UTF_8);
      if (value.chars().noneMatch(Character::isISOControl)) {
        return value;
      }
    } catch (IllegalArgumentException e) {
      // Told below, without the text of the exception: it may quote a password.
    }
    reasons.add("must percent-encode the " + part + " correctly (a % itself is written %25)");
    return "?";
  }

  private int port(@Nullable String text, boolean tls) {
    if (text == null || text.isEmpty()) {
      return tls ? SUBMISSIONS : SUBMISSION;
    }
    try {
      return ValueParser.integer(1, 65535).apply(text);
    } catch (InvalidValueException e) {
      reasons.add("must have a port that is a number from 1 to 65535");
      return SUBMISSION;
    }
  }

  private SmtpSecurity security(@Nullable String query, boolean tls, boolean user) {
    if (tls) {
      if (query != null && !query.isEmpty()) {
        reasons.add("must have no parameter when it begins with smtps");
      }
      return SmtpSecurity.TLS;
    }
    return switch (query == null ? "" : query) {
      case "" -> user ? SmtpSecurity.STARTTLS_REQUIRED : SmtpSecurity.STARTTLS_OPTIONAL;
      case "starttls=required" -> SmtpSecurity.STARTTLS_REQUIRED;
      case "starttls=optional" -> SmtpSecurity.STARTTLS_OPTIONAL;
      case "starttls=never" -> SmtpSecurity.PLAIN;
      default -> {
        reasons.add("must have no parameter but starttls=required, optional or never");
        yield SmtpSecurity.STARTTLS_REQUIRED;
      }
    };
  }
}
