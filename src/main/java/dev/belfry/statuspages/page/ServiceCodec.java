package dev.belfry.statuspages.page;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.http.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The JSON of status page services (specification, "Service (status page service)") and of
 * references to them.
 */
public final class ServiceCodec {
  private static final String ID = "id";
  private static final String NAME = "name";

  private ServiceCodec() {}

  /** The draft in a body. */
  static ServiceDraft draft(ObjectNode body) {
    return new ServiceDraft(new FieldReader(body).text(NAME));
  }

  /** The name in a draft without violations. */
  static String name(ServiceDraft draft) {
    return requireNonNull(draft.name().value());
  }

  /** The document in which a project's services are compared. */
  static ObjectNode document(String name) {
    return JsonNodeFactory.instance.objectNode().put(NAME, name);
  }

  /** The references in an array of a body. */
  public static ServiceReferences references(JsonNode array) {
    List<Field<UUID>> entries = new ArrayList<>(array.size());
    for (JsonNode entry : array) {
      entries.add(new FieldReader(entry).text(ID, UUID::fromString));
    }
    return new ServiceReferences(entries);
  }

  /** Adds references to an array. */
  static void write(List<UUID> services, ArrayNode array) {
    services.forEach(service -> array.addObject().put(ID, service.toString()));
  }

  /** Replaces the entries of an array that are ids by references, in place. */
  static void wrapIds(ArrayNode array) {
    for (int i = 0; i < array.size(); i++) {
      JsonNode entry = array.get(i);
      if (entry.isTextual()) {
        array.set(i, array.objectNode().set(ID, entry));
      }
    }
  }

  /** JSON pointer of the id in an entry of an array of references. */
  public static String pointer(String array, int index) {
    return array + "/" + index + "/" + ID;
  }

  /** The JSON text of a service, alone or as an entry of an incident's {@code services}. */
  public static String json(ServiceRow row) {
    return JsonText.object()
        .plain(ID, row.id().toString())
        .string(NAME, row.name())
        .plain("accountId", row.accountId().toString())
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt())
        .end();
  }
}
