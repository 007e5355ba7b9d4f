package dev.belfry.engine.agent.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.http.WebSocketFrame;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What an agent costs that does not read what it asked for. */
class OutgoingMessagesTest {
  private static final int HALF = (int) (UnsentBytes.MOST / 2);

  private final Map<UUID, Long> accounts = UnsentBytes.none();
  private final UUID account = UUID.randomUUID();
  private final List<String> sent = new ArrayList<>();
  private final List<String> ended = new ArrayList<>();
  private Handler<Void> drained = ready -> {};
  private boolean full;
  private boolean gone;

  /** A stream whose agent reads while it is not full. */
  private OutgoingMessages stream(String name) {
    ServerWebSocket socket =
        (ServerWebSocket)
            Proxy.newProxyInstance(
                ServerWebSocket.class.getClassLoader(),
                new Class<?>[] {ServerWebSocket.class},
                (self, method, arguments) -> answer(self, method.getName(), arguments));
    OutgoingMessages messages =
        new OutgoingMessages(socket, new UnsentBytes(accounts, account), () -> ended.add(name));
    messages.open();
    return messages;
  }

  @SuppressWarnings("unchecked")
  private Object answer(Object self, String method, Object[] arguments) {
    return switch (method) {
      case "drainHandler" -> {
        drained = (Handler<Void>) arguments[0];
        yield self;
      }
      case "isClosed" -> gone;
      case "writeQueueFull" -> full;
      case "writeFrame" -> {
        sent.add(((WebSocketFrame) arguments[0]).binaryData().toString());
        yield Future.succeededFuture();
      }
      default -> throw new AssertionError(method);
    };
  }

  @Test
  void sendsAtOnceWhileTheAgentReads() {
    OutgoingMessages messages = stream("one");
    messages.add("a");
    messages.add("b");
    assertThat(sent).containsExactly("a", "b");
    assertThat(accounts).isEmpty();
    assertThat(messages.onLook()).isZero();
  }

  @Test
  void sendsNothingToAnAgentThatHasJustGone() {
    OutgoingMessages messages = stream("one");
    gone = true;
    messages.add("a");
    assertThat(sent).isEmpty();
    messages.close();
    assertThat(accounts).isEmpty();
  }

  @Test
  void keepsTheOrderUntilTheAgentReadsOn() {
    OutgoingMessages messages = stream("one");
    full = true;
    messages.add("a");
    messages.add("b");
    assertThat(sent).isEmpty();
    assertThat(accounts).containsEntry(account, 2L);
    assertThat(messages.onLook()).isEqualTo(1);
    assertThat(messages.onLook()).isEqualTo(2);
    full = false;
    drained.handle(null);
    assertThat(sent).containsExactly("a", "b");
    assertThat(accounts).isEmpty();
    assertThat(messages.onLook()).isZero();
  }

  @Test
  void boundsTheBytesOfAllStreamsOfAnAccount() {
    full = true;
    String half = "x".repeat(HALF);
    OutgoingMessages first = stream("first");
    OutgoingMessages second = stream("second");
    first.add(half);
    second.add(half);
    assertThat(ended).isEmpty();
    second.add("y");
    assertThat(ended).containsExactly("second");
    second.close();
    assertThat(accounts).containsEntry(account, (long) HALF);
    second.add("z");
    first.close();
    assertThat(accounts).as("nothing waits any more").isEmpty();
  }
}
