package dev.belfry.engine.probe;

import io.netty.util.NetUtil;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** The names that a certificate is valid for (RFC 6125). RFC 9525 ignores its common name. */
final class CertificateNames {
  private static final int DNS = 2;
  private static final int ADDRESS = 7;

  private final List<String> names = new ArrayList<>();
  private final List<String> addresses = new ArrayList<>();

  CertificateNames(Collection<List<?>> alternativeNames) {
    for (List<?> one : alternativeNames) {
      if (one.get(0) instanceof Integer type && one.get(1) instanceof String value) {
        add(type, value);
      }
    }
  }

  /** The names of a certificate; empty when they cannot be parsed. */
  static CertificateNames of(X509Certificate certificate) {
    try {
      Collection<List<?>> all = certificate.getSubjectAlternativeNames();
      return new CertificateNames(all == null ? List.of() : all);
    } catch (CertificateParsingException e) {
      return new CertificateNames(List.of());
    }
  }

  private void add(int type, String value) {
    if (type == DNS) {
      names.add(value.toLowerCase(Locale.ROOT));
    } else if (type == ADDRESS) {
      addresses.add(value);
    }
  }

  /** Whether the certificate is valid for a host; an address matches addresses alone. */
  boolean cover(String host) {
    byte[] address = NetUtil.createByteArrayFromIpAddressString(host);
    return address == null
        ? names.stream().anyMatch(name -> matches(name, host))
        : addresses.stream()
            .anyMatch(
                one -> Arrays.equals(NetUtil.createByteArrayFromIpAddressString(one), address));
  }

  /** A star stands for the whole first label, unless only a top-level domain follows. */
  private static boolean matches(String pattern, String host) {
    if (!pattern.startsWith("*.")) {
      return pattern.equals(host);
    }
    int dot = host.indexOf('.');
    return dot > 0
        && pattern.indexOf('.', 2) > 0
        && pattern.substring(1).equals(host.substring(dot));
  }

  /** All names, then all addresses. */
  List<String> all() {
    List<String> all = new ArrayList<>(names);
    all.addAll(addresses);
    return all;
  }

  /** The first three names, for a message. */
  @Override
  public String toString() {
    List<String> all = all();
    if (all.isEmpty()) {
      return "no name";
    }
    String first = String.join(", ", all.subList(0, Math.min(3, all.size())));
    return all.size() > 3 ? first + " and " + (all.size() - 3) + " more" : first;
  }
}
