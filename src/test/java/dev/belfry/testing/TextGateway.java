package dev.belfry.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A receiver of JSON on the loopback address: a gateway for text messages, or Slack's webhooks. */
public final class TextGateway implements AutoCloseable {
  private static final int HANGS = 0;

  private final HttpServer server;
  private final BlockingQueue<Got> got = new LinkedBlockingQueue<>();
  private final ConcurrentLinkedQueue<Answer> answers = new ConcurrentLinkedQueue<>();

  /** What arrived. */
  public record Got(String path, String authorization, JsonNode body) {
    public String text() {
      return body.path("text").asText();
    }

    /** The link that follows a text in the body. */
    public String link(String before) {
      String all = body.toString();
      int start = all.indexOf("http", all.indexOf(before));
      return all.substring(start).split("[\\\\\"|>]", 2)[0];
    }
  }

  private record Answer(int status, String text) {}

  /** Starts one on a free port. */
  public TextGateway() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    } catch (IOException e) {
      throw new AssertionError("no receiver", e);
    }
    server.createContext(
        "/",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          Answer next = answers.poll();
          Answer answer = next == null ? new Answer(200, "ok") : next;
          byte[] text = answer.text().getBytes(StandardCharsets.UTF_8);
          got.add(
              new Got(
                  exchange.getRequestURI().toString(),
                  String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")),
                  new ObjectMapper().readTree(body)));
          if (answer.status() == HANGS) {
            return; // The connection stays open.
          }
          exchange.sendResponseHeaders(answer.status(), text.length);
          exchange.getResponseBody().write(text);
          exchange.close();
        });
    server.start();
  }

  /** Its address. */
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** How it answers the next request. */
  public void answer(int status, String text) {
    answers.add(new Answer(status, text));
  }

  /** It takes the next request and does not answer it. */
  public void hang() {
    answers.add(new Answer(HANGS, ""));
  }

  /** Forgets what is planned and what has arrived. */
  public void reset() {
    answers.clear();
    got.clear();
  }

  /** What arrived next. */
  public Got take() {
    try {
      Got one = got.poll(20, TimeUnit.SECONDS);
      assertThat(one).as("a message").isNotNull();
      return one;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** The next message to a phone, without those to others before it. */
  public Got take(String number) {
    Got next = take();
    while (!next.body().path("to").asText().equals(number)) {
      next = take();
    }
    return next;
  }

  /** How many messages to a phone have arrived that were not taken. */
  public long waiting(String number) {
    return got.stream().filter(one -> one.body().path("to").asText().equals(number)).count();
  }

  /** How much has arrived that was not taken. */
  public int waiting() {
    return got.size();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
