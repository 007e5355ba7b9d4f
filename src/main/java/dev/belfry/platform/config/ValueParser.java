package dev.belfry.platform.config;

import dev.belfry.platform.guard.IpLiteral;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Parses single values: numbers, durations, switches, addresses. Each method throws {@link
 * InvalidValueException}.
 */
final class ValueParser {
  private static final Pattern INTEGER = Pattern.compile("[0-9]{1,10}");
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m)");
  private static final Pattern DAYS = Pattern.compile("([0-9]{1,4})d");
  private static final int DNS_PORT = 53;
  private static final Pattern NAME_SERVER =
      Pattern.compile("(?:\\[([0-9A-Fa-f:.]+)\\]|([0-9.]+))(?::([0-9]{1,5}))?");
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:%-]{1,253}");

  private ValueParser() {}

  static Function<String, Integer> integer(int min, int max) {
    return text -> {
      if (INTEGER.matcher(text).matches()) {
        long value = Long.parseLong(text);
        if (value >= min && value <= max) {
          return (int) value;
        }
      }
      throw new InvalidValueException("must be a whole number from " + min + " to " + max);
    };
  }

  static Function<String, Duration> duration(Duration min, Duration max) {
    return text -> {
      Matcher matcher = DURATION.matcher(text);
      if (matcher.matches()) {
        Duration value = duration(Long.parseLong(matcher.group(1)), matcher.group(2));
        if (value.compareTo(min) >= 0 && value.compareTo(max) <= 0) {
          return value;
        }
      }
      throw new InvalidValueException(
          "must be a duration such as 900ms, 5s or 2m, from " + write(min) + " to " + write(max));
    };
  }

  private static Duration duration(long amount, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      default -> Duration.ofMinutes(amount);
    };
  }

  static Function<String, Duration> days(int min, int max) {
    return text -> {
      Matcher matcher = DAYS.matcher(text);
      int value = matcher.matches() ? Integer.parseInt(matcher.group(1)) : -1;
      if (value >= min && value <= max) {
        return Duration.ofDays(value);
      }
      throw new InvalidValueException(
          "must be a number of days such as 30d, from " + min + "d to " + max + "d");
    };
  }

  private static String write(Duration duration) {
    if (duration.toMillisPart() != 0) {
      return duration.toMillis() + "ms";
    }
    long seconds = duration.toSeconds();
    return seconds >= 60 && seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }

  static boolean truth(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new InvalidValueException("must be true or false");
    };
  }

  static <E extends Enum<E>> Function<String, E> word(Class<E> type) {
    E[] all = Objects.requireNonNull(type.getEnumConstants());
    return text ->
        Arrays.stream(all)
            .filter(one -> wire(one).equals(text.toLowerCase(Locale.ROOT)))
            .findFirst()
            .orElseThrow(() -> new InvalidValueException("must be one of " + words(all)));
  }

  private static <E extends Enum<E>> String words(E[] all) {
    return Arrays.stream(all).map(ValueParser::wire).collect(Collectors.joining(", "));
  }

  /** How a constant is written outside of Java: {@code VERIFY_FULL} is {@code verify-full}. */
  static String wire(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static String host(String text) {
    if (!HOST.matcher(text).matches()) {
      throw new InvalidValueException("must be a host name or an address, such as 127.0.0.1");
    }
    return text;
  }

  /** An address with or without a port, which is then that of the DNS. */
  static InetSocketAddress nameServer(String text) {
    Matcher matcher = NAME_SERVER.matcher(text);
    if (matcher.matches()) {
      String bracketed = matcher.group(1);
      String host = bracketed == null ? matcher.group(2) : bracketed;
      int port = matcher.group(3) == null ? DNS_PORT : Integer.parseInt(matcher.group(3));
      if (IpLiteral.parse(host) != null && port > 0 && port < 65536) {
        return InetSocketAddress.createUnresolved(host, port);
      }
    }
    throw new InvalidValueException("must be an address such as 10.0.0.53 or [fd00::53]:5353");
  }

  static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new InvalidValueException("must be the path of a directory");
    }
  }

  static Path file(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new InvalidValueException("must be the path of a file");
    }
  }

  /** A file or directory that is there; empty for {@code none}. */
  static Optional<Path> present(Path workingDirectory, String text) {
    if (text.equalsIgnoreCase("none")) {
      return Optional.empty();
    }
    Path path = workingDirectory.resolve(path(text));
    if (!Files.exists(path)) {
      throw new InvalidValueException("must be a file or a directory that exists, or none");
    }
    return Optional.of(path);
  }

  static UUID guid(String text) {
    try {
      UUID guid = UUID.fromString(text);
      if (guid.toString().equalsIgnoreCase(text)) {
        return guid;
      }
    } catch (IllegalArgumentException e) {
      // Told below, like what the parser is too kind to.
    }
    throw new InvalidValueException("must be an id such as 01a1f953-59ce-7d6b-8cf0-652427c723ad");
  }

  /** An absolute http or https address without the slash at its end. */
  static URI webAddress(String text) {
    URI uri = uri(text);
    if (uri == null
        || !List.of("http", "https").contains(scheme(uri))
        || uri.getHost() == null
        || uri.getPort() > 65535
        || uri.getUserInfo() != null
        || uri.getRawQuery() != null
        || uri.getRawFragment() != null) {
      throw new InvalidValueException("must be an address such as https://belfry.example.org");
    }
    return URI.create(text.replaceAll("/+$", ""));
  }

  static Secret secret(String text) {
    if (text.isBlank() || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new InvalidValueException("must be visible ASCII characters without spaces");
    }
    return new Secret(text);
  }

  private static @Nullable URI uri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      return null;
    }
  }

  private static String scheme(URI uri) {
    return uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
  }

  /** The parts between the commas, stripped; empty parts are left out. */
  static List<String> parts(String text) {
    return Arrays.stream(text.split(",")).map(String::strip).filter(p -> !p.isEmpty()).toList();
  }
}
