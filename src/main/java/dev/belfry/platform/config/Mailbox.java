package dev.belfry.platform.config;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A sender of mail.
 *
 * @param name what people see, possibly empty, without control characters
 * @param address such as alerts@example.org
 */
public record Mailbox(String name, String address) {
  private static final String SERVICE = "Belfry";

  private static final Pattern SHAPE =
      Pattern.compile("(?:(?<name>[^<>\\p{Cntrl}]*)<(?<address>[^<>]*)>|(?<plain>[^<>]*))");

  /** The atoms of RFC 5322, 3.2.3, and a host name: what every mail server takes. */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
              + "@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?");

  public Mailbox {
    requireNonNull(name);
    requireNonNull(address);
  }

  /** The part after the @, in lower case. */
  public String domain() {
    return address.substring(address.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
  }

  /** Reads {@code alerts@example.org} or {@code Name <alerts@example.org>}. */
  static Mailbox parse(String text) {
    Matcher matcher = SHAPE.matcher(text.strip());
    if (matcher.matches()) {
      String plain = matcher.group("plain");
      String address = (plain == null ? matcher.group("address") : plain).strip();
      if (ADDRESS.matcher(address).matches()) {
        return new Mailbox(plain == null ? unquoted(matcher.group("name")) : SERVICE, address);
      }
    }
    throw new InvalidValueException(
        "must look like alerts@example.org or Belfry <alerts@example.org>");
  }

  /** Reads {@code grace@example.org}, the address of a person. */
  static String plain(String text) {
    String address = text.strip();
    if (!ADDRESS.matcher(address).matches()) {
      throw new InvalidValueException("must be one e-mail address, such as grace@example.org");
    }
    return address;
  }

  private static String unquoted(String name) {
    return name.strip().replaceAll("^\"(.*)\"$", "$1").strip();
  }

  /**
   * The default sender: the user at the mail server where that is an address, else {@code belfry}
   * at the host people reach this service at or that of the mail server.
   */
  static Mailbox automatic(@Nullable SmtpAddress server, @Nullable URI publicUrl) {
    String user = server == null || server.user() == null ? "" : server.user();
    if (ADDRESS.matcher(user).matches()) {
      return new Mailbox(SERVICE, user);
    }
    String host = publicUrl == null ? "" : publicUrl.getHost();
    if (!isName(host)) {
      host = server == null ? "" : server.host();
    }
    return new Mailbox(
        SERVICE, "belfry@" + (isName(host) ? host.toLowerCase(Locale.ROOT) : "localhost"));
  }

  /** A host name; addresses of machines are no domains of mail. */
  private static boolean isName(String host) {
    return host.matches("[A-Za-z0-9.-]*[A-Za-z][A-Za-z0-9.-]*")
        && ADDRESS.matcher("a@" + host).matches();
  }
}
