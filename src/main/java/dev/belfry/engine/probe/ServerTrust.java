package dev.belfry.engine.probe;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Verifies servers of connections of an {@link SSLEngine}, and nothing else. */
abstract class ServerTrust extends X509ExtendedTrustManager {
  private static final String ENGINES_ONLY =
      "This trust manager verifies connections of an SSLEngine only";
  private static final String SERVERS_ONLY = "This trust manager verifies servers only";

  /**
   * What trusts the issuers of a store.
   *
   * @param issuers null for those that the JDK trusts
   */
  static X509ExtendedTrustManager trusting(@Nullable KeyStore issuers)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(issuers);
    return Arrays.stream(factory.getTrustManagers())
        .filter(X509ExtendedTrustManager.class::isInstance)
        .map(X509ExtendedTrustManager.class::cast)
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw new CertificateException(ENGINES_ONLY);
  }

  @Override
  public final void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    throw new CertificateException(ENGINES_ONLY);
  }

  @Override
  public final void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    throw new CertificateException(SERVERS_ONLY);
  }

  @Override
  public final void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    throw new CertificateException(SERVERS_ONLY);
  }

  @Override
  public final void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw new CertificateException(SERVERS_ONLY);
  }
}
