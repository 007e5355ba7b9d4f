package dev.belfry.statuspages.domain;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.CustomDomainMode;
import dev.belfry.platform.guard.IpLiteral;
import java.net.URI;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which domains pages may have in this installation. The same rule for writes and for readers. */
public final class DomainPolicy {
  private static final String LOCAL = "localhost";

  private final CustomDomainMode mode;
  private final Set<String> own;

  private DomainPolicy(CustomDomainMode mode, Set<String> own) {
    this.mode = mode;
    this.own = Set.copyOf(own);
  }

  /** The rule that a configuration makes; the host of its public URL is one of its own. */
  public static DomainPolicy of(Config config) {
    Set<String> own = new HashSet<>();
    config.domains().own().forEach(host -> own.add(plain(host)));
    URI known = config.publicUrl();
    if (known != null && known.getHost() != null) {
      own.add(plain(known.getHost()));
    }
    return new DomainPolicy(config.domains().custom(), own);
  }

  /** What proof this installation asks for. */
  CustomDomainMode mode() {
    return mode;
  }

  /** Why no page may have a domain, as the end of a sentence; empty when one may. */
  public Optional<String> problem(String domain) {
    if (mode == CustomDomainMode.OFF) {
      return Optional.of("cannot be used: this installation serves no custom domains");
    }
    return isOwn(plain(domain))
        ? Optional.of("must not be a host name of this service")
        : Optional.empty();
  }

  /**
   * A proved domain as it is served; null when this installation does not serve it.
   *
   * @param domain null for none
   */
  public @Nullable String served(@Nullable String domain) {
    return domain == null || problem(domain).isPresent() ? null : domain;
  }

  private boolean isOwn(String host) {
    return own.contains(host)
        || host.equals(LOCAL)
        || host.endsWith("." + LOCAL)
        || IpLiteral.parse(host) != null;
  }

  private static String plain(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }
}
