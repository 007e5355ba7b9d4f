package dev.belfry.engine.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.List;

/** What the parts of an agent need of its connection to the service. */
public interface AgentLink {
  /** The place of the agent: the account's id, a slash and the slug of the location. */
  String place();

  /**
   * Asks the service. Fails when there is no connection, when no answer comes in time, and with an
   * {@link AgentRefusedException} when the service refuses.
   *
   * @return the parts of the answer, at least one
   */
  Future<List<JsonNode>> ask(String operation, ObjectNode body);

  /** As {@link RunStore#knownUntil}. */
  long knownUntil();
}
