package dev.belfry.monitoring.variable;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.group.GroupSecrets;
import dev.belfry.monitoring.monitor.CheckSecrets;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.seal.SealContext;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The variables that templates of a check see, in the clear: for sending, never for an answer or a
 * log.
 */
public final class CheckVariables {
  private static final int KEY = 0;
  private static final int VALUE = 1;
  private static final int SECRET = 2;
  private static final int LEVEL = 3;
  private static final int OWNER = 4;
  private static final int OF_ACCOUNT = 1;
  private static final int OF_GROUP = 2;

  private final VariableStore store;
  private final Sealer sealer;
  private final GroupSecrets groups;
  private final CheckSecrets checks;

  public CheckVariables(Database database, Sealer sealer) {
    this.store = new VariableStore(database);
    this.sealer = sealer;
    this.groups = new GroupSecrets(sealer);
    this.checks = new CheckSecrets(sealer);
  }

  /**
   * What is known of a check.
   *
   * @param values by key
   * @param secrets those of the values that no answer or log may show
   */
  public record Known(Map<String, String> values, List<String> secrets) {
    /** Without a value, some of which are secret. */
    @Override
    public String toString() {
      return "Known" + values.keySet();
    }
  }

  /**
   * Values by key: those of the account, replaced by those of the check's group, and those by the
   * check's own (wire contract 2.2). Fails with {@link dev.belfry.platform.seal.UnsealException}
   * when a key is missing in the configuration.
   *
   * @param check null = of no check, only the account's
   * @param names of those that are wanted: an account may have any number of variables
   */
  public Future<Known> of(UUID account, @Nullable UUID check, Set<String> names) {
    return of(account, check, null, names);
  }

  /**
   * The same for a check that is not stored.
   *
   * @param group null = that of the check
   */
  public Future<Known> of(
      UUID account, @Nullable UUID check, @Nullable Long group, Set<String> names) {
    if (names.isEmpty()) {
      return Future.succeededFuture(new Known(Map.of(), List.of()));
    }
    return store
        .ofCheck(account, check, group, names)
        .map(found -> known(account, check, rows(found.orElse("[]"))));
  }

  private static JsonNode rows(String array) {
    return JsonText.parse("{\"rows\":" + array + "}").path("rows");
  }

  private Known known(UUID account, @Nullable UUID check, JsonNode rows) {
    Map<String, String> values = new LinkedHashMap<>();
    Map<String, String> secrets = new LinkedHashMap<>();
    for (JsonNode row : rows) {
      String key = row.path(KEY).asText();
      String value = value(account, check, row);
      values.put(key, value);
      secrets.remove(key);
      if (row.path(SECRET).asBoolean()) {
        secrets.put(key, value);
      }
    }
    return new Known(values, List.copyOf(secrets.values()));
  }

  private String value(UUID account, @Nullable UUID check, JsonNode row) {
    String key = row.path(KEY).asText();
    String stored = row.path(VALUE).asText("");
    if (!row.path(SECRET).asBoolean()) {
      return stored;
    }
    return switch (row.path(LEVEL).asInt()) {
      case OF_ACCOUNT -> sealer.unseal(place(account, key), stored);
      case OF_GROUP -> groups.unsealed(account, row.path(OWNER).asLong(), key, stored);
      default -> checks.unsealedVariable(account, requireNonNull(check), key, stored);
    };
  }

  /** Where the value of a secret variable lies. */
  static SealContext place(UUID account, String key) {
    return new SealContext("variables.value", account, key);
  }
}
