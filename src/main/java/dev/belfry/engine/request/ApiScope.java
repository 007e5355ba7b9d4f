package dev.belfry.engine.request;

import dev.belfry.monitoring.check.ApiDefaults;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where an API check finds its variables and secrets.
 *
 * @param check null for settings that are not stored
 * @param group null for none
 * @param defaults of the group
 * @param own variables of settings that are not stored; those of a stored check are read
 */
public record ApiScope(
    UUID account,
    @Nullable UUID check,
    @Nullable Long group,
    ApiDefaults defaults,
    List<OwnVariable> own) {
  public ApiScope {
    own = List.copyOf(own);
  }

  /** A variable of settings that are not stored. */
  public record OwnVariable(String key, String value, boolean secret) {
    /** Without the value, which may be secret. */
    @Override
    public String toString() {
      return "OwnVariable[key=" + key + "]";
    }
  }

  /** The scope of a stored check. */
  public static ApiScope of(UUID account, UUID check, @Nullable Long group, ApiDefaults defaults) {
    return new ApiScope(account, check, group, defaults, List.of());
  }
}
