package dev.belfry.api.http;

import org.jspecify.annotations.Nullable;

/** The hosts that serve one part of the service by itself. Asked with every request. */
public interface CustomDomains {
  /** No such hosts. */
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
