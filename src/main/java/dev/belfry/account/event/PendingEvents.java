package dev.belfry.account.event;

import dev.belfry.api.http.JsonText;
import io.vertx.core.buffer.Buffer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The changes that a client has not been sent yet: ids by kind. Confined to one event loop. */
final class PendingEvents {
  /** More ids than this of a kind are sent as none: the client reads the kind again. */
  private static final int MOST_IDS = 50;

  private final Map<String, Set<String>> ids = new TreeMap<>();
  private final Set<String> many = new TreeSet<>();
  private boolean missed;

  /**
   * Adds ids of one kind.
   *
   * @param some empty for more ids than can be named
   */
  void add(String kind, List<String> some) {
    Set<String> known = ids.computeIfAbsent(kind, first -> new LinkedHashSet<>());
    known.addAll(some);
    if (some.isEmpty() || known.size() > MOST_IDS) {
      many.add(kind);
    }
  }

  /** Changes may have been lost. */
  void addGap() {
    missed = true;
  }

  boolean isEmpty() {
    return ids.isEmpty() && !missed;
  }

  /** The pending events as server-sent events; none is pending afterwards. */
  Buffer take() {
    Buffer frames = Buffer.buffer();
    if (missed) {
      frames.appendString(frame("missed", "{}"));
    }
    ids.forEach((kind, some) -> frames.appendString(frame("change", data(kind, some))));
    ids.clear();
    many.clear();
    missed = false;
    return frames;
  }

  private String data(String kind, Set<String> some) {
    return JsonText.object()
        .plain("kind", kind)
        .raw("ids", JsonText.strings(many.contains(kind) ? Set.of() : some))
        .end();
  }

  private static String frame(String event, String data) {
    return "event: " + event + "\ndata: " + data + "\n\n";
  }
}
