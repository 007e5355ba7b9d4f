package dev.belfry.alerting.push;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.belfry.api.http.JsonText;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/**
 * A push service over TLS on the loopback address. It takes what RFC 8030 and RFC 8292 ask for, and
 * hands messages to its browsers.
 */
public final class FakePushService implements AutoCloseable {
  private static final Pattern VAPID = Pattern.compile("vapid t=([^,]+), k=([^,]+)");
  private static final int HANG = -1;

  private final HttpsServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Browser> browsers = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Integer> next = new ConcurrentLinkedQueue<>();
  private final BlockingQueue<Got> got = new LinkedBlockingQueue<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger mostAtOnce = new AtomicInteger();

  /**
   * A request.
   *
   * @param text decrypted
   * @param claims of the signed token
   * @param key that signed it
   */
  public record Got(
      Browser browser, Map<String, String> headers, String text, ObjectNode claims, String key) {
    /** The text as JSON. */
    public JsonNode json() {
      return JsonText.parse(text);
    }
  }

  public FakePushService(X509Bundle certificate) {
    try {
      SSLContext tls = SSLContext.getInstance("TLS");
      tls.init(certificate.toKeyManagerFactory().getKeyManagers(), null, null);
      server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
      server.setHttpsConfigurator(new HttpsConfigurator(tls));
    } catch (Exception e) {
      throw new AssertionError("no push service", e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** Its address, without a path. */
  public String origin() {
    return "https://127.0.0.1:" + server.getAddress().getPort();
  }

  /** A browser with a subscription here. */
  public Browser browser() {
    String path = "/send/" + UUID.randomUUID();
    Browser made = Browser.at(origin() + path);
    browsers.put(path, made);
    return made;
  }

  /** The status of the next answer that has none yet. */
  public FakePushService then(int status) {
    next.add(status);
    return this;
  }

  /** The next request gets no answer. */
  public FakePushService thenHang() {
    return then(HANG);
  }

  /** The next request; fails when none comes within 20 seconds. */
  public Got take() {
    try {
      Got one = got.poll(20, TimeUnit.SECONDS);
      if (one == null) {
        throw new AssertionError("nothing was pushed");
      }
      return one;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** How many requests wait to be taken. */
  public int waiting() {
    return got.size();
  }

  /** How many requests were under way at once, at most. */
  public int mostAtOnce() {
    return mostAtOnce.get();
  }

  private void handle(HttpExchange exchange) throws IOException {
    mostAtOnce.accumulateAndGet(underWay.incrementAndGet(), Math::max);
    try {
      answer(exchange);
    } finally {
      underWay.decrementAndGet();
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    Browser browser = browsers.get(exchange.getRequestURI().getPath());
    Integer status = next.poll();
    try {
      if (browser == null || !"POST".equals(exchange.getRequestMethod())) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      got.add(read(exchange, browser, body));
      if (status != null && status == HANG) {
        ended.await();
      }
      exchange.sendResponseHeaders(status == null ? 201 : status, -1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      exchange.close();
    }
  }

  private Got read(HttpExchange exchange, Browser browser, byte[] body) {
    Map<String, String> headers = new ConcurrentHashMap<>();
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join("|", values)));
    Matcher vapid = VAPID.matcher(headers.getOrDefault("authorization", ""));
    if (!vapid.matches()) {
      throw new AssertionError("no signature: " + headers);
    }
    ObjectNode claims = verified(vapid.group(1), vapid.group(2));
    return new Got(browser, headers, browser.decrypted(body), claims, vapid.group(2));
  }

  private static ObjectNode verified(String token, String key) {
    int dot = token.lastIndexOf('.');
    try {
      Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
      signature.initVerify(Browser.key(Base64.getUrlDecoder().decode(key)));
      signature.update(token.substring(0, dot).getBytes(StandardCharsets.US_ASCII));
      if (!signature.verify(Base64.getUrlDecoder().decode(token.substring(dot + 1)))) {
        throw new AssertionError("forged: " + token);
      }
    } catch (GeneralSecurityException e) {
      throw new AssertionError("not signed", e);
    }
    String claims = token.substring(token.indexOf('.') + 1, dot);
    return JsonText.parse(
        new String(Base64.getUrlDecoder().decode(claims), StandardCharsets.UTF_8));
  }

  /** Checks what every request to this service has. */
  public void requireWellFormed(Got one, String publicKey) {
    assertThat(one.key()).isEqualTo(publicKey);
    assertThat(one.claims().path("aud").asText()).isEqualTo(origin());
    assertThat(one.claims().path("sub").asText()).startsWith("mailto:");
    assertThat(BigInteger.valueOf(one.claims().path("exp").asLong()))
        .isBetween(
            BigInteger.valueOf(Instant.now().getEpochSecond()),
            BigInteger.valueOf(Instant.now().plusSeconds(86_400).getEpochSecond()));
    assertThat(one.headers())
        .containsEntry("content-encoding", "aes128gcm")
        .containsEntry("ttl", "86400")
        .containsEntry("urgency", "high");
    assertThat(one.headers().get("topic")).matches("[A-Za-z0-9_-]{32}");
    assertThat(one.text().getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(3_000);
  }

  @Override
  public void close() {
    ended.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
