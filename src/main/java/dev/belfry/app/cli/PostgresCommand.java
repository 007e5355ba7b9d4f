package dev.belfry.app.cli;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.embedded.EmbeddedServer;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;

/** {@code postgres}: runs the embedded server without the service, for the tools of Postgres. */
@Command(
    name = "postgres",
    description =
        "Runs the embedded Postgres without the service until it is stopped, for psql, pg_dump and"
            + " pg_restore.")
final class PostgresCommand implements Callable<Integer> {
  private static final int FAILED = 1;

  private final CommandContext context;

  PostgresCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    Config config = context.config();
    if (!config.embedded()) {
      System.err.println("BELFRY_DATABASE_URL names a server, so there is no embedded one to run.");
      return FAILED;
    }
    CountDownLatch gone = new CountDownLatch(1);
    try (EmbeddedServer server =
        new EmbeddedServer(config.database().dataDir(), true, gone::countDown)) {
      Runtime.getRuntime().addShutdownHook(new Thread(server::close, "belfry-database-stop"));
      int port = server.start().address().port();
      System.out.println(
          "PGPASSFILE='%s' psql --host=127.0.0.1 --port=%d --username=postgres"
              .formatted(server.passwordFile(), port));
      gone.await();
      return FAILED;
    }
  }
}
