package dev.belfry.app.cli;

import dev.belfry.app.App;
import dev.belfry.app.DemoSetup;
import dev.belfry.app.FilesAtStart;
import dev.belfry.app.FirstOwner;
import dev.belfry.app.logging.Logging;
import dev.belfry.platform.config.Config;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code serve}: runs the service until the process is asked to stop. */
@Command(name = "serve", description = "Serves the API; the default.")
final class ServeCommand implements Runnable {
  private final CommandContext context;

  @Option(
      names = "--no-demo",
      description = "Create no demo account, monitors and status page on the embedded database.")
  private boolean noDemo;

  ServeCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public void run() {
    Config config = context.config();
    Logging.apply(config.log());
    App app = new App(config, context.clock(), () -> System.exit(1));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(app), "belfry-shutdown"));
    app.start();
    if (config.embedded()) {
      DemoSetup demo = new DemoSetup(app, config, context.clock());
      System.out.println(noDemo ? demo.ready() : demo.prepare());
    }
    new FirstOwner(config, app.database(), context.clock())
        .prepare()
        .ifPresent(System.out::println);
    app.watchFiles(
        new FilesAtStart(
                config, app.database(), app.sealer(), context.clock(), context.environment())
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
