package dev.belfry.app.cli;

import dev.belfry.app.FileDeploys;
import dev.belfry.platform.config.Config;
import dev.belfry.projects.deploy.DeployOptions;
import dev.belfry.projects.files.ParsedProject;
import dev.belfry.projects.files.PlanText;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code apply}: deploys the resources that files describe, all or none. */
@Command(
    name = "apply",
    description = "Deploys the resources that files describe; --dry-run prints the plan.")
final class ApplyCommand implements Runnable {
  private final CommandContext context;

  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "Files, or directories of files; together they are one project.")
  private List<Path> paths = List.of();

  @Option(names = "--account", description = "Id of the account; default the only one there is.")
  private @Nullable UUID account;

  @Option(names = "--project", description = "Id of the project instead of the one in the files.")
  private @Nullable String project;

  @Option(names = "--dry-run", description = "Print the plan and change nothing.")
  private boolean dryRun;

  @Option(
      names = "--preserve-resources",
      description = "Keep resources that the files no longer have, outside the project.")
  private boolean preserve;

  ApplyCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public void run() {
    Config config = context.config();
    try (CommandDatabase database = CommandDatabase.open(config);
        FileDeploys deploys =
            new FileDeploys(
                config,
                database.address(),
                database.sealer(),
                context.clock(),
                context.environment())) {
      ParsedProject described = deploys.read(paths);
      UUID id = database.query(connection -> FileDeploys.account(connection, config, account));
      String instead = project;
      System.out.println(
          PlanText.of(
              deploys.apply(
                  id,
                  instead == null ? described : described.as(instead),
                  new DeployOptions(dryRun, preserve, false, null))));
    }
  }
}
