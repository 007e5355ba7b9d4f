package dev.belfry.benchmark;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.CertificateBuilder.Algorithm;
import io.netty.pkitesting.X509Bundle;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;

/**
 * Makes certificates of targets: {@code TargetCertificates ecdsa|rsa NUMBER DIRECTORY} writes
 * {@code 0.pem} and so on, each with its issuer and its key, for the addresses from 127.0.1.1 on,
 * 250 to a network, and {@code trust.p12} with the root.
 */
public final class TargetCertificates {
  private static final int NETWORK = 250;

  private TargetCertificates() {}

  /** The algorithms are those of a large public issuer. */
  public static void main(String[] arguments) throws Exception {
    boolean ecdsa = arguments[0].equals("ecdsa");
    int number = Integer.parseInt(arguments[1]);
    Path directory = Files.createDirectories(Path.of(arguments[2]));
    X509Bundle root =
        authority("CN=Root", ecdsa ? Algorithm.ecp384 : Algorithm.rsa4096).buildSelfSigned();
    X509Bundle between =
        authority("CN=Between", ecdsa ? Algorithm.ecp384 : Algorithm.rsa2048).buildIssuedBy(root);
    for (int i = 0; i < number; i++) {
      X509Bundle leaf =
          new CertificateBuilder()
              .algorithm(ecdsa ? Algorithm.ecp256 : Algorithm.rsa2048)
              .subject("CN=Target " + i)
              .addSanIpAddress("127.0." + (i / NETWORK + 1) + "." + (i % NETWORK + 1))
              .buildIssuedBy(between);
      Files.writeString(
          directory.resolve(i + ".pem"), leaf.getCertificatePathPEM() + leaf.getPrivateKeyPEM());
    }
    KeyStore trust = KeyStore.getInstance("PKCS12");
    trust.load(null, null);
    trust.setCertificateEntry("root", root.getCertificate());
    try (OutputStream out = Files.newOutputStream(directory.resolve("trust.p12"))) {
      trust.store(out, "changeit".toCharArray());
    }
  }

  private static CertificateBuilder authority(String subject, Algorithm algorithm) {
    return new CertificateBuilder()
        .algorithm(algorithm)
        .subject(subject)
        .setIsCertificateAuthority(true);
  }
}
