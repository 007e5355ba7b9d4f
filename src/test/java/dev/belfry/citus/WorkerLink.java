package dev.belfry.citus;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Stands between the coordinator and a worker, so that a test can cut the worker off, or keep
 * transactions from its second phase. It refuses TLS between the two.
 */
final class WorkerLink implements AutoCloseable {
  private static final String ASKS_FOR_TLS = "\0\0\0\b\u0004\u00d2\u0016/";

  private static final Pattern SECOND_PHASE = Pattern.compile("COMMIT PREPARED '([^']+)'");

  private final String host;
  private final int worker;
  private final ServerSocket door;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Set<String> heldBack = ConcurrentHashMap.newKeySet();
  private volatile boolean cut;
  private volatile @Nullable String withoutSecondPhase;

  WorkerLink(String host, int worker) {
    this.host = host;
    this.worker = worker;
    try {
      door = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start(this::accept);
  }

  int port() {
    return door.getLocalPort();
  }

  /** Ends all connections, and every further one at once. */
  void cut() {
    cut = true;
    open.forEach(WorkerLink::end);
  }

  /**
   * Ends each connection on which the coordinator completes a transaction, before it has.
   *
   * @param table that the transaction writes
   */
  void cutSecondPhasesOf(String table) {
    withoutSecondPhase = table;
  }

  void mend() {
    cut = false;
    withoutSecondPhase = null;
    heldBack.clear();
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        Socket near = door.accept();
        if (cut) {
          end(near);
          continue;
        }
        Socket far = new Socket(host, worker);
        open.add(near);
        open.add(far);
        start(() -> pump(near, far, true));
        start(() -> pump(far, near, false));
      } catch (IOException e) {
        // Closed by the test, or the worker refuses: the next connection shows.
      }
    }
  }

  private void pump(Socket from, Socket to, boolean fromCoordinator) {
    byte[] part = new byte[64 * 1024];
    boolean writes = false;
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      for (int n = in.read(part); n >= 0; n = in.read(part)) {
        String text = fromCoordinator ? new String(part, 0, n, StandardCharsets.ISO_8859_1) : "";
        String table = withoutSecondPhase;
        writes = writes && !text.contains("BEGIN TRANSACTION");
        writes |= table != null && text.contains(table);
        if (text.startsWith(ASKS_FOR_TLS)) {
          from.getOutputStream().write('N');
        } else if (isHeldBack(text, writes)) {
          return;
        } else {
          out.write(part, 0, n);
        }
      }
    } catch (IOException e) {
      // One side has gone; the other one is ended below.
    } finally {
      end(from);
      end(to);
      open.remove(from);
      open.remove(to);
    }
  }

  /** A transaction that was held back once is held back on every connection. */
  private boolean isHeldBack(String text, boolean writes) {
    Matcher second = SECOND_PHASE.matcher(text);
    if (!second.find()) {
      return false;
    }
    if (writes) {
      heldBack.add(second.group(1));
    }
    return heldBack.contains(second.group(1));
  }

  private static void end(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "worker-link");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    door.close();
    open.forEach(WorkerLink::end);
  }
}
