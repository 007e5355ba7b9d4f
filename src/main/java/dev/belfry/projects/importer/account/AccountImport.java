package dev.belfry.projects.importer.account;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.projects.files.ExportFile;
import dev.belfry.projects.files.KnownMembers;
import dev.belfry.projects.files.StoredResource;
import dev.belfry.projects.importer.ImportNote;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Converts what an account of another service has into a project file. Pure. */
public final class AccountImport {
  private static final String SUBSCRIPTIONS = "alertChannelSubscriptions";
  private static final String OTHER_SERVICE = "is not known here";

  /** Members that a service answers and no client sets, anywhere in a document. */
  private static final Set<String> READ_ONLY =
      Set.of(
          "id",
          "accountId",
          "created_at",
          "updated_at",
          "createdAt",
          "updatedAt",
          "version",
          "lastSeen",
          "agentCount",
          "keys",
          "incidents",
          "subscriptions",
          "pingUrl",
          "pingToken",
          "sslCheckDomain",
          "checkId",
          "order");

  /** Scripts and what only scripts use. */
  private static final Set<String> SCRIPTS =
      Set.of(
          "localSetupScript",
          "localTearDownScript",
          "setupSnippetId",
          "tearDownSnippetId",
          "setupScriptPath",
          "tearDownScriptPath",
          "script",
          "scriptPath",
          "dependencies");

  /** In place of a secret that a service does not answer. */
  private static final String SECRET = "********";

  private final KnownMembers known;
  private final List<ImportNote> notes = new ArrayList<>();
  private final List<StoredResource> resources = new ArrayList<>();
  private final Set<String> channels = new HashSet<>();

  private AccountImport(JsonNode schemas) {
    this.known = new KnownMembers(schemas);
  }

  /**
   * The file of an account, what is not in it, and the variables that stand for secrets.
   *
   * @param text of the file
   * @param notes one for each member that is left out
   * @param secrets names of variables to set before the file is applied
   */
  public record Imported(String text, List<ImportNote> notes, List<String> secrets) {
    public Imported {
      notes = List.copyOf(notes);
      secrets = List.copyOf(secrets);
    }
  }

  /**
   * Reads an account.
   *
   * @param schemas the schemas of the contract by name
   * @throws RemoteApi.UnreadableException if a list cannot be read
   */
  public static Imported read(Download download, String project, JsonNode schemas) {
    return of(download.all(), project, schemas);
  }

  static Imported of(Map<RemoteList, List<JsonNode>> lists, String project, JsonNode schemas) {
    AccountImport made = new AccountImport(schemas);
    lists.forEach((list, entries) -> entries.forEach(entry -> made.add(list, entry)));
    ExportFile file = ExportFile.of(made.resources, schemas).of(project, project);
    return new Imported(file.text(), made.notes, file.secrets());
  }

  private void add(RemoteList list, JsonNode entry) {
    String name = entry.path(list == RemoteList.VARIABLES ? "key" : "name").asText("");
    String where = list.noun() + " " + entry.path("id").asText("") + " \"" + name + "\"";
    ResourceType type = list.type();
    if (!(entry instanceof ObjectNode document) || type == null) {
      notes.add(new ImportNote(where, "entry", "not shown", "is left out: " + instead(list)));
      return;
    }
    CheckType check = null;
    if (type == ResourceType.CHECK) {
      String wire = document.path("checkType").asText("");
      Optional<CheckType> offered = CheckType.offered(wire);
      if (offered.isEmpty()) {
        notes.add(
            new ImportNote(where, "checkType", wire, "the check is left out: it cannot run here"));
        return;
      }
      check = offered.get();
      if (check == CheckType.HEARTBEAT) {
        notes.add(
            new ImportNote(
                where, "heartbeat.pingUrl", "not shown", "is another one here: change the job"));
      }
    }
    ObjectNode own = document.deepCopy();
    if (own.path("heartbeat") instanceof ObjectNode heartbeat) {
      heartbeat.remove(READ_ONLY);
    }
    for (String script : SCRIPTS) {
      JsonNode value = own.remove(script);
      if (value != null) {
        unknown(where, script, value);
      }
    }
    subscriptions(type, own);
    ObjectNode kept = known.of(type, check, own, (member, value) -> unknown(where, member, value));
    resources.add(new StoredResource(type, document.path("id").asText(), null, kept, masked(kept)));
  }

  private static String instead(RemoteList list) {
    return switch (list) {
      case VARIABLES -> "files have no variables of accounts; create it by the API or the console";
      case SNIPPETS -> "checks run no scripts";
      case DASHBOARDS -> "make a status page in its place";
      default -> OTHER_SERVICE;
    };
  }

  private void unknown(String where, String member, JsonNode value) {
    String last = member.substring(member.lastIndexOf('.') + 1);
    boolean empty =
        value.isNull()
            || (value.isContainerNode() && value.isEmpty())
            || (value.isTextual() && value.textValue().isEmpty())
            || (value.isBoolean() && !value.booleanValue());
    if (!empty && !READ_ONLY.contains(last)) {
      String why = SCRIPTS.contains(last) ? "is left out: checks run no scripts" : OTHER_SERVICE;
      notes.add(new ImportNote(where, member, value.isValueNode() ? "set" : "several", why));
    }
  }

  /** Makes resources of the subscriptions that a check or a group lists. */
  private void subscriptions(ResourceType type, ObjectNode document) {
    JsonNode list = document.remove(SUBSCRIPTIONS);
    if (list == null || (type != ResourceType.CHECK && type != ResourceType.CHECK_GROUP)) {
      return;
    }
    String member = type == ResourceType.CHECK ? "checkId" : "groupId";
    String id = document.path("id").asText();
    for (JsonNode one : list) {
      String channel = one.path("alertChannelId").asText();
      if (channels.add(member + id + ' ' + channel)) {
        ObjectNode subscription =
            JsonNodeFactory.instance
                .objectNode()
                .put("alertChannelId", channel)
                .put(member, id)
                .put("activated", one.path("activated").asBoolean(true));
        resources.add(
            new StoredResource(
                ResourceType.SUBSCRIPTION,
                member + id + channel,
                null,
                subscription,
                subscription));
      }
    }
  }

  /** The same with something else in place of each secret, as a service answers secrets by null. */
  private static ObjectNode masked(ObjectNode document) {
    ObjectNode copy = document.deepCopy();
    mask(copy);
    return copy;
  }

  private static void mask(JsonNode node) {
    if (node instanceof ObjectNode object
        && object.path("secret").asBoolean()
        && object.has("value")) {
      object.put("value", SECRET);
    } else if (node instanceof ObjectNode object
        && object.has("username")
        && !object.path("username").asText("").isEmpty()
        && object.path("password").isNull()) {
      object.put("password", SECRET);
    }
    node.forEach(AccountImport::mask);
  }
}
