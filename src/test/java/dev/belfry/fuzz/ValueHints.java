package dev.belfry.fuzz;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.belfry.app.People;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Values that a schema cannot tell: ids of what exists, addresses, times and unique names. */
final class ValueHints {
  /** The name of the person who is a member of the account. */
  static final String MEMBER = "userId";

  /** A point of the curve P-256, of RFC 8291. */
  private static final String POINT =
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Random random;
  private final OwnedThings referred;
  private final String unique;

  /**
   * @param referred what the values refer to
   * @param unique part of every name that must be given once only; letters and digits
   */
  ValueHints(Random random, OwnedThings referred, String unique) {
    this.random = random;
    this.referred = referred;
    this.unique = unique;
  }

  /** Whether a rule that the schema does not tell holds for a member's value. */
  static boolean isKnown(String parent, String name) {
    OwnedThings nothing = new OwnedThings();
    return new ValueHints(new Random(0), nothing, "x").of(parent, name) != null;
  }

  private static boolean isTarget(String parent) {
    return parent.equals("request") || parent.equals("sslConfig");
  }

  /** The text of the key that the body of an operation must give, null for most. */
  @Nullable String secret(String operation) {
    return referred.key(operation);
  }

  /** A value for a member, null when the schema says all that there is to say. */
  @Nullable JsonNode of(String parent, String name) {
    return switch (name) {
      case "alertChannelId" -> number(OwnedKind.CHANNEL);
      case "channelId" -> number(OwnedKind.CHANNEL);
      case "scheduleId" -> number(OwnedKind.ON_CALL);
      case "groupId" -> random.nextInt(3) > 0 ? NullNode.instance : number(OwnedKind.GROUP);
      case "setupSnippetId", "tearDownSnippetId", "localSetupScript", "localTearDownScript" ->
          NullNode.instance;
      case "checkId", "checkIds" -> text(OwnedKind.CHECK, 0);
      case "serviceId", "serviceIds" -> text(OwnedKind.SERVICE, 0);
      case "privateLocations" -> text(OwnedKind.LOCATION, 1);
      case "url" -> parent.isEmpty() ? JSON.textNode("u" + unique) : address();
      case "hostname", "nameServer" -> isTarget(parent) ? JSON.textNode("127.0.0.1") : null;
      case "serverName" -> JSON.textNode("e.org");
      case "clientCertificateMode", "sslClientCertificateId" -> NullNode.instance;
      case "query" -> parent.equals("request") ? JSON.textNode("e.org") : null;
      case "proxyUrl" -> JSON.textNode("http://proxy.example.org:3128");
      case "logo", "logoDark", "favicon", "repoUrl" -> address();
      case "redirectTo" -> NullNode.instance;
      case "customDomain" -> NullNode.instance;
      case "accent", "background", "card", "text" -> JSON.textNode("#1a2b3c");
      case "slugName" -> JSON.textNode("s" + unique);
      case "id" -> parent.equals("services") ? text(OwnedKind.SERVICE, 0) : NullNode.instance;
      case "startsAt" -> time(-30);
      case "endsAt" -> time(60);
      case "repeatEndsAt", "expiresAt" -> time(400);
      case "publicIncidentUpdateDate" -> time(-1);
      case "since" -> time(-2);
      case "from" -> parent.equals("quietHours") ? JSON.textNode("22:00") : time(-20);
      case "to" -> parent.equals("quietHours") ? JSON.textNode("07:00") : time(-3);
      case "until" -> time(3);
      case "repeatUnit" -> JSON.textNode(pick("DAY", "WEEK", "MONTH"));
      case "type" -> parent.equals("resources") ? JSON.textNode("check") : null;
      case "timezone", "timeZone" ->
          JSON.textNode(pick("Europe/Berlin", "UTC", "America/New_York"));
      case "language" -> JSON.textNode(pick("de", "en-GB", "pt-BR"));
      case "key" -> key(parent);
      case "email" -> JSON.textNode("a" + unique + "@example.org");
      case "current", "password" ->
          parent.isEmpty() ? JSON.textNode(People.PASSWORD + unique) : null;
      case "token" -> parent.isEmpty() ? JSON.textNode("inv_" + unique) : null;
      case "config" -> JSON.textNode("r" + unique + random.nextInt(1_000) + "@example.org");
      case "address" -> JSON.textNode("a" + unique + "@example.org");
      case "target" -> parent.equals("assertions") ? JSON.textNode("200") : null;
      case "number" -> JSON.textNode("+49 30 1234567");
      case "by" -> JSON.textNode(pick("CHECK_GROUP", "HOST", "FAILURE", "TAG:team"));
      case "frequencyOffset" -> JSON.numberNode(1 + random.nextInt(10));
      case "startDate" -> JSON.textNode("2026-03-09");
      case "handoffTime" -> JSON.textNode("09:00");
      case "teamId" -> NullNode.instance;
      case "userId", "userIds" ->
          JSON.textNode(requireNonNullElse(referred.key(MEMBER), unknown()));
      case "endpoint" -> JSON.textNode("https://push.example.net/send/" + unique);
      case "p256dh" -> JSON.textNode(POINT);
      case "auth" -> JSON.textNode("BTBZMqHH6r4Tts7J_aSIgg");
      case "physicalId" -> random.nextBoolean() ? text(OwnedKind.CHECK, 0) : JSON.numberNode(7);
      case "logicalId" ->
          JSON.textNode(parent.equals("project") ? "p" + random.nextInt(8) : "r" + unique);
      default -> null;
    };
  }

  private @Nullable JsonNode key(String parent) {
    return switch (parent) {
      case "" -> JSON.textNode("K_" + unique);
      case "environmentVariables" -> JSON.textNode("K_" + random.nextInt(1_000_000));
      default -> JSON.textNode("X-Key-" + random.nextInt(1_000));
    };
  }

  private JsonNode address() {
    return JSON.textNode("http://127.0.0.1:9/" + random.nextInt(1_000));
  }

  private JsonNode time(int days) {
    Instant day = Instant.now().truncatedTo(ChronoUnit.DAYS);
    return JSON.textNode(
        day.plus(days, ChronoUnit.DAYS)
            .plus(random.nextInt(86_400), ChronoUnit.SECONDS)
            .toString());
  }

  private JsonNode text(OwnedKind kind, int part) {
    List<String> id = referred.any(kind, random);
    return JSON.textNode(id == null ? unknown() : id.get(part));
  }

  private String unknown() {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  private JsonNode number(OwnedKind kind) {
    List<String> id = referred.any(kind, random);
    return JSON.numberNode(id == null ? 999_999_999L : Long.parseLong(id.get(0)));
  }

  private String pick(String... texts) {
    return texts[random.nextInt(texts.length)];
  }
}
