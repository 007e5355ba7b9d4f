package dev.belfry.monitoring.location;

import dev.belfry.api.contract.Field;
import org.jspecify.annotations.Nullable;

/**
 * What can be set of a private location: by a body, by a project, or as it is stored. Each member
 * is absent, {@code null} or a value.
 *
 * @param proxyUrl may hold a password, which is sealed in what is stored
 */
record LocationDraft(
    Field<String> name, Field<String> slugName, Field<String> icon, Field<String> proxyUrl) {
  /** The same draft with another address of the proxy. */
  LocationDraft withProxyUrl(@Nullable String address) {
    return new LocationDraft(name, slugName, icon, Field.of(address));
  }

  /** Without the address of the proxy, which may hold a password. */
  @Override
  public String toString() {
    return "LocationDraft[slugName=" + slugName + "]";
  }
}
