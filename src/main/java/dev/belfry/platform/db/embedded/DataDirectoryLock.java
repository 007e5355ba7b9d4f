package dev.belfry.platform.db.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lock of one live process on a data directory. The operating system releases the lock of a dead
 * process.
 */
final class DataDirectoryLock implements AutoCloseable {
  private static final String NAME = "belfry.lock";

  /**
   * Closing any channel on a locked file can release the lock, so our own are never opened twice.
   */
  private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private DataDirectoryLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Empty when another live process, or this one, has it. The directory exists. */
  static Optional<DataDirectoryLock> take(Path directory) throws IOException {
    Path file = file(directory);
    if (!OURS.add(file)) {
      return Optional.empty();
    }
    OwnerOnly.create(file);
    FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
    FileLock lock = channel.tryLock();
    if (lock == null) {
      channel.close();
      OURS.remove(file);
      return Optional.empty();
    }
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(US_ASCII)));
    return Optional.of(new DataDirectoryLock(file, channel));
  }

  /** Whether a live process has it. */
  static boolean isTaken(Path directory) throws IOException {
    if (!Files.exists(directory.resolve(NAME))) {
      return false;
    }
    Path file = file(directory);
    if (OURS.contains(file)) {
      return true;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock == null;
    }
  }

  /** Process id of who has it, or an empty text. */
  static String owner(Path directory) throws IOException {
    return Files.readString(file(directory), US_ASCII).strip();
  }

  private static Path file(Path directory) throws IOException {
    return directory.toRealPath().resolve(NAME);
  }

  @Override
  public void close() throws IOException {
    channel.close();
    OURS.remove(file);
  }
}
