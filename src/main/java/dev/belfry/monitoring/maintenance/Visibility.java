package dev.belfry.monitoring.maintenance;

import java.util.List;

/**
 * Whether readers of status pages are told of a window.
 *
 * @param serviceIds services that it affects, none = all
 */
record Visibility(boolean enabled, List<String> serviceIds) {
  Visibility {
    serviceIds = List.copyOf(serviceIds);
  }
}
