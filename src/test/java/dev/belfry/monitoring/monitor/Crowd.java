package dev.belfry.monitoring.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** People who all send a request at once. */
final class Crowd implements AutoCloseable {
  private final int size;
  private final ExecutorService people;

  Crowd(int size) {
    this.size = size;
    this.people = Executors.newFixedThreadPool(size);
  }

  /** What the request of each leads to, in the order of their numbers. */
  <T> List<T> all(IntFunction<T> request) throws Exception {
    List<Future<T>> sent = new ArrayList<>();
    CyclicBarrier start = new CyclicBarrier(size);
    for (int number = 0; number < size; number++) {
      int mine = number;
      sent.add(
          people.submit(
              () -> {
                start.await();
                return request.apply(mine);
              }));
    }
    List<T> done = new ArrayList<>();
    for (Future<T> one : sent) {
      done.add(one.get());
    }
    return done;
  }

  /** What is expected of each: one status for every so many, another for those in between. */
  List<Integer> every(int step, int status, int others) {
    return IntStream.range(0, size)
        .mapToObj(number -> number % step == 0 ? status : others)
        .toList();
  }

  /** The members that an entry of the audit log names, by path, with one side of the change. */
  static Map<String, String> members(JsonNode entry, String side) {
    Map<String, String> members = new HashMap<>();
    entry
        .at("/changes")
        .forEach(change -> members.put(change.path("path").asText(), change.path(side).asText()));
    return members;
  }

  @Override
  public void close() {
    people.shutdown();
  }
}
