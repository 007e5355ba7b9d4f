package dev.belfry.monitoring.runtime;

import dev.belfry.api.http.JsonText;
import java.util.List;
import java.util.Optional;

/**
 * A runtime that checks and groups may name (specification, "Runtime values"). Belfry runs no
 * scripts, so there is nothing in it but its name.
 */
record RuntimeRelease(String name) {
  private static final String LATEST = "2026.04";

  /** All of them, newest first. */
  static final List<RuntimeRelease> ALL =
      List.of(LATEST, "2025.04", "2024.09", "2024.02", "2023.09", "2023.02", "2022.10").stream()
          .map(RuntimeRelease::new)
          .toList();

  static Optional<RuntimeRelease> of(String name) {
    return ALL.stream().filter(release -> release.name().equals(name)).findFirst();
  }

  /** The answer's JSON text (wire contract 2.4). */
  String json() {
    return JsonText.object()
        .plain("name", name)
        .flag("multiStepSupport", false)
        .plain("nodeJsVersion", "none")
        .plain("stage", name.equals(LATEST) ? "CURRENT" : "STABLE")
        .string("runtimeEndOfLife", null)
        .plain("description", "Kept with checks that name it; URL monitors run no scripts")
        .raw("dependencies", "{}")
        .end();
  }
}
