package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * User name and password of HTTP basic authentication (RFC 7617).
 *
 * @param username {@code ""} for no authentication
 * @param password sealed where it comes from the database
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record BasicCredentials(String username, String password) {
  /** No authentication. */
  public static final BasicCredentials NONE = new BasicCredentials("", "");

  /** Credentials whose absent members are empty. */
  @JsonCreator
  public static BasicCredentials of(
      @JsonProperty("username") @Nullable String username,
      @JsonProperty("password") @Nullable String password) {
    return new BasicCredentials(username == null ? "" : username, password == null ? "" : password);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "BasicCredentials[username=" + username + "]";
  }
}
