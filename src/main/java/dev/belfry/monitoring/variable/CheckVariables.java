package dev.belfry.monitoring.variable;

import dev.belfry.monitoring.group.GroupSecrets;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.seal.SealContext;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
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
  private final VariableStore store;
  private final Sealer sealer;
  private final GroupSecrets groups;

  public CheckVariables(Database database, Sealer sealer) {
    this.store = new VariableStore(database);
    this.sealer = sealer;
    this.groups = new GroupSecrets(sealer);
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
   * Values by key: those of the account, replaced by those of the check's group (wire contract
   * 2.2). Fails with {@link dev.belfry.platform.seal.UnsealException} when a key is missing in the
   * configuration.
   *
   * @param check null = of no check, only the account's
   * @param names of those that are wanted: an account may have any number of variables
   */
  public Future<Known> of(UUID account, @Nullable UUID check, Set<String> names) {
    if (names.isEmpty()) {
      return Future.succeededFuture(new Known(Map.of(), List.of()));
    }
    return store
        .ofCheck(account, check, names)
        .map(
            rows -> {
              Map<String, String> values = new LinkedHashMap<>();
              List<String> secrets = new ArrayList<>();
              for (Row row : rows) {
                String value = value(account, row);
                values.put(row.getString(0), value);
                if (row.getBoolean(2)) {
                  secrets.add(value);
                }
              }
              return new Known(values, secrets);
            });
  }

  private String value(UUID account, Row row) {
    String key = row.getString(0);
    String stored = row.getString(1);
    Long group = row.getLong(3);
    if (stored == null || !row.getBoolean(2)) {
      return stored == null ? "" : stored;
    }
    return group == null
        ? sealer.unseal(place(account, key), stored)
        : groups.unsealed(account, group, key, stored);
  }

  /** Where the value of a secret variable lies. */
  static SealContext place(UUID account, String key) {
    return new SealContext("variables.value", account, key);
  }
}
