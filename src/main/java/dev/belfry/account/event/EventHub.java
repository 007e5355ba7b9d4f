package dev.belfry.account.event;

import dev.belfry.api.auth.Caller;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.platform.db.Notifications;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Sends the changes of an account to the clients that subscribe to its events. Listens to the
 * database only while there are subscribers, and some seconds longer, so that clients that come and
 * go do not open a connection each time. Confined to the event loop that made it.
 */
public final class EventHub {
  private static final long LOOK_MILLIS = 1_000;
  private static final long LOOKS_PER_BEAT = 15;
  private static final int LOOKS_WITHOUT_SUBSCRIBERS = 10;
  private static final int MOST_SUBSCRIBERS = 1_000;

  private final Vertx vertx;
  private final Listening listening;
  private final SubscriberCounts counts;
  private final Predicate<Caller> allowed;
  private final Map<UUID, Set<EventSubscriber>> subscribers = new HashMap<>();
  private @Nullable Notifications listener;
  private boolean listens;
  private int size;
  private long timer;
  private long looks;
  private int quiet;

  /**
   * Opens a listener, given a handler for each channel of the database and one for gaps, in which
   * notifications may have been lost.
   */
  @FunctionalInterface
  public interface Listening
      extends BiFunction<Map<String, Consumer<String>>, Runnable, Notifications> {}

  /**
   * @param counts of all event loops together
   * @param allowed whether a caller may still read events
   */
  public EventHub(
      Vertx vertx, Listening listening, SubscriberCounts counts, Predicate<Caller> allowed) {
    this.vertx = vertx;
    this.listening = listening;
    this.counts = counts;
    this.allowed = allowed;
  }

  /**
   * The events of the caller's account from now on.
   *
   * @throws ApiException 429 when the key or account has too many streams, 503 when the instance
   *     has
   */
  ApiResponse.Stream follow(Caller caller) {
    if (size >= MOST_SUBSCRIBERS) {
      throw new ApiException(ApiError.UNAVAILABLE);
    }
    counts.enter(caller);
    size++;
    return sink -> {
      EventSubscriber subscriber = new EventSubscriber(caller, sink);
      subscribers
          .computeIfAbsent(caller.accountId(), first -> new LinkedHashSet<>())
          .add(subscriber);
      listen();
      subscriber.beat();
      if (listens) {
        addGap(subscriber);
      }
      return subscriber.done().onComplete(done -> leave(subscriber));
    };
  }

  private void leave(EventSubscriber subscriber) {
    counts.leave(subscriber.caller());
    size--;
    UUID account = subscriber.caller().accountId();
    Set<EventSubscriber> others = subscribers.getOrDefault(account, Set.of());
    others.remove(subscriber);
    if (others.isEmpty()) {
      subscribers.remove(account);
    }
  }

  private void listen() {
    if (listener == null) {
      Notifications made = listening.apply(Map.of("belfry_events", this::onChange), this::onGap);
      listener = made;
      quiet = 0;
      made.start();
      timer = vertx.setPeriodic(LOOK_MILLIS, due -> onLook());
    }
  }

  /** Notifications may have been lost: the listener has started or connected again. */
  private void onGap() {
    listens = listener != null;
    all().forEach(EventHub::addGap);
  }

  private static void addGap(EventSubscriber subscriber) {
    subscriber.pending().addGap();
    subscriber.send();
  }

  /**
   * Something has changed.
   *
   * @param payload account, kind, and ids with commas between them
   */
  private void onChange(String payload) {
    String[] parts = payload.split(" ", 3);
    Set<EventSubscriber> concerned = subscribers.getOrDefault(UUID.fromString(parts[0]), Set.of());
    List<String> ids = parts[2].isEmpty() ? List.of() : List.of(parts[2].split(",", -1));
    for (EventSubscriber subscriber : List.copyOf(concerned)) {
      subscriber.pending().add(parts[1], ids);
      subscriber.send();
    }
  }

  private void onNoSubscribers() {
    quiet++;
    if (quiet >= LOOKS_WITHOUT_SUBSCRIBERS) {
      vertx.cancelTimer(timer);
      Notifications closing = listener;
      listener = null;
      listens = false;
      if (closing != null) {
        closing.close();
      }
    }
  }

  private void onLook() {
    if (subscribers.isEmpty()) {
      onNoSubscribers();
      return;
    }
    quiet = 0;
    looks++;
    for (EventSubscriber subscriber : all()) {
      if (!allowed.test(subscriber.caller())) {
        subscriber.end();
      } else if (looks % LOOKS_PER_BEAT == 0) {
        subscriber.beat();
      }
      subscriber.onLook();
    }
  }

  private Collection<EventSubscriber> all() {
    List<EventSubscriber> all = new ArrayList<>(size);
    subscribers.values().forEach(all::addAll);
    return all;
  }
}
