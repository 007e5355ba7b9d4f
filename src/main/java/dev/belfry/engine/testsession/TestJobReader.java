package dev.belfry.engine.testsession;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.DeployableResource;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.engine.request.ApiScope;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the checks that a client sends to be run, with the rules of a deploy. */
final class TestJobReader {
  private static final String GROUP = "groupId";
  private static final String SUITE = "/sourceInfo/checkRunSuiteId";
  private static final List<String> OF_THE_TEST =
      List.of(GROUP, "group", "sourceInfo", "testRetryStrategy", "logicalId", "filePath");

  /** How a project refers to a group that it does not describe. */
  private static final Pattern STORED_GROUP = Pattern.compile("check-group-([1-9][0-9]{0,17})");

  /** A shorter value of a locked variable would hide too much of what a target sends back. */
  private static final int LEAST_HIDDEN = 8;

  private final DeployableResource checks;
  private final DeployableResource groups;
  private final RequestSchemas bodies;
  private final Ids ids;

  TestJobReader(
      DeployableResource checks, DeployableResource groups, RequestSchemas bodies, Ids ids) {
    this.checks = checks;
    this.groups = groups;
    this.bodies = bodies;
    this.ids = ids;
  }

  /**
   * The runs of a valid body.
   *
   * @throws dev.belfry.platform.error.ApiException a 400 that names every invalid field
   */
  List<NewTestRun> read(ObjectNode body) {
    TestJobErrors errors = new TestJobErrors(body.path("checkRunJobs"));
    List<NewTestRun> runs = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    UUID suite = suite(body);
    for (int i = 0; i < body.path("checkRunJobs").size(); i++) {
      ObjectNode job = (ObjectNode) body.path("checkRunJobs").get(i);
      List<Violation> violations = new ArrayList<>();
      String logicalId = job.path("logicalId").asText();
      if (!seen.add(logicalId)) {
        violations.add(new Violation("/logicalId", "must not appear twice"));
      }
      if (!suite.toString().equalsIgnoreCase(suiteOf(job))) {
        violations.add(new Violation(SUITE, "must be the same for all checks"));
      }
      NewTestRun run = read(job, logicalId, violations);
      errors.add(i, violations);
      if (run != null) {
        runs.add(run);
      }
    }
    errors.requireNone();
    return runs;
  }

  /** The topic of a valid body. */
  static UUID suite(ObjectNode body) {
    return UUID.fromString(suiteOf(body.path("checkRunJobs").path(0)));
  }

  private static String suiteOf(JsonNode job) {
    return job.at(SUITE).asText();
  }

  private @Nullable NewTestRun read(ObjectNode job, String logicalId, List<Violation> violations) {
    List<Violation> own = new ArrayList<>();
    ObjectNode document = checks.document(payload(job, checks).remove(OF_THE_TEST), bodies, own);
    ObjectNode group =
        job.path("group") instanceof ObjectNode sent ? document(sent, violations) : null;
    violations.addAll(0, own);
    if (!violations.isEmpty()) {
      return null;
    }
    String type = document.path("checkType").asText();
    if (CheckType.HEARTBEAT.name().equals(type)) {
      violations.add(
          new Violation(
              "/checkType",
              "must not be HEARTBEAT: such a monitor waits for pings and is not run"));
      return null;
    }
    List<ApiScope.OwnVariable> variables = new ArrayList<>();
    JsonNode defaults = JsonNodeFactory.instance.missingNode();
    if (group != null) {
      variables.addAll(variables(group));
      defaults = group.path("apiCheckDefaults");
    }
    variables.addAll(variables(document));
    return new NewTestRun(
        ids.next(),
        logicalId,
        document.path("name").asText(),
        type,
        new TestJob(
            document,
            null,
            group == null ? storedGroup(job.path(GROUP)) : null,
            defaults.isObject() ? defaults.toString() : null,
            variables,
            TestJob.retry(job.path("testRetryStrategy"))));
  }

  private ObjectNode document(ObjectNode sent, List<Violation> violations) {
    List<Violation> found = new ArrayList<>();
    ObjectNode document = groups.document(payload(sent, groups), bodies, found);
    found.forEach(one -> violations.add(one.within("/group")));
    return document;
  }

  /** A copy without references to other resources of the project, which no run needs. */
  private static ObjectNode payload(ObjectNode sent, DeployableResource kind) {
    ObjectNode payload = sent.deepCopy();
    kind.references().keySet().forEach(pointer -> payload.remove(pointer.split("/", 3)[1]));
    return payload;
  }

  private static @Nullable Long storedGroup(JsonNode reference) {
    Matcher stored =
        STORED_GROUP.matcher(
            reference.isObject() ? reference.path("ref").asText() : reference.asText());
    return stored.matches() ? (Long) Long.parseLong(stored.group(1)) : null;
  }

  /** The variables of a document. */
  private static List<ApiScope.OwnVariable> variables(ObjectNode document) {
    List<ApiScope.OwnVariable> variables = new ArrayList<>();
    for (JsonNode one : document.path("environmentVariables")) {
      String value = one.path("value").asText("");
      boolean hidden = one.path("locked").asBoolean() && value.length() >= LEAST_HIDDEN;
      variables.add(
          new ApiScope.OwnVariable(
              one.path("key").asText(), value, one.path("secret").asBoolean() || hidden));
    }
    return variables;
  }

  /** The variables that a client gives to stored checks. */
  static List<ApiScope.OwnVariable> given(ObjectNode body) {
    List<ApiScope.OwnVariable> variables = new ArrayList<>();
    for (JsonNode one : body.path("environmentVariables")) {
      String value = one.path("value").asText();
      variables.add(
          new ApiScope.OwnVariable(
              one.path("key").asText(), value, value.length() >= LEAST_HIDDEN));
    }
    return variables;
  }
}
