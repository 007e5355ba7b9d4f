package dev.belfry.platform.icmp;

import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A gateway that is opened beside the start of the service, since loading the native library takes
 * a part of a second. Until then it refuses.
 */
public final class OpeningEchoes implements EchoGateway {
  private static final EchoGateway NOT_YET = new NoEchoes("The instance is still being started");

  private final CompletableFuture<EchoGateway> opening;

  /** Begins to open a gateway, which it owns. */
  public OpeningEchoes(Supplier<EchoGateway> open) {
    opening = CompletableFuture.supplyAsync(open).exceptionally(OpeningEchoes::failed);
  }

  /** What cannot be loaded or opened must not keep the service from its other types of checks. */
  private static EchoGateway failed(Throwable failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return new NoEchoes("Ping sockets cannot be opened: " + cause.getMessage());
  }

  /** Waits until it is open. It blocks; do not call it on an event loop. */
  public void await() {
    opening.join();
  }

  private EchoGateway opened() {
    return opening.getNow(NOT_YET);
  }

  @Override
  public @Nullable String refusal() {
    return opened().refusal();
  }

  @Override
  public boolean send(InetAddress target, int sequence, long token) throws IOException {
    return opened().send(target, sequence, token);
  }

  @Override
  public Runnable listen(Consumer<EchoReply> taker) {
    return opened().listen(taker);
  }

  /** Closes the gateway once it is open. It does not wait. */
  @Override
  public void close() {
    var unused = opening.thenAccept(EchoGateway::close);
  }
}
