package dev.belfry.benchmark;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.datagram.DatagramSocket;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.SocketAddress;

/**
 * Something to probe that costs as little as possible: answers 200 to everything, 500 to paths that
 * begin with {@code /fail}, JSON to those that begin with {@code /json}; over UDP, the address
 * 127.0.0.1 to every question (RFC 1035). Arguments: port, threads, and for HTTPS the PEM files of
 * key and certificate.
 */
public final class TargetServer {
  private static final String JSON =
      "{\"status\":\"up\",\"items\":[{\"id\":1,\"name\":\"one\"},{\"id\":2,\"name\":\"two\"}]}";

  /** Flags and counts of a response without an error: recursion, one question, one answer. */
  private static final byte[] COUNTS = {(byte) 0x81, (byte) 0x80, 0, 1, 0, 1, 0, 0, 0, 0};

  /** The name of the question, type A, class IN, 60 seconds, four bytes. */
  private static final byte[] RECORD = {
    (byte) 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1
  };

  private static final int HEADER = 12;

  private TargetServer() {}

  public static void main(String[] arguments) {
    int port = Integer.parseInt(arguments[0]);
    int threads = Integer.parseInt(arguments[1]);
    HttpServerOptions options = new HttpServerOptions().setAcceptBacklog(4_096);
    if (arguments.length == 4) {
      options
          .setSsl(true)
          .setKeyCertOptions(
              new PemKeyCertOptions().addKeyPath(arguments[2]).addCertPath(arguments[3]));
    }
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(threads));
    vertx
        .deployVerticle(
            () -> new Loop(port, options), new DeploymentOptions().setInstances(threads))
        .await();
    DatagramSocket names = vertx.createDatagramSocket();
    names.handler(
        question ->
            names.send(
                answer(question.data()), question.sender().port(), question.sender().host()));
    names.listen(port, "127.0.0.1").await();
    System.out.println("target on " + port);
  }

  private static Buffer answer(Buffer question) {
    int end = HEADER;
    while (question.getByte(end) != 0) {
      end += question.getUnsignedByte(end) + 1;
    }
    return Buffer.buffer(question.getBytes(0, 2))
        .appendBytes(COUNTS)
        .appendBytes(question.getBytes(HEADER, end + 5))
        .appendBytes(RECORD);
  }

  private static final class Loop extends AbstractVerticle {
    private final int port;
    private final HttpServerOptions options;

    Loop(int port, HttpServerOptions options) {
      this.port = port;
      this.options = options;
    }

    @Override
    public void start() {
      vertx
          .createHttpServer(options)
          .requestHandler(
              request ->
                  request
                      .response()
                      .setStatusCode(request.path().startsWith("/fail") ? 500 : 200)
                      .end(request.path().startsWith("/json") ? JSON : "ok"))
          .listen(SocketAddress.inetSocketAddress(port, "127.0.0.1"));
    }
  }
}
