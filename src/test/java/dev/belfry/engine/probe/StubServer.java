package dev.belfry.engine.probe;

import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;

/** A server on loopback that does to each connection what a script says, however wrong. */
public final class StubServer implements AutoCloseable {
  /** What happens to a connection, which is closed after it. */
  public interface Script {
    void play(Conversation conversation) throws IOException, InterruptedException;
  }

  private final ServerSocket server;
  private final Script script;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final List<String> requests = new CopyOnWriteArrayList<>();

  private StubServer(ServerSocketFactory sockets, String address, Script script)
      throws IOException {
    this.server = sockets.createServerSocket(0, 100, InetAddress.getByName(address));
    this.script = script;
    threads.execute(this::accept);
  }

  public static StubServer plain(Script script) throws IOException {
    return on("127.0.0.1", script);
  }

  public static StubServer on(String address, Script script) throws IOException {
    return new StubServer(ServerSocketFactory.getDefault(), address, script);
  }

  public static StubServer secure(X509Bundle certificate, Script script) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(certificate.toKeyManagerFactory().getKeyManagers(), null, null);
    return new StubServer(context.getServerSocketFactory(), "127.0.0.1", script);
  }

  /** Answers each request with the same text, in which a line end is a line end of HTTP. */
  public static Script answering(String answer) {
    return conversation -> {
      conversation.readRequest();
      conversation.write(answer.replace("\n", "\r\n"));
    };
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        open.add(socket);
        threads.execute(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      script.play(new Conversation(socket));
    } catch (IOException | InterruptedException e) {
      // The probe went away, which is what some scripts provoke.
    } finally {
      open.remove(socket);
    }
  }

  public int port() {
    return server.getLocalPort();
  }

  /** The text of every request so far. */
  public List<String> requests() {
    return requests;
  }

  /** Waits until the probes have closed every connection. */
  public void awaitAllClosed() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    while (!open.isEmpty()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(open.size() + " connections were left open");
      }
      closed.await(5, TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
    threads.shutdownNow();
  }

  /** One connection. */
  public final class Conversation {
    private final Socket socket;

    Conversation(Socket socket) {
      this.socket = socket;
    }

    public Socket socket() {
      return socket;
    }

    public String readRequest() throws IOException {
      InputStream in = socket.getInputStream();
      StringBuilder text = new StringBuilder();
      while (text.indexOf("\r\n\r\n") < 0) {
        int next = in.read();
        if (next < 0) {
          throw new IOException("Closed before a request was complete");
        }
        text.append((char) next);
      }
      requests.add(text.toString());
      return text.toString();
    }

    public void write(String text) throws IOException {
      OutputStream out = socket.getOutputStream();
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    }

    /** Lets time pass at this end of the connection. */
    public void pause(long millis) throws InterruptedException {
      closed.await(millis, TimeUnit.MILLISECONDS);
    }

    /** Stays as it is until the probe hangs up. */
    public void hang() throws IOException {
      byte[] ignored = new byte[1024];
      InputStream in = socket.getInputStream();
      while (in.read(ignored) >= 0) {
        // What else comes is of no interest.
      }
    }

    /** Ends with a reset instead of a farewell. */
    public void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }
  }
}
