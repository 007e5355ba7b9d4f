package dev.belfry.monitoring.certificate;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The client certificates of one account, by host. */
public final class HostCertificates {
  /** Those of an account that has none. */
  public static final HostCertificates NONE = new HostCertificates(List.of());

  private final List<Entry> entries;

  /** A certificate and the hosts that it is for. */
  record Entry(HostPattern hosts, ClientCertificate certificate) {}

  /**
   * Certificates by host.
   *
   * @param entries the newest last
   */
  HostCertificates(List<Entry> entries) {
    this.entries = List.copyOf(entries);
  }

  List<Entry> entries() {
    return entries;
  }

  /**
   * The certificate for a host: the one that names the host, else the one of the longest domain;
   * the newest of several. Null for none.
   *
   * @param host lower case
   */
  public @Nullable ClientCertificate of(String host) {
    return entries.stream()
        .filter(entry -> entry.hosts().covers(host))
        .reduce((one, other) -> MORE.compare(one, other) > 0 ? one : other)
        .map(Entry::certificate)
        .orElse(null);
  }

  private static final Comparator<Entry> MORE =
      Comparator.comparingInt(entry -> entry.hosts().weight());

  /** Without keys. */
  @Override
  public String toString() {
    return "HostCertificates[" + entries.size() + "]";
  }
}
