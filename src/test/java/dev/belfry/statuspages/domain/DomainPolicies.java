package dev.belfry.statuspages.domain;

import dev.belfry.platform.config.ConfigLoader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Policies of tests. */
public final class DomainPolicies {
  private DomainPolicies() {}

  /** That of {@code https://Belfry.example.com:8443}, which is also {@code API.example.com}. */
  public static DomainPolicy usual() {
    return with(Map.of());
  }

  /** The usual one with further settings. */
  public static DomainPolicy with(Map<String, String> more) {
    Map<String, String> environment = new HashMap<>();
    environment.put("BELFRY_PUBLIC_URL", "https://Belfry.example.com:8443");
    environment.put("BELFRY_OWN_HOSTS", "API.example.com, belfry.internal.");
    environment.putAll(more);
    return DomainPolicy.of(ConfigLoader.load(environment, Path.of("/nowhere")));
  }
}
