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
 * Hears what has changed and tells those who follow. Listens only while somebody does, and some
 * seconds longer. Confined to the event loop that made it.
 */
public final class EventHub {
  private static final long LOOK_MILLIS = 1_000;
  private static final long LOOKS_PER_BEAT = 15;
  private static final int LOOKS_WITHOUT_FOLLOWERS = 10;
  private static final int MOST_FOLLOWERS = 1_000;

  private final Vertx vertx;
  private final Listening listening;
  private final SubscriberCounts counts;
  private final Predicate<Caller> welcome;
  private final Map<UUID, Set<EventSubscriber>> followers = new HashMap<>();
  private @Nullable Notifications ears;
  private boolean hears;
  private int size;
  private long timer;
  private long looks;
  private int quiet;

  /** Begins to hear what is said on a channel of the database. */
  @FunctionalInterface
  public interface Listening
      extends BiFunction<Map<String, Consumer<String>>, Runnable, Notifications> {}

  /**
   * @param counts of all event loops together
   * @param welcome whether a caller may go on following
   */
  public EventHub(
      Vertx vertx, Listening listening, SubscriberCounts counts, Predicate<Caller> welcome) {
    this.vertx = vertx;
    this.listening = listening;
    this.counts = counts;
    this.welcome = welcome;
  }

  /**
   * The events of the caller's account from now on.
   *
   * @throws ApiException 429 when the key has too many streams, 503 when the instance has
   */
  ApiResponse.Stream follow(Caller caller) {
    if (size >= MOST_FOLLOWERS) {
      throw new ApiException(ApiError.UNAVAILABLE);
    }
    if (!counts.enter(caller.keyId())) {
      throw new ApiException(
          ApiError.TOO_MANY_REQUESTS,
          "This key follows events " + SubscriberCounts.MOST_OF_A_KEY + " times already");
    }
    size++;
    return sink -> {
      EventSubscriber follower = new EventSubscriber(caller, sink);
      followers.computeIfAbsent(caller.accountId(), first -> new LinkedHashSet<>()).add(follower);
      listen();
      follower.beat();
      if (hears) {
        miss(follower);
      }
      return follower.done().onComplete(done -> leave(follower));
    };
  }

  private void leave(EventSubscriber follower) {
    counts.leave(follower.caller().keyId());
    size--;
    UUID account = follower.caller().accountId();
    Set<EventSubscriber> others = followers.getOrDefault(account, Set.of());
    others.remove(follower);
    if (others.isEmpty()) {
      followers.remove(account);
    }
  }

  private void listen() {
    if (ears == null) {
      Notifications made = listening.apply(Map.of("belfry_events", this::hear), this::gap);
      ears = made;
      quiet = 0;
      made.start();
      timer = vertx.setPeriodic(LOOK_MILLIS, due -> look());
    }
  }

  /** Whoever follows is told so as soon as changes are heard, and again after a disturbance. */
  private void gap() {
    hears = ears != null;
    all().forEach(EventHub::miss);
  }

  private static void miss(EventSubscriber follower) {
    follower.news().miss();
    follower.send();
  }

  /** Account, kind, and ids with commas between them. */
  private void hear(String said) {
    String[] parts = said.split(" ", 3);
    Set<EventSubscriber> concerned = followers.getOrDefault(UUID.fromString(parts[0]), Set.of());
    List<String> ids = parts[2].isEmpty() ? List.of() : List.of(parts[2].split(",", -1));
    for (EventSubscriber follower : List.copyOf(concerned)) {
      follower.news().add(parts[1], ids);
      follower.send();
    }
  }

  /** Who comes and goes must not make a connection to the database each time. */
  private void rest() {
    quiet++;
    if (quiet >= LOOKS_WITHOUT_FOLLOWERS) {
      vertx.cancelTimer(timer);
      Notifications heard = ears;
      ears = null;
      hears = false;
      if (heard != null) {
        heard.close();
      }
    }
  }

  private void look() {
    if (followers.isEmpty()) {
      rest();
      return;
    }
    quiet = 0;
    looks++;
    for (EventSubscriber follower : all()) {
      if (!welcome.test(follower.caller())) {
        follower.end();
      } else if (looks % LOOKS_PER_BEAT == 0) {
        follower.beat();
      }
      follower.look();
    }
  }

  private Collection<EventSubscriber> all() {
    List<EventSubscriber> everybody = new ArrayList<>(size);
    followers.values().forEach(everybody::addAll);
    return everybody;
  }
}
