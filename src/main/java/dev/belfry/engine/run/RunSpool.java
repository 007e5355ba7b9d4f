package dev.belfry.engine.run;

import io.vertx.core.Future;
import java.util.List;

/** Keeps what an agent's engine writes until the service has stored it, in order. */
public interface RunSpool {
  /** Keeps frames. Fails when there is no room for them, and then keeps none of them. */
  Future<Void> add(List<RunFrame> frames);
}
