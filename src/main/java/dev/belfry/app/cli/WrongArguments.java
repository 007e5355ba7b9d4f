package dev.belfry.app.cli;

import dev.belfry.platform.config.SpellingSuggestion;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in one or two lines what is wrong with the arguments, and where to look them up. */
final class WrongArguments implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException wrong, String[] arguments) {
    CommandLine command = wrong.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("belfry: " + sentence(wrong, command));
    err.println("Run '" + name(command) + " --help' for the commands and options.");
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  private static String sentence(ParameterException wrong, CommandLine command) {
    if (!(wrong instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return String.valueOf(wrong.getMessage());
    }
    String first = unmatched.getUnmatched().get(0);
    if (first.startsWith("-")) {
      return unknownOption(first, command);
    }
    List<String> known = List.copyOf(command.getSubcommands().keySet());
    if (known.isEmpty()) {
      return "unexpected argument '" + first + "'";
    }
    return "unknown command '" + first + "'" + SpellingSuggestion.to(first, known);
  }

  private static String unknownOption(String option, CommandLine command) {
    String sentence = "unknown option '" + option + "'";
    return command.getCommandSpec().userObject() instanceof ServeCommand
        ? sentence
            + "; settings are environment variables, such as BELFRY_HTTP_PORT, or keys of"
            + " config/belfry.yaml"
        : sentence;
  }

  private static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName();
  }
}
