package dev.belfry.engine.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.probe.Timings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Turns batches into frames. A large batch becomes several, results first and watermarks last, so
 * that no watermark is stored before what it says.
 */
final class FrameWriter {
  /** Rows of a frame. */
  static final int MOST_ROWS = 400;

  /** Characters of details that a frame takes; one more detail may follow. */
  private static final int MOST_DETAIL = 40_000;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private FrameWriter() {}

  /** The frames of a batch, at least one. */
  static List<RunFrame> of(long instance, ResultBatch batch) {
    List<RunFrame> frames = new ArrayList<>(1);
    ObjectNode node = NODES.objectNode();
    ArrayNode rows = node.putArray("results");
    int characters = 0;
    for (AttemptRow row : batch.results) {
      if (rows.size() >= MOST_ROWS || characters >= MOST_DETAIL) {
        frames.add(new RunFrame(instance, false, node.toString()));
        node = NODES.objectNode();
        rows = node.putArray("results");
        characters = 0;
      }
      add(rows.addArray(), row);
      characters += row.detail() == null ? 0 : row.detail().length();
    }
    addRest(node, batch);
    frames.add(new RunFrame(instance, false, node.toString()));
    return frames;
  }

  /** Adds the elements of a row of results. */
  static void add(ArrayNode node, AttemptRow row) {
    Timings times = row.timings();
    node.add(row.seriesId())
        .add(row.at())
        .add(row.attempt())
        .add(row.verdict().code())
        .add(row.reason().code())
        .add(row.status())
        .add(row.delay())
        .add(times.totalMicros())
        .add(times.dnsMicros())
        .add(times.tcpMicros())
        .add(times.tlsMicros())
        .add(times.firstByteMicros())
        .add(times.downloadMicros());
    if (row.detail() != null) {
      node.add(row.detail());
    }
  }

  private static void addRest(ObjectNode node, ResultBatch batch) {
    if (!batch.waiting.isEmpty()) {
      ArrayNode waiting = node.putArray("waiting");
      for (Map.Entry<ResultBatch.RunKey, ResultBatch.Waiting> entry : batch.waiting.entrySet()) {
        ResultBatch.Waiting next = entry.getValue();
        waiting
            .addArray()
            .add(entry.getKey().seriesId())
            .add(entry.getKey().at())
            .add(next.place().location())
            .add(next.place().shard())
            .add(next.attempts())
            .add(next.started())
            .add(next.due())
            .add(next.elsewhere());
      }
    }
    if (!batch.ended.isEmpty()) {
      ArrayNode ended = node.putArray("ended");
      batch.ended.forEach(run -> ended.addArray().add(run.seriesId()).add(run.at()));
    }
    if (!batch.states.isEmpty()) {
      ArrayNode states = node.putArray("states");
      batch.states.forEach(
          (series, state) ->
              states
                  .addArray()
                  .add(series)
                  .add(state.verdict().code())
                  .add(state.since())
                  .add(state.certificateExpires()));
    }
    if (!batch.watermarks.isEmpty()) {
      ArrayNode marks = node.putArray("marks");
      batch.watermarks.forEach((key, mark) -> marks.addArray().add(key.shard()).add(mark));
    }
  }

  /** The frame of missed runs. */
  static RunFrame of(long instance, MissedBatch batch) {
    ObjectNode node = NODES.objectNode();
    ArrayNode rows = node.putArray("missed");
    for (MissedBatch.Missed one : batch.ranges) {
      rows.addArray()
          .add(one.seriesId())
          .add(one.range().first())
          .add(one.range().last())
          .add(one.range().period())
          .add(one.reason().code());
    }
    return new RunFrame(instance, true, node.toString());
  }
}
