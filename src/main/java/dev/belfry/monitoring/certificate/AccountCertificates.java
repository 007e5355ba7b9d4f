package dev.belfry.monitoring.certificate;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.seal.SealContext;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.platform.seal.UnsealException;
import io.vertx.core.Future;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The client certificates of accounts for runs. Which there are is read for each run; their bytes,
 * which never change, are kept for a while. Any thread may call.
 */
public final class AccountCertificates {
  /** Certificates that are kept, of all accounts together. */
  private static final int MOST_KEPT = 500;

  private final CertificateStore store;
  private final Sealer sealer;
  private final Cache<UUID, ClientCertificate> kept =
      Caffeine.newBuilder().maximumSize(MOST_KEPT).executor(Runnable::run).build();

  public AccountCertificates(Database database, Sealer sealer) {
    this.store = new CertificateStore(database);
    this.sealer = sealer;
  }

  /** Where a key lies. */
  static SealContext place(UUID account, UUID id) {
    return new SealContext("client_certificates.private_key", account, id.toString());
  }

  /**
   * The certificates for a request.
   *
   * @param host that is asked first, lower case
   * @param redirected whether other hosts may follow
   * @return only those that may be needed; fails with an {@link UnsealException} when the key for
   *     the host cannot be read, and when the database does not answer
   */
  public Future<HostCertificates> of(UUID account, String host, boolean redirected) {
    return store
        .hosts(account)
        .compose(
            lines -> {
              Map<UUID, HostPattern> hosts = parse(lines.orElse(""));
              hosts.values().removeIf(pattern -> !redirected && !pattern.covers(host));
              return hosts.isEmpty()
                  ? Future.succeededFuture(HostCertificates.NONE)
                  : loaded(account, hosts, host);
            });
  }

  private static Map<UUID, HostPattern> parse(String lines) {
    Map<UUID, HostPattern> hosts = new LinkedHashMap<>();
    lines
        .lines()
        .forEach(
            line -> {
              int space = line.indexOf(' ');
              hosts.put(
                  UUID.fromString(line.substring(0, space)),
                  new HostPattern(line.substring(space + 1)));
            });
    return hosts;
  }

  private Future<HostCertificates> loaded(
      UUID account, Map<UUID, HostPattern> hosts, String first) {
    Map<UUID, ClientCertificate> known = new LinkedHashMap<>(kept.getAllPresent(hosts.keySet()));
    List<UUID> missing = hosts.keySet().stream().filter(id -> !known.containsKey(id)).toList();
    if (missing.isEmpty()) {
      return Future.succeededFuture(byHost(hosts, known));
    }
    return store
        .secrets(account, missing)
        .map(
            read -> {
              for (CertificateStore.Sealed one : read) {
                ClientCertificate opened = opened(account, one, hosts.get(one.id()), first);
                if (opened != null) {
                  kept.put(one.id(), opened);
                  known.put(one.id(), opened);
                }
              }
              return byHost(hosts, known);
            });
  }

  private static HostCertificates byHost(
      Map<UUID, HostPattern> hosts, Map<UUID, ClientCertificate> known) {
    List<HostCertificates.Entry> entries = new ArrayList<>(known.size());
    hosts.forEach(
        (id, pattern) -> {
          ClientCertificate certificate = known.get(id);
          if (certificate != null) {
            entries.add(new HostCertificates.Entry(pattern, certificate));
          }
        });
    return new HostCertificates(entries);
  }

  /** A key that cannot be read is missed only where the first host would need it. */
  private @Nullable ClientCertificate opened(
      UUID account, CertificateStore.Sealed one, @Nullable HostPattern pattern, String first) {
    try {
      List<X509Certificate> chain = PemText.certificates(one.cert());
      byte[] bytes = Base64.getDecoder().decode(sealer.unseal(place(account, one.id()), one.key()));
      PrivateKey key = KeyReader.ofPkcs8(bytes, chain.get(0).getPublicKey());
      String ca = one.ca();
      return new ClientCertificate(
          one.id(), chain, key, ca == null ? List.of() : PemText.certificates(ca));
    } catch (UnsealException lost) {
      if (pattern != null && pattern.covers(first)) {
        throw lost;
      }
      return null;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("A stored client certificate cannot be read", e);
    }
  }
}
