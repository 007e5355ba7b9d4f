package dev.belfry.testing;

import dev.belfry.monitoring.check.CheckType;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A valid check of each type that is offered; a new type must be added here. */
public final class CheckSamples {
  private CheckSamples() {}

  /** The types that the operations of the contract come in. */
  public static Stream<CheckType> types() {
    return CheckType.offered().stream();
  }

  /** The smallest request that a check of a type takes, JSON; nothing answers it. */
  public static String request(CheckType type) {
    return switch (type) {
      case URL -> "{\"url\":\"https://e.org\"}";
      case API -> "{\"url\":\"https://e.org/api\"}";
      case TCP -> "{\"hostname\":\"e.org\",\"port\":25}";
      case DNS -> "{\"query\":\"e.org\",\"recordType\":\"A\"}";
      case ICMP -> "{\"hostname\":\"e.org\"}";
      case SSL -> "{\"sslConfig\":{\"hostname\":\"e.org\"}}";
      default -> throw new AssertionError("CheckSamples has no request of type " + type);
    };
  }

  /** The body of a new check, JSON. */
  public static String body(CheckType type, String name) {
    return type == CheckType.HEARTBEAT
        ? "{\"name\":\"%s\",\"heartbeat\":{\"period\":1,\"periodUnit\":\"hours\"}}".formatted(name)
        : "{\"name\":\"%s\",\"checkType\":\"%s\",\"request\":%s}"
            .formatted(name, type, request(type));
  }

  /** Where checks of a type are made. */
  public static String path(CheckType type) {
    return "/v1/checks/" + type.name().toLowerCase(Locale.ROOT);
  }

  /** The operation that makes a check of a type. */
  public static String create(CheckType type) {
    return "create" + type.resource();
  }

  /** The operation that changes a check of a type. */
  public static String update(CheckType type) {
    return "update" + type.resource();
  }

  /** The type that an operation makes; empty for any other operation. */
  public static Optional<CheckType> made(String operation) {
    return operation.equals("createCheck")
        ? Optional.of(CheckType.API)
        : types().filter(type -> create(type).equals(operation)).findFirst();
  }

  /** The type that an operation changes; empty for any other operation. */
  public static Optional<CheckType> changed(String operation) {
    return operation.equals("updateCheck")
        ? Optional.of(CheckType.API)
        : types().filter(type -> update(type).equals(operation)).findFirst();
  }

  /** Whether an operation tests settings of a check, for which it needs an instance with probes. */
  public static boolean isTest(String operation) {
    return types().anyMatch(type -> operation.equals("test" + type.resource()));
  }
}
