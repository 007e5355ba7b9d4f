package dev.belfry.account.console;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Links that each sign a browser in once. A link stands for a key, so people paste none. Links live
 * in this process and end with it. Safe for all threads.
 */
public final class SignInLinks {
  /** How long a link works. */
  public static final Duration LIFE = Duration.ofMinutes(10);

  private static final int BYTES = 32;
  private static final int MOST_KEPT = 16;

  private final InstantSource clock;
  private final SecureRandom random;
  private final Map<String, Ticket> tickets = new LinkedHashMap<>();

  private record Ticket(String key, Instant end) {}

  public SignInLinks(InstantSource clock, SecureRandom random) {
    this.clock = clock;
    this.random = random;
  }

  /**
   * The path of a link for a key. What counts is in the fragment, which no browser sends and no log
   * has.
   */
  public synchronized String path(String key) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    String ticket = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    if (tickets.size() == MOST_KEPT) {
      tickets.remove(tickets.keySet().iterator().next());
    }
    tickets.put(ticket, new Ticket(key, clock.instant().plus(LIFE)));
    return "/console/enter#" + ticket;
  }

  /** The key of a link; empty when it was used before, is over, or never was. */
  synchronized Optional<String> redeem(String ticket) {
    Ticket found = tickets.remove(ticket);
    return found == null || !clock.instant().isBefore(found.end())
        ? Optional.empty()
        : Optional.of(found.key());
  }
}
