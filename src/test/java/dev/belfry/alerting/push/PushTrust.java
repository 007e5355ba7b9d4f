package dev.belfry.alerting.push;

import dev.belfry.testing.TlsFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes the process trust the authority of fake push services, and no other, until it is closed.
 */
public final class PushTrust implements AutoCloseable {
  private static final String STORE = "javax.net.ssl.trustStore";
  private static final String PASSWORD = "javax.net.ssl.trustStorePassword";

  private final TlsFiles files;
  private final @Nullable String before;
  private long serial = 100;

  public PushTrust() {
    try {
      Path directory = Files.createTempDirectory(Path.of("target"), "push");
      files = new TlsFiles(directory);
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry(
          "authority",
          CertificateFactory.getInstance("X.509")
              .generateCertificate(
                  new ByteArrayInputStream(files.authority().getBytes(StandardCharsets.US_ASCII))));
      Path file = directory.resolve("trust.p12");
      try (OutputStream out = Files.newOutputStream(file)) {
        store.store(out, "changeit".toCharArray());
      }
      before = System.getProperty(STORE);
      System.setProperty(STORE, file.toString());
      System.setProperty(PASSWORD, "changeit");
    } catch (GeneralSecurityException | IOException e) {
      throw new AssertionError("no trust", e);
    }
  }

  /** A push service with a certificate of the authority. */
  public FakePushService service() {
    return new FakePushService(files.made(serial++, 30));
  }

  @Override
  public void close() {
    System.clearProperty(PASSWORD);
    if (before == null) {
      System.clearProperty(STORE);
    } else {
      System.setProperty(STORE, before);
    }
  }
}
