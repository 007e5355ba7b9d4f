package dev.belfry.platform.config;

import static java.util.stream.Collectors.joining;

import dev.belfry.platform.guard.Cidr;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses values that are lists: secrets, locations, address ranges and route limits. Each method
 * throws {@link InvalidValueException}.
 */
final class ListParser {
  static final List<String> LOCATIONS = Region.ids();

  static final int MAX_LIMIT = 10_000_000;
  private static final int SECRET_LENGTH = 16;
  private static final int SEALING_KEY_LENGTH = 32;
  private static final int DAY = 86_400;
  private static final Pattern QUOTA = Pattern.compile("([A-Za-z]+)\\s*=\\s*([0-9]{1,15})");
  private static final Pattern NUMBER = Pattern.compile("\\+[1-9][0-9]{0,14}");
  private static final Pattern ACCOUNT =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");
  private static final Pattern ROUTE =
      Pattern.compile("([A-Za-z][A-Za-z0-9_]*)\\s*=\\s*([0-9]+)/([0-9]+)");

  private ListParser() {}

  static List<Secret> secrets(String text) {
    return secrets(text, SECRET_LENGTH, "secrets");
  }

  static List<Secret> sealingKeys(String text) {
    return secrets(text, SEALING_KEY_LENGTH, "random keys");
  }

  private static List<Secret> secrets(String text, int length, String what) {
    List<String> parts = ValueParser.parts(text);
    if (parts.isEmpty() || parts.stream().anyMatch(part -> part.length() < length)) {
      throw new InvalidValueException(
          "must be one or more "
              + what
              + " of at least "
              + length
              + " characters each, separated by commas");
    }
    return parts.stream().map(Secret::new).toList();
  }

  /**
   * {@code all} stands for every public location, {@code none} for not probing at all; other names
   * are regions, or private locations as slugs or ACCOUNT/SLUG.
   */
  static Set<String> locations(String text) {
    Set<String> chosen = new LinkedHashSet<>();
    if (text.strip().equals("none")) {
      return chosen;
    }
    for (String name : ValueParser.parts(text)) {
      if (name.equals("all")) {
        chosen.addAll(LOCATIONS);
      } else if (LOCATIONS.contains(name) || SlugRules.problem(slug(name)).isEmpty()) {
        chosen.add(slug(name).equals(name) ? name : withAccount(name));
      } else {
        throw new InvalidValueException(
            "must be all, or some of the known locations and of your private ones; there is no "
                + Messages.quote(name)
                + SpellingSuggestion.to(name, LOCATIONS));
      }
    }
    if (chosen.isEmpty()) {
      throw new InvalidValueException(
          "must be all, none, or some of "
              + String.join(", ", LOCATIONS)
              + " and the slugs of private locations");
    }
    return chosen;
  }

  /** As the database writes identifiers. */
  private static String withAccount(String name) {
    int slash = name.indexOf('/');
    return name.substring(0, slash).toLowerCase(Locale.ROOT) + name.substring(slash);
  }

  /** The slug of ACCOUNT/SLUG, and all of any other name. */
  private static String slug(String name) {
    int slash = name.indexOf('/');
    return slash > 0 && ACCOUNT.matcher(name.substring(0, slash)).matches()
        ? name.substring(slash + 1)
        : name;
  }

  static List<Cidr> ranges(String text) {
    List<Cidr> ranges = new ArrayList<>();
    for (String part : ValueParser.parts(text)) {
      try {
        ranges.add(Cidr.parse(part));
      } catch (IllegalArgumentException e) {
        throw new InvalidValueException(
            "must be addresses or ranges such as 10.0.0.0/8,fd00::/8; "
                + Messages.quote(part)
                + " "
                + e.getMessage());
      }
    }
    return ranges;
  }

  /** {@code all} stands for every quota that is not named. */
  static Quotas quotas(String text) {
    Map<Quota, Long> most = new EnumMap<>(Quota.class);
    Long others = null;
    for (String part : ValueParser.parts(text)) {
      Matcher matcher = QUOTA.matcher(part);
      Quota quota = matcher.matches() ? Quota.ofWire(matcher.group(1)).orElse(null) : null;
      boolean all = matcher.matches() && matcher.group(1).equals("all");
      if (quota == null && !all) {
        throw new InvalidValueException(
            "must be quota=number,..., such as monitors=5000, with the quotas all, "
                + Arrays.stream(Quota.values()).map(Quota::wire).collect(joining(", ")));
      }
      long number = Long.parseLong(matcher.group(2));
      if (quota == null) {
        others = number;
      } else if (most.put(quota, number) != null) {
        throw new InvalidValueException("must name each quota once");
      }
    }
    if (others != null) {
      for (Quota quota : Quota.values()) {
        most.putIfAbsent(quota, others);
      }
    }
    return new Quotas(most);
  }

  static List<String> hosts(String text) {
    return ValueParser.parts(text).stream().map(ValueParser::host).toList();
  }

  static List<URI> webAddresses(String text) {
    return ValueParser.parts(text).stream().map(ValueParser::webAddress).toList();
  }

  /** Beginnings of phone numbers, country codes at least. */
  static List<String> numbers(String text) {
    List<String> numbers = ValueParser.parts(text);
    if (!numbers.stream().allMatch(number -> NUMBER.matcher(number).matches())) {
      throw new InvalidValueException(
          "must be the beginnings of phone numbers with country code, such as +49,+4366");
    }
    return numbers;
  }

  static Map<String, RouteLimit> routes(String text) {
    Map<String, RouteLimit> routes = new LinkedHashMap<>();
    for (String part : ValueParser.parts(text)) {
      Matcher matcher = ROUTE.matcher(part);
      if (!matcher.matches()) {
        throw new InvalidValueException(
            "must be operationId=limit/seconds,..., such as createAlertChannel=60/60");
      }
      int limit = ValueParser.integer(1, MAX_LIMIT).apply(matcher.group(2));
      int seconds = ValueParser.integer(1, DAY).apply(matcher.group(3));
      if (routes.put(matcher.group(1), new RouteLimit(limit, Duration.ofSeconds(seconds)))
          != null) {
        throw new InvalidValueException("must name each operation once");
      }
    }
    return routes;
  }
}
