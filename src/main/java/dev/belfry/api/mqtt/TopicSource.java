package dev.belfry.api.mqtt;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Has the messages that clients may subscribe to. Confined to one event loop. */
public interface TopicSource {
  /** A client that subscribes. */
  interface Subscriber {
    /** Whether the client reads fast enough to be sent more. */
    boolean isReady();

    /**
     * Sends a message.
     *
     * @param payload JSON text
     */
    void send(String topic, String payload);
  }

  /** A subscription that may be ended. */
  @FunctionalInterface
  interface Subscription {
    /** Ends the subscription; a second call has no effect. */
    void end();
  }

  /**
   * Subscribes a client.
   *
   * @param account of the client's key
   * @return null when the account may not subscribe to the filter
   */
  @Nullable Subscription subscribe(UUID account, String filter, Subscriber subscriber);
}
