package dev.belfry.platform.cluster;

import dev.belfry.platform.config.SlugRules;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The locations that an instance covers, as they become known. Confined to one thread. */
final class OwnCoverage {
  private static final Logger LOG = LoggerFactory.getLogger(OwnCoverage.class);

  private Set<String> known = Set.of();

  /**
   * Takes what the database says. Returns the locations that are covered from now on and were not
   * at the last call: a claim made before says that they are not. A slug stays without an account
   * as long as none has it, or several do; that is logged once.
   */
  Set<String> update(Collection<Instance> living, long id) {
    Set<String> locations =
        living.stream()
            .filter(one -> one.id() == id)
            .flatMap(one -> one.locations().stream())
            .collect(Collectors.toSet());
    if (locations.equals(known)) {
      return Set.of();
    }
    Set<String> added = new HashSet<>(locations);
    added.removeAll(known);
    boolean first = known.isEmpty();
    known = Set.copyOf(locations);
    added.stream().filter(name -> SlugRules.problem(name).isEmpty()).forEach(OwnCoverage::warn);
    return first ? Set.of() : added;
  }

  private static void warn(String slug) {
    LOG.warn(
        "BELFRY_LOCATIONS names {}, which no account has as a private location, or several have;"
            + " write it as ACCOUNT/{}",
        slug,
        slug);
  }
}
