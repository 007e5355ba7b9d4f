package dev.belfry.api.http;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.seal.KeyPairs;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.X509KeyManager;

/**
 * A certificate with its chain and its key, read from two PEM files and found to belong together
 * and to be in force.
 *
 * @param pems what the server is given
 * @param expiresAt when the first certificate of the chain expires
 */
record ServerCertificate(PemKeyCertOptions pems, Instant expiresAt) {
  /**
   * Reads both files; blocks.
   *
   * @throws CertificateUnusableException with a sentence that says what is wrong with which file
   */
  static ServerCertificate read(Vertx vertx, Config.Tls files, Instant now) {
    byte[] certificate = bytes(files.certificate());
    byte[] key = bytes(files.key());
    List<X509Certificate> chain = chain(files.certificate(), certificate);
    PemKeyCertOptions pems =
        new PemKeyCertOptions()
            .setCertValue(Buffer.buffer(certificate))
            .setKeyValue(Buffer.buffer(key));
    requirePair(files, chain.get(0).getPublicKey(), privateKey(vertx, files, pems, chain.get(0)));
    chain.forEach(one -> requireInForce(files.certificate(), one, now));
    return new ServerCertificate(
        pems,
        chain.stream()
            .map(one -> one.getNotAfter().toInstant())
            .min(Instant::compareTo)
            .orElseThrow());
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new CertificateUnusableException(
          file + " cannot be read. Make it a PEM file that the user of this process may read.");
    }
  }

  private static List<X509Certificate> chain(Path file, byte[] pem) {
    try {
      List<X509Certificate> chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(pem))
              .stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (!chain.isEmpty()) {
        return chain;
      }
    } catch (CertificateException e) {
      // Told below, like a file with nothing in it.
    }
    throw new CertificateUnusableException(
        file
            + " holds no certificates. It must be PEM: the server's own first, then its issuers'.");
  }

  private static PrivateKey privateKey(
      Vertx vertx, Config.Tls files, PemKeyCertOptions pems, X509Certificate own) {
    try {
      X509KeyManager keys = (X509KeyManager) pems.getKeyManagerFactory(vertx).getKeyManagers()[0];
      String[] names = keys.getServerAliases(own.getPublicKey().getAlgorithm(), null);
      if (names != null) {
        return keys.getPrivateKey(names[0]);
      }
    } catch (Exception e) { // What the library declares.
      // Its words may quote the key; told below.
    }
    throw new CertificateUnusableException(
        files.key()
            + " holds no key of the kind that the certificate has."
            + " It must be its RSA or EC key, in PEM without a password.");
  }

  private static void requirePair(Config.Tls files, PublicKey certified, PrivateKey key) {
    if (KeyPairs.isPair(key, certified)) {
      return;
    }
    throw new CertificateUnusableException(
        "The key in %s does not belong to the first certificate in %s."
                .formatted(files.key(), files.certificate())
            + " Put a key and the certificate made with it there.");
  }

  private static void requireInForce(Path file, X509Certificate one, Instant now) {
    Instant from = one.getNotBefore().toInstant();
    Instant until = one.getNotAfter().toInstant();
    if (now.isAfter(until)) {
      throw new CertificateUnusableException(
          "The certificate of %s in %s expired at %s. Renew it."
              .formatted(one.getSubjectX500Principal(), file, until));
    }
    if (now.isBefore(from)) {
      throw new CertificateUnusableException(
          "The certificate of %s in %s is not valid before %s."
                  .formatted(one.getSubjectX500Principal(), file, from)
              + " Check the clock of this machine, or wait.");
    }
  }
}
