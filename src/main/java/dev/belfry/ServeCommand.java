package dev.belfry;

import dev.belfry.platform.config.Config;
import picocli.CommandLine.Command;

/** {@code serve}: runs the service until the process is asked to stop. */
@Command(name = "serve", description = "Serves the API; the default.")
final class ServeCommand implements Runnable {
  @Override
  public void run() {
    Config config = Main.config();
    Logging.apply(config.log());
    App app = new App(config, Main.clock());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(app), "belfry-shutdown"));
    app.start();
    if (config.embedded()) {
      System.out.println(new Demo(app, config, Main.clock()).prepare());
    }
    app.watchFiles(
        new FilesAtStart(config, app.database(), app.sealer(), Main.clock(), System.getenv())
            .apply());
  }

  private static void end(App app) {
    try {
      app.shutDown();
    } finally {
      Logging.end();
    }
  }
}
