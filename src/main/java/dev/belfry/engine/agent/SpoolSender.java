package dev.belfry.engine.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.run.AgentRefusedException;
import dev.belfry.engine.run.RunFrame;
import dev.belfry.engine.run.RunSpool;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts what the engine writes into the spool and sends it on, one message at a time and in order.
 * The disk is asked on a worker thread. Confined to an event loop.
 */
final class SpoolSender implements RunSpool {
  private static final Logger LOG = LoggerFactory.getLogger(SpoolSender.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_FRAMES = 100;
  private static final int MOST_CHARACTERS = 60_000;
  private static final long PAUSE_MILLIS = 250;

  private final Vertx vertx;
  private final FrameSpool spool;
  private final ServiceLink link;
  private final SpoolCounts counts;
  private final Deque<Awaited> awaited = new ArrayDeque<>();
  private final Set<Long> fenced = new HashSet<>();
  private long added;
  private long empty = -1;
  private boolean sending;
  private boolean full;
  private boolean closed;

  private record Awaited(long added, Promise<Void> sent) {}

  SpoolSender(Vertx vertx, FrameSpool spool, ServiceLink link, SpoolCounts counts) {
    this.vertx = vertx;
    this.spool = spool;
    this.link = link;
    this.counts = counts;
  }

  @Override
  public Future<Void> add(List<RunFrame> frames) {
    added++;
    return onDisk(
            () -> {
              spool.add(frames);
              counts.onSize(spool.bytes(), spool.oldest());
              return null;
            })
        .onComplete(
            kept -> {
              logFull(kept.cause());
              send();
            })
        .mapEmpty();
  }

  private void logFull(Throwable failure) {
    if (failure != null && !full) {
      LOG.error(
          "Cannot keep results on disk, so runs are missed until the service takes some: {}",
          failure.getMessage());
    } else if (failure == null && full) {
      LOG.info("Results are kept on disk again");
    }
    full = failure != null;
  }

  /** Completes when everything that was added before is sent, or dropped. Never fails. */
  Future<Void> drained() {
    if (empty == added && !sending) {
      return Future.succeededFuture();
    }
    Promise<Void> sent = Promise.promise();
    awaited.add(new Awaited(added, sent));
    send();
    return sent.future();
  }

  private <T> Future<T> onDisk(Callable<T> work) {
    return vertx.executeBlocking(work, true);
  }

  /** Sends what there is, unless it does already. Call it when the service is back. */
  void send() {
    if (sending || closed || !link.isConnected()) {
      return;
    }
    sending = true;
    long before = added;
    onDisk(() -> spool.next(MOST_FRAMES, MOST_CHARACTERS))
        .onSuccess(
            frames -> {
              if (frames.isEmpty()) {
                sending = false;
                onEmpty(before);
              } else {
                send(frames);
              }
            })
        .onFailure(failure -> retry(failure));
  }

  private void onEmpty(long before) {
    empty = before;
    while (!awaited.isEmpty() && awaited.getFirst().added() <= before) {
      awaited.removeFirst().sent().complete();
    }
    if (before != added) {
      send();
    }
  }

  private void send(List<RunFrame> frames) {
    long agent = frames.get(0).instance();
    ObjectNode body;
    try {
      body = message(agent, frames);
    } catch (JsonProcessingException e) {
      LOG.error(
          "Dropping {} batches of results: they cannot be read from the spool", frames.size());
      next(0);
      return;
    }
    long rows = rows(body);
    if (fenced.contains(agent)) {
      counts.onRefused(rows);
      next(0);
      return;
    }
    long sent = System.nanoTime();
    link.ask("results", body)
        .onSuccess(
            answer -> {
              onAnswer(agent, rows, answer.get(answer.size() - 1));
              next(System.nanoTime() - sent);
            })
        .onFailure(
            failure -> {
              if (failure instanceof AgentRefusedException refused
                  && refused.code().equals("INVALID")) {
                LOG.error("Dropping {} results: {}", rows, refused.sentence());
                counts.onRefused(rows);
                next(0);
              } else {
                retry(failure);
              }
            });
  }

  private static ObjectNode message(long agent, List<RunFrame> frames)
      throws JsonProcessingException {
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("instance", agent);
    ArrayNode array = body.putArray("frames");
    for (RunFrame frame : frames) {
      array.add(JSON.readTree(frame.json()));
    }
    return body;
  }

  private void onAnswer(long agent, long rows, JsonNode answer) {
    if (answer.path("fenced").asBoolean()) {
      LOG.warn(
          "Another agent took over while the service was out of reach, or the location is gone;"
              + " dropping results of agent {}, whose runs the other one accounts for",
          agent);
      fenced.add(agent);
      counts.onRefused(rows);
      return;
    }
    int refused = answer.path("refused").asInt();
    if (refused > 0) {
      LOG.warn("The service left out {} results of runs that are not due any more", refused);
      counts.onRefused(refused);
    }
    counts.onSent(rows - refused);
  }

  private static long rows(ObjectNode body) {
    long rows = 0;
    for (JsonNode frame : body.path("frames")) {
      rows += frame.path("results").size();
    }
    return rows;
  }

  /** Goes on after as long as the message took: a backlog leaves the service to others too. */
  private void next(long nanos) {
    onDisk(
            () -> {
              spool.sent();
              counts.onSize(spool.bytes(), spool.oldest());
              return spool.bytes() > MOST_CHARACTERS;
            })
        .onComplete(
            noted -> {
              sending = false;
              if (Boolean.TRUE.equals(noted.result()) && nanos > 0) {
                vertx.setTimer(Math.max(1, nanos / 1_000_000), due -> send());
              } else {
                send();
              }
            });
  }

  private void retry(Throwable failure) {
    LOG.debug("Could not send results; trying again", failure);
    vertx.setTimer(
        PAUSE_MILLIS,
        due -> {
          sending = false;
          send();
        });
  }

  /** Sends no more and closes the spool. The future never fails. */
  Future<Void> close() {
    closed = true;
    return onDisk(
            () -> {
              spool.close();
              return null;
            })
        .<Void>mapEmpty()
        .otherwiseEmpty();
  }
}
