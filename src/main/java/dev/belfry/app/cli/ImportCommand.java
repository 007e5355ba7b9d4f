package dev.belfry.app.cli;

import dev.belfry.api.contract.ContractDocument;
import dev.belfry.app.FileDeploys;
import dev.belfry.platform.config.Config;
import dev.belfry.projects.deploy.DeployOptions;
import dev.belfry.projects.files.ExportFile;
import dev.belfry.projects.files.FileTree;
import dev.belfry.projects.files.OtherFile;
import dev.belfry.projects.files.PlanText;
import dev.belfry.projects.files.SourceFile;
import dev.belfry.projects.importer.Gatus;
import dev.belfry.projects.importer.ImportNote;
import dev.belfry.projects.importer.ImportResult;
import dev.belfry.projects.importer.UptimeKuma;
import dev.belfry.projects.importer.account.AccountImport;
import dev.belfry.projects.importer.account.Download;
import dev.belfry.projects.importer.account.RemoteApi;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
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

  @Parameters(
      index = "0",
      paramLabel = "TOOL",
      description = "uptime-kuma (a backup), gatus, or checkly (an account).")
  private String tool = "";

  @Parameters(
      index = "1",
      paramLabel = "FILE",
      description =
          "Backup or configuration of the tool; for checkly the address of its API, whose key and"
              + " account are in CHECKLY_API_KEY and CHECKLY_ACCOUNT_ID.")
  private String source = "";

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
    switch (tool.toLowerCase(Locale.ROOT)) {
      case "uptime-kuma" -> write(UptimeKuma.read(OtherFile.read(text())));
      case "gatus" -> write(Gatus.read(OtherFile.read(text())));
      case "checkly" -> account();
      default ->
          throw new ParameterException(
              spec.commandLine(), "The tool must be uptime-kuma, gatus or checkly, not " + tool);
    }
  }

  private void write(ImportResult moved) {
    tell(moved.notes());
    write(ExportFile.yaml(moved.file()));
  }

  private static void tell(List<ImportNote> notes) {
    notes.forEach(System.err::println);
    System.err.println(
        notes.isEmpty()
            ? "Every field has a counterpart"
            : notes.size() + " fields have no counterpart, or only a similar one");
  }

  private void write(String text) {
    Path file = output;
    if (file != null || !apply) {
      ExportCommand.write(text, file);
    }
    if (apply) {
      apply(new SourceFile(file == null ? source + " as YAML" : file.toString(), text));
    }
  }

  /** Reads an account over its API. What is read is kept beside the output until all is there. */
  private void account() {
    RemoteApi api =
        new RemoteApi(
            address(),
            required("CHECKLY_API_KEY"),
            required("CHECKLY_ACCOUNT_ID"),
            (seconds, reason) -> {
              System.err.println("Waiting " + seconds + " s: " + reason);
              TimeUnit.SECONDS.sleep(seconds);
            });
    Download download =
        new Download(api, Path.of((output == null ? "checkly" : output) + ".download"));
    AccountImport.Imported imported =
        AccountImport.read(download, "checkly", ContractDocument.read().schemas());
    tell(imported.notes());
    imported
        .secrets()
        .forEach(name -> System.err.println("Not imported; set it before you apply: " + name));
    write(imported.text());
    download.forget();
  }

  private URI address() {
    try {
      return new URI(source);
    } catch (URISyntaxException e) {
      throw new ParameterException(
          spec.commandLine(), "The address of the API is no URL: " + source, e);
    }
  }

  private String required(String variable) {
    String value = context.environment().getOrDefault(variable, "");
    if (value.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "Set " + variable + " in the environment");
    }
    return value;
  }

  private SourceFile text() {
    return FileTree.read(List.of(Path.of(source))).get(0);
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
