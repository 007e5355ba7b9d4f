package dev.belfry.platform.db.embedded;

import dev.belfry.platform.config.Secret;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** One start of the embedded server, with settings for a small machine. */
final class EmbeddedLaunch {
  /** Long enough for the recovery after a crash. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private final EmbeddedFiles files;
  private final boolean durable;

  EmbeddedLaunch(EmbeddedFiles files, boolean durable) {
    this.files = files;
    this.durable = durable;
  }

  /** Starts on the port of the last start if that is free, so that open tools stay connected. */
  EmbeddedPostgres start() throws IOException {
    return start(port());
  }

  EmbeddedPostgres start(int port) throws IOException {
    boolean isNew = files.isNew();
    Optional<Secret> known = files.password().read();
    Secret password = known.orElseGet(PasswordFile::random);
    if (isNew) {
      files.beginInitializing();
      files.password().write(password);
      OwnerOnly.write(files.initialPassword(), password.value() + "\n");
    }
    // A start that failed in this process still holds the library's lock, on the old file.
    Files.deleteIfExists(files.data().resolve("epg-lock"));
    boolean isOpen = !isNew && (known.isEmpty() || !files.rules().areInForce());
    EmbeddedPostgres postgres;
    try {
      postgres =
          builder(password)
              .setPort(port)
              .setDataDirectoryCustomizer(data -> lock(isOpen, password))
              .start();
    } finally {
      Files.deleteIfExists(files.initialPassword());
    }
    files.closePrograms();
    if (isNew) {
      files.endInitializing();
    }
    files.keepPort(port);
    return postgres;
  }

  /**
   * Makes the server, which does not run yet, ask for the password. The file with it comes last: as
   * long as that is missing, the next start does all of this again.
   *
   * @param isOpen whether the server does not know the password, as that of an earlier version
   */
  private void lock(boolean isOpen, Secret password) {
    try {
      if (isOpen) {
        files.singleUser(programs()).setPassword(password);
      }
      files.rules().write();
      if (isOpen) {
        files.password().write(password);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private Path programs() {
    return durable
        ? files.programs()
        : Path.of(System.getProperty("java.io.tmpdir"), "embedded-pg");
  }

  private EmbeddedPostgres.Builder builder(Secret password) {
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(files.data())
            .setCleanDataDirectory(false)
            .setRegisterShutdownHook(false)
            .setPGStartupWait(PATIENCE)
            .setOutputRedirector(Redirect.appendTo(files.log().toFile()))
            .setConnectConfig("password", password.value())
            // The library passes these to initdb, after its own "-A trust".
            .setLocaleConfig("auth", "scram-sha-256")
            .setLocaleConfig("pwfile", files.initialPassword().toString())
            .setLocaleConfig("locale", "C")
            .setLocaleConfig("locale-provider", "builtin")
            .setLocaleConfig("builtin-locale", "C.UTF-8");
    if (durable) {
      builder.setOverrideWorkingDirectory(files.programs().toFile());
      builder.setPgBinaryResolver(new OwnPrograms(files.programs()));
    }
    settings().forEach(builder::setServerConfig);
    return builder;
  }

  /** The library starts servers for tests, with all safety off; this puts it back. */
  private Map<String, String> settings() {
    String safety = durable ? "on" : "off";
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("fsync", safety);
    settings.put("synchronous_commit", safety);
    settings.put("full_page_writes", safety);
    settings.put("listen_addresses", LOOPBACK.getHostAddress());
    settings.put("unix_socket_directories", "");
    settings.put("max_connections", durable ? "200" : "400"); // Tests start many services.
    settings.put("shared_buffers", "256MB");
    settings.put("huge_pages", "off");
    settings.put("wal_compression", safety);
    settings.put("random_page_cost", "1.1");
    settings.put("jit", "off");
    // Refused statements are answers, not events; what matters to an operator is LOG and above.
    settings.put("log_min_messages", "log");
    settings.put("log_checkpoints", "off");
    if (!durable) {
      // Tests make databases all the time; with these a copy is not written twice.
      settings.put("wal_level", "minimal");
      settings.put("max_wal_senders", "0");
    }
    return settings;
  }

  private int port() throws IOException {
    int last = files.lastPort();
    if (last > 0 && last <= 65535) {
      try {
        return probe(last);
      } catch (IOException e) {
        // Another process has the port by now.
      }
    }
    return probe(0);
  }

  private static int probe(int port) throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(LOOPBACK, port));
      return socket.getLocalPort();
    }
  }
}
