package dev.belfry.monitoring.check;

import dev.belfry.api.contract.Field;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rules of the variables of a group or a check. The value of a secret one can be written and never
 * read: answers have null for it, and an update that has null, {@code ****} or nothing for it keeps
 * what is stored.
 */
public final class EnvironmentVariableRules {
  private EnvironmentVariableRules() {}

  /** What is wrong with the variables of a new resource: keys are unique, all values are given. */
  public static List<Violation> ofNew(Field<List<EnvironmentVariableDraft>> sent) {
    List<Violation> violations = duplicates(list(sent));
    violations.addAll(withoutValue(list(sent), false));
    return violations;
  }

  /** The same for an update, where a secret variable may come without its value. */
  public static List<Violation> ofUpdate(Field<List<EnvironmentVariableDraft>> sent) {
    List<Violation> violations = duplicates(list(sent));
    violations.addAll(withoutValue(list(sent), true));
    return violations;
  }

  /** What is wrong with the variables of an update once stored secrets have been kept. */
  public static List<Violation> ofResult(Field<List<EnvironmentVariableDraft>> kept) {
    return withoutValue(list(kept), false);
  }

  /** The variables of an update: one without a value gets the stored value of the same key. */
  public static Field<List<EnvironmentVariableDraft>> keepSecrets(
      Field<List<EnvironmentVariableDraft>> sent, Field<List<EnvironmentVariableDraft>> stored) {
    Map<String, Field<String>> values = new HashMap<>();
    list(stored).forEach(variable -> values.put(key(variable), variable.value()));
    return sent.map(
        variables -> variables.stream().map(variable -> keepSecret(variable, values)).toList());
  }

  private static EnvironmentVariableDraft keepSecret(
      EnvironmentVariableDraft variable, Map<String, Field<String>> stored) {
    return variable.value().value() == null
        ? variable.withValue(stored.getOrDefault(key(variable), variable.value()))
        : variable;
  }

  private static String key(EnvironmentVariableDraft variable) {
    String key = variable.key().value();
    return key == null ? "" : key;
  }

  private static List<EnvironmentVariableDraft> list(
      Field<List<EnvironmentVariableDraft>> variables) {
    List<EnvironmentVariableDraft> list = variables.value();
    return list == null ? List.of() : list;
  }

  private static List<Violation> duplicates(List<EnvironmentVariableDraft> variables) {
    List<Violation> violations = new ArrayList<>(0);
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < variables.size(); i++) {
      String key = variables.get(i).key().value();
      if (key != null && !seen.add(key)) {
        violations.add(new Violation(at(i, "key"), "must not appear twice"));
      }
    }
    return violations;
  }

  private static List<Violation> withoutValue(
      List<EnvironmentVariableDraft> variables, boolean secretsMayLackIt) {
    List<Violation> violations = new ArrayList<>(0);
    for (int i = 0; i < variables.size(); i++) {
      boolean secret = variables.get(i).isSecret();
      if (variables.get(i).value().value() == null && !(secret && secretsMayLackIt)) {
        violations.add(
            new Violation(
                at(i, "value"),
                secret
                    ? "is required: no value of this secret variable is stored"
                    : "is required, and may be null for a secret variable only"));
      }
    }
    return violations;
  }

  private static String at(int index, String member) {
    return "/environmentVariables/" + index + "/" + member;
  }
}
