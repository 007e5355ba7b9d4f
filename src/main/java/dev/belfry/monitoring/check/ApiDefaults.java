package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a group adds to the requests of its API checks, its {@code apiCheckDefaults}.
 *
 * @param url the value of {@link #BASE_URL}, {@code ""} for none
 * @param basicAuth sealed where it comes from the database
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ApiDefaults(
    String url,
    List<HttpParameter> headers,
    List<HttpParameter> queryParameters,
    List<Assertion> assertions,
    BasicCredentials basicAuth) {
  /** The variable that has {@link #url} as its value. */
  public static final String BASE_URL = "GROUP_BASE_URL";

  /** The defaults of no group. */
  public static final ApiDefaults NONE =
      new ApiDefaults("", List.of(), List.of(), List.of(), BasicCredentials.NONE);

  public ApiDefaults {
    headers = List.copyOf(headers);
    queryParameters = List.copyOf(queryParameters);
    assertions = List.copyOf(assertions);
  }

  /** Defaults whose absent members are empty. */
  @JsonCreator
  static ApiDefaults of(
      @JsonProperty("url") @Nullable String url,
      @JsonProperty("headers") @Nullable List<HttpParameter> headers,
      @JsonProperty("queryParameters") @Nullable List<HttpParameter> queryParameters,
      @JsonProperty("assertions") @Nullable List<JsonNode> assertions,
      @JsonProperty("basicAuth") @Nullable BasicCredentials basicAuth) {
    return new ApiDefaults(
        url == null ? "" : url,
        headers == null ? List.of() : headers,
        queryParameters == null ? List.of() : queryParameters,
        assertions == null ? List.of() : known(assertions),
        basicAuth == null ? BasicCredentials.NONE : basicAuth);
  }

  /** Groups of versions that did not run API checks took assertions of any words. */
  private static List<Assertion> known(List<JsonNode> stored) {
    return stored.stream().map(ApiDefaults::assertion).flatMap(Optional::stream).toList();
  }

  private static Optional<Assertion> assertion(JsonNode stored) {
    try {
      return Optional.of(SettingsJson.read(stored, Assertion.class).withPropertyAsRegex());
    } catch (IllegalArgumentException unknown) {
      return Optional.empty();
    }
  }

  /**
   * Reads the JSON text of the member.
   *
   * @param json null or {@code null} for a group without defaults
   * @throws IllegalArgumentException if a member has a value that does not fit
   */
  public static ApiDefaults parse(@Nullable String json) {
    return json == null || json.equals("null") ? NONE : SettingsJson.parse(json, ApiDefaults.class);
  }

  /**
   * A request with these defaults: headers and query parameters that it lacks, user name and
   * password unless it has its own, and all assertions after its own.
   */
  public ApiCheckRequest under(ApiCheckRequest request) {
    if (equals(NONE)) {
      return request;
    }
    List<Assertion> all = new ArrayList<>(request.assertions());
    all.addAll(assertions);
    return new ApiCheckRequest(
        request.method(),
        request.url(),
        request.followRedirects(),
        request.skipSSL(),
        request.ipFamily(),
        joined(headers, request.headers(), name -> name.toLowerCase(Locale.ROOT)),
        joined(queryParameters, request.queryParameters(), name -> name),
        request.body(),
        request.bodyType(),
        request.basicAuth().username().isEmpty() ? basicAuth : request.basicAuth(),
        all,
        request.traceparent());
  }

  private static List<HttpParameter> joined(
      List<HttpParameter> shared, List<HttpParameter> own, UnaryOperator<String> name) {
    if (shared.isEmpty()) {
      return own;
    }
    Set<String> named = new HashSet<>();
    own.forEach(one -> named.add(name.apply(one.key())));
    List<HttpParameter> all = new ArrayList<>(own.size() + shared.size());
    shared.stream().filter(one -> !named.contains(name.apply(one.key()))).forEach(all::add);
    all.addAll(own);
    return all;
  }
}
