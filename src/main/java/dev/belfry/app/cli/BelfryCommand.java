package dev.belfry.app.cli;

import dev.belfry.api.http.CertificateUnusableException;
import dev.belfry.api.http.ListenException;
import dev.belfry.platform.config.ConfigException;
import dev.belfry.platform.db.DatabaseUnusableException;
import dev.belfry.platform.error.ApiException;
import dev.belfry.projects.files.InvalidFilesException;
import dev.belfry.projects.importer.account.RemoteApi;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ScopeType;

/** The command line of the jar: {@code serve}, the default, and its sibling commands. */
@Command(
    name = "belfry",
    description = "A monitoring service with an HTTP API. Without a subcommand it serves.",
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class)
public final class BelfryCommand implements Runnable {
  private static final int FAILED = 1;

  private final CommandContext context;

  private BelfryCommand(CommandContext context) {
    this.context = context;
  }

  /** Runs one command. Returns 0 for success, 1 for a failure, 2 for wrong arguments. */
  public static int execute(CommandContext context, String... arguments) {
    // Most processes serve, and start sooner without reading the other commands' annotations.
    CommandLine line =
        arguments.length == 0 ? new CommandLine(new ServeCommand(context)) : all(context);
    return line.setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              if (failure instanceof ConfigException wrong) {
                wrong.problems().forEach(problem -> command.getErr().println(problem));
              } else if (failure instanceof InvalidFilesException invalid) {
                invalid.errors().forEach(error -> command.getErr().println(error));
              } else if (failure instanceof ApiException
                  || failure instanceof DatabaseUnusableException
                  || failure instanceof ListenException
                  || failure instanceof CertificateUnusableException
                  || failure instanceof RemoteApi.UnreadableException) {
                command.getErr().println(failure.getMessage());
              } else {
                throw failure;
              }
              return FAILED;
            })
        .setParameterExceptionHandler(new WrongArguments())
        .execute(arguments);
  }

  private static CommandLine all(CommandContext context) {
    return new CommandLine(new BelfryCommand(context))
        .addSubcommand(new ServeCommand(context))
        .addSubcommand(
            new CommandLine(new AccountCommands())
                .addSubcommand(new AccountCommands.Create(context))
                .addSubcommand(new AccountCommands.ListAll(context))
                .addSubcommand(new AccountCommands.Quota(context)))
        .addSubcommand(new AgentCommand(context))
        .addSubcommand(new ApplyCommand(context))
        .addSubcommand(new CopyCommand(context))
        .addSubcommand(
            new CommandLine(new DomainCommands())
                .addSubcommand(new DomainCommands.Allow(context))
                .addSubcommand(new DomainCommands.Withdraw(context)))
        .addSubcommand(new ExportCommand(context))
        .addSubcommand(new ImportCommand(context))
        .addSubcommand(
            new CommandLine(new KeyCommands())
                .addSubcommand(new KeyCommands.Create(context))
                .addSubcommand(new KeyCommands.ListAll(context))
                .addSubcommand(new KeyCommands.Revoke(context)))
        .addSubcommand(new LedgerCommand(context))
        .addSubcommand(new MigrateCommand(context))
        .addSubcommand(new PostgresCommand(context))
        .addSubcommand(
            new CommandLine(new UserCommands())
                .addSubcommand(new UserCommands.Create(context))
                .addSubcommand(new UserCommands.Password(context))
                .addSubcommand(new UserCommands.ForgetIdentity(context))
                .addSubcommand(new UserCommands.ResetSecondFactor(context)));
  }

  @Override
  public void run() {
    new ServeCommand(context).run();
  }
}
