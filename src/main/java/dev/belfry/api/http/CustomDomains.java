package dev.belfry.api.http;

import org.jspecify.annotations.Nullable;

/** Hosts at which a part of what is served is found by itself. Asked with every request. */
public interface CustomDomains {
  /** There are none. */
  CustomDomains NONE =
      new CustomDomains() {
        @Override
        public boolean none() {
          return true;
        }

        @Override
        public @Nullable String prefix(String host) {
          return null;
        }
      };

  /** Whether there are none at present. */
  boolean none();

  /**
   * The beginning of the paths that a host leads to, null when it is no such host.
   *
   * @param host in lower case, without port
   */
  @Nullable String prefix(String host);
}
