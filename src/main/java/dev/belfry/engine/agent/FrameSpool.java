package dev.belfry.engine.agent;

import dev.belfry.engine.run.RunFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Frames on disk until the service has stored them, in order. What was added survives the death of
 * the process; the death of the machine may cost the last seconds. Its methods block; one thread at
 * a time may call.
 */
final class FrameSpool implements AutoCloseable {
  private static final long SEGMENT_BYTES = 4 * 1024 * 1024;
  private static final String SUFFIX = ".frames";
  private static final int CURSOR_BYTES = 16;

  private final Path directory;
  private final long mostBytes;
  private final long mostMillis;
  private final InstantSource clock;
  private final Deque<SpoolSegment> segments = new ArrayDeque<>();
  private final FileChannel cursor;
  private final FileLock lock;
  private long head;
  private long handedOut;
  private int handedFrames;
  private @Nullable Long oldest;

  private FrameSpool(
      Path directory,
      long mostBytes,
      Duration mostAge,
      InstantSource clock,
      FileChannel cursor,
      FileLock lock) {
    this.directory = directory;
    this.mostBytes = mostBytes;
    this.mostMillis = mostAge.toMillis();
    this.clock = clock;
    this.cursor = cursor;
    this.lock = lock;
  }

  /**
   * Opens the spool of a directory, with what an agent before left there.
   *
   * @param mostBytes above which nothing is added
   * @param mostAge of the oldest frame, above which nothing is added
   * @throws IOException when the directory cannot be used, or another agent uses it
   */
  static FrameSpool open(Path directory, long mostBytes, Duration mostAge, InstantSource clock)
      throws IOException {
    Files.createDirectories(directory);
    FileChannel cursor =
        FileChannel.open(
            directory.resolve("sent"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    FileLock lock = null;
    try {
      lock = cursor.tryLock(CURSOR_BYTES, 1, false);
    } catch (OverlappingFileLockException held) {
      cursor.close();
    }
    if (lock == null) {
      throw new IOException("Another agent uses " + directory + "; give each one of its own");
    }
    FrameSpool spool = new FrameSpool(directory, mostBytes, mostAge, clock, cursor, lock);
    spool.recover();
    return spool;
  }

  private void recover() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(directory)) {
      files =
          all.filter(file -> file.getFileName().toString().matches("\\d{1,18}\\.frames"))
              .sorted(Comparator.comparingLong(FrameSpool::number))
              .toList();
    }
    ByteBuffer sent = ByteBuffer.allocate(CURSOR_BYTES);
    boolean known = cursor.read(sent, 0) == CURSOR_BYTES;
    for (Path file : files) {
      SpoolSegment segment = SpoolSegment.open(number(file), file);
      if (known && segment.number < sent.getLong(0)) {
        segment.delete();
      } else {
        segments.add(segment);
      }
    }
    SpoolSegment first = segments.peekFirst();
    boolean within = known && first != null && first.number == sent.getLong(0);
    head = within && first != null ? Math.min(sent.getLong(8), first.size()) : 0;
    handedOut = head;
    lookAtOldest();
  }

  private static long number(Path file) {
    String name = file.getFileName().toString();
    return Long.parseLong(name.substring(0, name.length() - SUFFIX.length()));
  }

  /**
   * Adds frames, all of them or none.
   *
   * @throws SpoolFullException when there is no room
   */
  void add(List<RunFrame> frames) throws IOException {
    long now = clock.millis();
    if (bytes() >= mostBytes) {
      throw new SpoolFullException("The spool has " + bytes() + " bytes");
    }
    Long since = oldest;
    if (since != null && now - since > mostMillis) {
      throw new SpoolFullException(
          "The spool has results since " + (now - since) / 60_000 + " min");
    }
    SpoolSegment last = segments.peekLast();
    if (last == null || last.size() >= SEGMENT_BYTES) {
      long number = last == null ? Math.max(1, now) : last.number + 1;
      last = SpoolSegment.open(number, directory.resolve(number + SUFFIX));
      if (segments.isEmpty()) {
        head = 0;
        handedOut = 0;
      }
      segments.add(last);
    }
    long before = last.size();
    try {
      for (RunFrame frame : frames) {
        last.add(frame, now);
      }
    } catch (IOException e) {
      last.truncate(before);
      throw e;
    }
    if (oldest == null) {
      oldest = now;
    }
  }

  /** The next frames that are not sent, all of one agent and within the bounds; at least one. */
  List<RunFrame> next(int mostFrames, int mostCharacters) throws IOException {
    List<RunFrame> frames = new ArrayList<>();
    SpoolSegment first = segments.peekFirst();
    handedOut = head;
    int characters = 0;
    while (first != null && frames.size() < mostFrames && characters < mostCharacters) {
      SpoolSegment.Entry entry = first.read(handedOut);
      if (entry == null && handedOut == head && segments.size() > 1) {
        segments.removeFirst().delete();
        first = segments.peekFirst();
        head = 0;
        handedOut = 0;
        continue;
      }
      if (entry == null
          || (!frames.isEmpty() && entry.frame().instance() != frames.get(0).instance())) {
        break;
      }
      frames.add(entry.frame());
      characters += entry.frame().json().length();
      handedOut = entry.end();
      if (entry.frame().missed()) {
        break; // Missed runs of one message have a bound of their own.
      }
    }
    handedFrames = frames.size();
    return frames;
  }

  /** Notes that the frames of the last {@link #next} need not be sent again. */
  void sent() throws IOException {
    SpoolSegment first = segments.peekFirst();
    if (first == null || handedFrames == 0) {
      return;
    }
    handedFrames = 0;
    head = handedOut;
    ByteBuffer sent = ByteBuffer.allocate(CURSOR_BYTES).putLong(first.number).putLong(head).flip();
    cursor.write(sent, 0);
    if (head >= first.size() && (segments.size() > 1 || head >= SEGMENT_BYTES)) {
      segments.removeFirst().delete();
      head = 0;
      handedOut = 0;
    }
    lookAtOldest();
  }

  private void lookAtOldest() throws IOException {
    oldest = null;
    long at = head;
    for (SpoolSegment segment : segments) {
      SpoolSegment.Entry entry = segment.read(at);
      if (entry != null) {
        oldest = entry.written();
        return;
      }
      at = 0;
    }
  }

  /** Bytes that are not sent. */
  long bytes() {
    return segments.stream().mapToLong(SpoolSegment::size).sum() - head;
  }

  /** When the oldest frame was added, milliseconds since 1970; null for none. */
  @Nullable Long oldest() {
    return oldest;
  }

  @Override
  public void close() throws IOException {
    for (SpoolSegment segment : segments) {
      segment.close();
    }
    lock.release();
    cursor.close();
  }
}
