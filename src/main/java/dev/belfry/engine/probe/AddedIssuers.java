package dev.belfry.engine.probe;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts further issuers besides those of another trust manager. */
final class AddedIssuers extends ServerTrust {
  private final X509ExtendedTrustManager usual;
  private final X509ExtendedTrustManager added;

  AddedIssuers(X509ExtendedTrustManager usual, List<X509Certificate> issuers) {
    this.usual = usual;
    this.added = trusting(issuers);
  }

  private static X509ExtendedTrustManager trusting(List<X509Certificate> issuers) {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (int i = 0; i < issuers.size(); i++) {
        store.setCertificateEntry("issuer " + i, issuers.get(i));
      }
      return trusting(store);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("Every JDK can trust a list of certificates", e);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    try {
      added.checkServerTrusted(chain, authType, engine);
    } catch (CertificateException notAdded) {
      usual.checkServerTrusted(chain, authType, engine);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    try {
      added.checkServerTrusted(chain, authType);
    } catch (CertificateException notAdded) {
      usual.checkServerTrusted(chain, authType);
    }
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return Stream.of(usual, added)
        .flatMap(one -> Arrays.stream(one.getAcceptedIssuers()))
        .toArray(X509Certificate[]::new);
  }
}
