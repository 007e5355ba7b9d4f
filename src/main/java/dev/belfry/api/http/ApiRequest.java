package dev.belfry.api.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.auth.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A request that has passed authentication, limits and validation, as an operation sees it.
 *
 * @param caller who asks
 * @param path the address it came to, without query
 * @param query the raw query string, null when there is none
 * @param parameters path and query parameters by name, defaults filled in
 * @param content the checked and normalised body or the draft made from it, null when the operation
 *     takes none
 * @param head what its headers say
 */
public record ApiRequest(
    Caller caller,
    String path,
    @Nullable String query,
    Map<String, JsonNode> parameters,
    @Nullable Object content,
    RequestHead head) {

  /** The account all the data of this request belongs to. */
  public UUID account() {
    return caller.accountId();
  }

  /** The body of an operation that takes one and makes no draft from it. */
  public ObjectNode body() {
    return (ObjectNode) requireNonNull(content);
  }

  /** The draft that the operation's {@code DraftReader} made from the body. */
  Object draft() {
    return requireNonNull(content);
  }

  /** A GUID parameter that is required. */
  public UUID guid(String name) {
    return UUID.fromString(required(name).asText());
  }

  /** An optional GUID parameter. */
  public Optional<UUID> optionalGuid(String name) {
    return optionalText(name).map(UUID::fromString);
  }

  /** A whole number that is required or has a default. */
  public long number(String name) {
    return required(name).asLong();
  }

  /** A flag that is required or has a default. */
  public boolean flag(String name) {
    return required(name).asBoolean();
  }

  /** A text that is required or has a default. */
  public String text(String name) {
    return required(name).asText();
  }

  /** An optional text parameter. */
  public Optional<String> optionalText(String name) {
    return Optional.ofNullable(parameters.get(name)).map(JsonNode::asText);
  }

  /** An optional flag that may be written as a number. */
  public Optional<Boolean> optionalFlag(String name) {
    return optionalText(name).map(text -> text.equals("true") || text.equals("1"));
  }

  /**
   * An optional time in seconds since 1970, as milliseconds; 0 counts as absent, since clients send
   * it for none.
   */
  public Optional<Long> optionalTime(String name) {
    return optionalText(name)
        .map(Long::valueOf)
        .filter(seconds -> seconds > 0)
        .map(TimeUnit.SECONDS::toMillis);
  }

  /** A list parameter, empty when absent. */
  public List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    Optional.ofNullable(parameters.get(name))
        .ifPresent(list -> list.forEach(item -> texts.add(item.asText())));
    return texts;
  }

  /**
   * Whether answers have {@code ****} in place of a secret that no answer shows: a client that
   * describes resources whole would send null back as an empty text, and so lose the secret.
   */
  public boolean masksSecrets() {
    return head.omitsUnset();
  }

  private JsonNode required(String name) {
    return requireNonNull(parameters.get(name), name);
  }
}
