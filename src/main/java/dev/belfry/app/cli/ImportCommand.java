package dev.belfry.app.cli;

import dev.belfry.app.FileDeploys;
import dev.belfry.platform.config.Config;
import dev.belfry.projects.deploy.DeployOptions;
import dev.belfry.projects.files.ExportFile;
import dev.belfry.projects.files.FileTree;
import dev.belfry.projects.files.OtherFile;
import dev.belfry.projects.files.PlanText;
import dev.belfry.projects.files.SourceFile;
import dev.belfry.projects.importer.Gatus;
import dev.belfry.projects.importer.ImportResult;
import dev.belfry.projects.importer.UptimeKuma;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code import}: converts the configuration of another monitoring tool into a file for {@code
 * apply}.
 */
@Command(
    name = "import",
    description =
        "Converts another tool's configuration into a file for apply; prints what is lost.")
final class ImportCommand implements Runnable {
  private final CommandContext context;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(index = "0", paramLabel = "TOOL", description = "uptime-kuma (a backup) or gatus.")
  private String tool = "";

  @Parameters(
      index = "1",
      paramLabel = "FILE",
      description = "Backup or configuration of the tool.")
  private Path source = Path.of("");

  @Option(names = "--output", description = "File to write; default standard output.")
  private @Nullable Path output;

  @Option(names = "--apply", description = "Also apply the result.")
  private boolean apply;

  @Option(names = "--account", description = "Id of the account; default the only one there is.")
  private @Nullable UUID account;

  ImportCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public void run() {
    ImportResult moved = moved();
    moved.notes().forEach(System.err::println);
    System.err.println(
        moved.notes().isEmpty()
            ? "Every field has a counterpart"
            : moved.notes().size() + " fields have no counterpart, or only a similar one");
    String text = ExportFile.yaml(moved.file());
    Path file = output;
    if (file != null || !apply) {
      ExportCommand.write(text, file);
    }
    if (apply) {
      apply(new SourceFile(file == null ? source + " as YAML" : file.toString(), text));
    }
  }

  private ImportResult moved() {
    return switch (tool.toLowerCase(Locale.ROOT)) {
      case "uptime-kuma" -> UptimeKuma.read(OtherFile.read(text()));
      case "gatus" -> Gatus.read(OtherFile.read(text()));
      default ->
          throw new ParameterException(
              spec.commandLine(), "The tool must be uptime-kuma or gatus, not " + tool);
    };
  }

  private SourceFile text() {
    return FileTree.read(List.of(source)).get(0);
  }

  private void apply(SourceFile file) {
    Config config = context.config();
    try (CommandDatabase database = CommandDatabase.open(config);
        FileDeploys deploys =
            new FileDeploys(
                config,
                database.address(),
                database.sealer(),
                context.clock(),
                context.environment())) {
      UUID id = database.query(connection -> FileDeploys.account(connection, config, account));
      System.out.println(
          PlanText.of(
              deploys.apply(
                  id,
                  deploys.readTexts(List.of(file)),
                  new DeployOptions(false, false, false, null))));
    }
  }
}
