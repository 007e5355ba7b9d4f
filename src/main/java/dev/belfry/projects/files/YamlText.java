package dev.belfry.projects.files;

import dev.belfry.projects.files.Value.Member;
import dev.belfry.projects.files.Value.Writing;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Parses one file into values with source locations. Expands anchors, aliases and merge keys within
 * bounds.
 */
final class YamlText {
  /** Beyond any project: 5,000 resources of a hundred values each. */
  static final int MOST_VALUES = 500_000;

  private static final int DEEPEST = 32;
  private static final int MOST_CHARACTERS = 8 << 20;
  private static final String MERGE = "<<";

  private final String name;
  private final VariableSubstitution variables;
  private final List<FileError> errors;
  private int values;

  private YamlText(String name, VariableSubstitution variables, List<FileError> errors) {
    this.name = name;
    this.variables = variables;
    this.errors = errors;
  }

  /** The value of a file, empty when there is none or it cannot be read, which is a error. */
  static Optional<Value> read(
      SourceFile file, VariableSubstitution variables, List<FileError> errors) {
    LoaderOptions options = new LoaderOptions();
    options.setMaxAliasesForCollections(1_000);
    options.setCodePointLimit(MOST_CHARACTERS);
    options.setNestingDepthLimit(DEEPEST);
    options.setAllowRecursiveKeys(false);
    // Outside of texts, where it is not allowed, a tab in JSON is a blank; YAML knows no tabs.
    String text = file.name().endsWith(".json") ? file.text().replace('\t', ' ') : file.text();
    try {
      Node root = new Yaml(options).compose(new StringReader(text));
      return root == null
          ? Optional.empty()
          : Optional.of(new YamlText(file.name(), variables, errors).value(root, 0));
    } catch (MarkedYAMLException e) {
      Mark mark = e.getProblemMark();
      errors.add(
          new FileError(
              SourceLocation.of(file.name(), mark == null ? 1 : mark.getLine() + 1),
              "cannot be read as YAML: " + oneLine(e.getProblem())));
    } catch (TooMuch e) {
      errors.add(
          new FileError(e.location, "has more values, or deeper ones, than a project can have"));
    } catch (YAMLException | IllegalArgumentException e) {
      errors.add(
          new FileError(
              SourceLocation.of(file.name(), 1),
              "cannot be read as YAML: " + oneLine(e.getMessage())));
    }
    return Optional.empty();
  }

  private static String oneLine(@Nullable String problem) {
    String text = problem == null ? "it is malformed" : problem;
    String first = text.lines().findFirst().orElse("").replaceAll("\\p{Cntrl}", "?");
    return first.length() > 200 ? first.substring(0, 200) + "..." : first;
  }

  private Value value(Node node, int depth) {
    SourceLocation location = SourceLocation.of(name, node.getStartMark().getLine() + 1);
    values++;
    if (values > MOST_VALUES || depth > DEEPEST) {
      throw new TooMuch(location);
    }
    if (node instanceof MappingNode mapping) {
      return Value.object(location, members(mapping, depth));
    }
    if (node instanceof SequenceNode sequence) {
      List<Value> items = new ArrayList<>();
      for (Node item : sequence.getValue()) {
        items.add(value(item, depth + 1));
      }
      return Value.list(location, items);
    }
    return scalar(location, (ScalarNode) node);
  }

  private Value scalar(SourceLocation location, ScalarNode node) {
    boolean plain = node.getScalarStyle() == ScalarStyle.PLAIN;
    String text = node.getValue();
    if (!variables.concern(text)) {
      return Value.scalar(location, text, plain ? Writing.PLAIN : Writing.QUOTED);
    }
    String replaced =
        variables.replace(text, problem -> errors.add(new FileError(location, problem)));
    return Value.scalar(location, replaced, plain ? Writing.REPLACED : Writing.QUOTED);
  }

  private Map<String, Member> members(MappingNode mapping, int depth) {
    Map<String, Member> members = new LinkedHashMap<>();
    List<Node> merged = new ArrayList<>();
    for (NodeTuple tuple : mapping.getValue()) {
      SourceLocation location =
          SourceLocation.of(name, tuple.getKeyNode().getStartMark().getLine() + 1);
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        errors.add(new FileError(location, "a key must be a plain word"));
      } else if (key.getValue().equals(MERGE) && key.getScalarStyle() == ScalarStyle.PLAIN) {
        merged.add(tuple.getValueNode());
      } else {
        Member member = new Member(location, value(tuple.getValueNode(), depth + 1));
        Member before = members.putIfAbsent(key.getValue(), member);
        if (before != null) {
          errors.add(
              new FileError(
                  location,
                  key.getValue() + " is written twice, first in line " + before.location().line()));
        }
      }
    }
    merged.forEach(node -> merge(node, members, depth));
    return members;
  }

  /** What a merge key brings; what is written beside it wins. */
  private void merge(Node node, Map<String, Member> members, int depth) {
    Value value = value(node, depth + 1);
    for (Value one : value.isList() ? value.items() : List.of(value)) {
      if (one.isObject()) {
        one.members().forEach(members::putIfAbsent);
      } else {
        errors.add(new FileError(one.location(), "<< must be followed by an object"));
      }
    }
  }

  /** Aliases of aliases. */
  private static final class TooMuch extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient SourceLocation location;

    TooMuch(SourceLocation location) {
      super("too much", null, false, false);
      this.location = location;
    }
  }
}
