package dev.belfry.engine.agent;

import dev.belfry.engine.run.RunFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A file of the spool: frames one after the other, each with its length and a checksum, so that
 * what a crash cut off is recognised. Its methods block.
 */
final class SpoolSegment implements AutoCloseable {
  /** Length, checksum, agent, kind, time. */
  private static final int HEAD = 4 + 4 + 8 + 1 + 8;

  private static final int MOST_BYTES = 4 * 1024 * 1024;

  final long number;
  final Path file;
  private final FileChannel channel;
  private long size;

  /**
   * A stored frame.
   *
   * @param written milliseconds since 1970
   * @param end where the next frame begins
   */
  record Entry(RunFrame frame, long written, long end) {}

  private SpoolSegment(long number, Path file, FileChannel channel) {
    this.number = number;
    this.file = file;
    this.channel = channel;
  }

  /** Opens a segment and drops what follows its last whole frame. */
  static SpoolSegment open(long number, Path file) throws IOException {
    SpoolSegment segment =
        new SpoolSegment(
            number,
            file,
            FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE));
    Entry entry = segment.read(0, segment.channel.size());
    while (entry != null) {
      segment.size = entry.end();
      entry = segment.read(segment.size, segment.channel.size());
    }
    segment.channel.truncate(segment.size);
    return segment;
  }

  long size() {
    return size;
  }

  /** Appends a frame. */
  void add(RunFrame frame, long now) throws IOException {
    byte[] json = frame.json().getBytes(StandardCharsets.UTF_8);
    ByteBuffer buffer = ByteBuffer.allocate(HEAD + json.length);
    buffer.putInt(json.length).putInt(0);
    buffer.putLong(frame.instance()).put((byte) (frame.missed() ? 1 : 0)).putLong(now).put(json);
    buffer.putInt(4, checksum(buffer.array(), buffer.capacity()));
    buffer.flip();
    long at = size;
    while (buffer.hasRemaining()) {
      at += channel.write(buffer, at);
    }
    size = at;
  }

  /** Takes back what was appended after a position. */
  void truncate(long to) throws IOException {
    channel.truncate(to);
    size = to;
  }

  /** The frame at a position; null at the end. */
  @Nullable Entry read(long at) throws IOException {
    return read(at, size);
  }

  private @Nullable Entry read(long at, long end) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(HEAD);
    if (at + HEAD > end || !fill(head, at)) {
      return null;
    }
    int length = head.getInt(0);
    if (length < 0 || length > MOST_BYTES || at + HEAD + length > end) {
      return null;
    }
    ByteBuffer whole = ByteBuffer.allocate(HEAD + length);
    if (!fill(whole, at)) {
      return null;
    }
    int told = whole.getInt(4);
    whole.putInt(4, 0);
    if (checksum(whole.array(), whole.capacity()) != told) {
      return null;
    }
    return new Entry(
        new RunFrame(
            whole.getLong(8),
            whole.get(16) == 1,
            new String(whole.array(), HEAD, length, StandardCharsets.UTF_8)),
        whole.getLong(17),
        at + HEAD + length);
  }

  private boolean fill(ByteBuffer buffer, long from) throws IOException {
    long at = from;
    while (buffer.hasRemaining()) {
      int read = channel.read(buffer, at);
      if (read < 0) {
        return false;
      }
      at += read;
    }
    return true;
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  /** Deletes the file. */
  void delete() throws IOException {
    channel.close();
    Files.deleteIfExists(file);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
