package dev.belfry.platform.config;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Where the mail server is and who we are there.
 *
 * @param host name or address, IPv6 without brackets
 * @param port 1 to 65535
 * @param user null = without authentication
 * @param password empty when there is no user
 */
public record SmtpAddress(
    String host, int port, SmtpSecurity security, @Nullable String user, Secret password) {
  public SmtpAddress {
    requireNonNull(host);
    requireNonNull(security);
    requireNonNull(password);
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("port " + port + " is not from 1 to 65535");
    }
  }
}
