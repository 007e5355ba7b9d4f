package dev.belfry.platform.db.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files that no other user of the machine may read, where the file system knows users. */
final class OwnerOnly {
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> DIRECTORY =
      PosixFilePermissions.fromString("rwx------");

  private OwnerOnly() {}

  /** Takes an existing file or directory away from all others. */
  static void close(Path path) throws IOException {
    if (isPosix(path)) {
      Files.setPosixFilePermissions(path, Files.isDirectory(path) ? DIRECTORY : FILE);
    }
  }

  /** Makes an empty file unless there is one; closes it in either case. */
  static void create(Path file) throws IOException {
    try {
      if (isPosix(file)) {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(FILE));
      } else {
        Files.createFile(file);
      }
    } catch (FileAlreadyExistsException e) {
      close(file);
    }
  }

  /** Replaces the content of a file at once, also for a power failure. */
  static void write(Path file, String text) throws IOException {
    Path written = file.resolveSibling(file.getFileName() + ".new");
    create(written);
    try (FileChannel channel =
        FileChannel.open(written, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer bytes = UTF_8.encode(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    sync(requireNonNull(file.toAbsolutePath().getParent()));
  }

  /** Makes names in a directory outlive a power failure. */
  static void sync(Path directory) throws IOException {
    if (isPosix(directory)) {
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
