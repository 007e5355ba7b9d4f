package dev.belfry.api.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * How the resources of one type are checked, compared and written for a project; each feature that
 * has such resources brings one. Every method works on many at once and within the caller's
 * transaction, so that a project of a thousand resources takes a few statements.
 */
public interface DeployableResource {
  /** The type of these resources. */
  ResourceType type();

  /**
   * The members of a payload that name other resources, by JSON pointer, in which {@code *} stands
   * for every item of a list. Before {@link #document} is called their values have become ids: a
   * number for groups and channels, a GUID for the others. By default none do.
   */
  default Map<String, ResourceType> references() {
    return Map.of();
  }

  /**
   * The form in which a resource is compared: every member that can be set, with its default where
   * the payload does not name it (wire contract 3.3), no id, no time, and secrets as they are.
   *
   * @param payload may be changed
   * @param violations receives everything that is wrong with the payload by itself; whatever is
   *     returned then is not used
   */
  ObjectNode document(ObjectNode payload, RequestSchemas bodies, List<Violation> violations);

  /**
   * A copy of a document in which every secret is replaced, for people to read; by default none.
   */
  default ObjectNode masked(ObjectNode document) {
    return document.deepCopy();
  }

  /**
   * Gives a document what is stored of members that a payload may leave out without clearing them,
   * since some clients cannot write them; by default nothing.
   */
  default void keepOmitted(ObjectNode payload, ObjectNode document, ObjectNode stored) {}

  /** What people have to know of a resource that may be deployed; empty for nothing. */
  default String warning(ObjectNode document) {
    return "";
  }

  /** So many ids for new resources, GUIDs or numbers as text. */
  Future<List<String>> nextIds(SqlConnection connection, int count);

  /**
   * What is there: those of the ids that the account has, as documents by id.
   *
   * @param lock whether to keep others from changing them until the transaction ends
   */
  Future<Map<String, ObjectNode>> read(
      SqlConnection connection, UUID account, Collection<String> ids, boolean lock);

  /**
   * What is wrong with the resources of this type together with others, of the project or of the
   * rest of the account. What is referred to is known to exist. By default nothing is wrong.
   */
  default Future<List<Problem>> problems(
      SqlConnection connection, UUID account, DesiredState desired) {
    return Future.succeededFuture(List.of());
  }

  /** Makes resources with the ids they bring. */
  Future<Void> insert(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now);

  /** Makes resources that are there what their documents say; all of them differ from it. */
  Future<Void> update(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now);

  /** Deletes resources with all that hangs on them; one that is gone already is no fault. */
  Future<Void> delete(SqlConnection connection, UUID account, Collection<String> ids);
}
