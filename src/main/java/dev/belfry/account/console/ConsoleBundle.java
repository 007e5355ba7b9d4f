package dev.belfry.account.console;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Joins the modules of the console into one script, so that a browser on a slow line waits for one
 * file. Each module becomes a function that is called once and returns its exports. It reads the
 * forms of import and export that the console uses, and refuses any other.
 */
final class ConsoleBundle {
  /** Names in braces, from a file beside. */
  private static final Pattern IMPORT =
      Pattern.compile("^import \\{([^}]*)} from \"\\./([\\w.-]+)\";\\n?", Pattern.MULTILINE);

  /** What stands before a declaration. */
  private static final Pattern DECLARED =
      Pattern.compile(
          "^export (?=(?:async )?(?:function|class|const) ([\\w$]+))", Pattern.MULTILINE);

  /** Names in braces; minified files have it in the middle of a line. */
  private static final Pattern LISTED =
      Pattern.compile("(?<=^|[;}])export ?\\{([^}]*)};?", Pattern.MULTILINE);

  private static final Pattern OTHER = Pattern.compile("^(?:import|export)\\b", Pattern.MULTILINE);

  private static final Pattern MAP = Pattern.compile("^//# sourceMappingURL=.*", Pattern.MULTILINE);

  private final Function<String, String> sources;
  private final Map<String, String> joined = new LinkedHashMap<>();
  private final List<String> open = new ArrayList<>();

  private ConsoleBundle(Function<String, String> sources) {
    this.sources = sources;
  }

  /**
   * The script that does what a module and all that it imports do.
   *
   * @param sources the text of the file of a name
   * @throws IllegalStateException when the modules cannot be joined
   */
  static String of(String first, Function<String, String> sources) {
    ConsoleBundle bundle = new ConsoleBundle(sources);
    bundle.add(first);
    return String.join("", bundle.joined.values());
  }

  /** Adds what a module imports before the module itself. */
  private void add(String name) {
    if (joined.containsKey(name)) {
      return;
    }
    if (open.contains(name)) {
      throw new IllegalStateException("Modules import each other: " + open + " and " + name);
    }
    open.add(name);
    String source = MAP.matcher(sources.apply(name)).replaceAll("");
    IMPORT.matcher(source).results().forEach(one -> add(one.group(2)));
    open.remove(name);
    joined.put(name, wrapped(name, source));
  }

  private static String wrapped(String name, String source) {
    String exports =
        Stream.concat(
                DECLARED.matcher(source).results().map(one -> one.group(1)),
                LISTED.matcher(source).results().map(one -> renamed(one, false)))
            .collect(Collectors.joining(", "));
    String body = LISTED.matcher(DECLARED.matcher(source).replaceAll("")).replaceAll("");
    body = IMPORT.matcher(body).replaceAll(ConsoleBundle::imported);
    if (OTHER.matcher(body).find()) {
      throw new IllegalStateException(name + " imports or exports in a form that is not known");
    }
    return "const %s = (() => {\n%s\nreturn { %s };\n})();\n"
        .formatted(variable(name), body.strip(), exports);
  }

  private static String imported(MatchResult one) {
    return Matcher.quoteReplacement(
        "const { %s } = %s;\n".formatted(renamed(one, true), variable(one.group(2))));
  }

  /** {@code a as b} is {@code a: b} of an import, and {@code b: a} of an export. */
  private static String renamed(MatchResult names, boolean reads) {
    return Stream.of(names.group(1).split(","))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .map(name -> name.replaceFirst("^(\\S+) as (\\S+)$", reads ? "$1: $2" : "$2: $1"))
        .collect(Collectors.joining(", "));
  }

  private static String variable(String file) {
    return "$" + file.replaceFirst("\\.js$", "").replace('-', '_');
  }
}
