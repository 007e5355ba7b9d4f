package dev.belfry.engine.probe.url;

import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.FailureRules;
import dev.belfry.engine.probe.Phase;
import dev.belfry.engine.probe.ProbeAnswer;
import dev.belfry.engine.probe.ProbeExecution;
import dev.belfry.engine.probe.Tls;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.UrlRequest;
import dev.belfry.platform.guard.Target;
import dev.belfry.platform.guard.TargetRefusedException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelException;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests a URL, hop by hop, until a response is complete or the probe fails. */
public final class UrlExecution extends ProbeExecution {
  private static final int MOST_REDIRECTS = 10;

  private final UrlRequest request;
  private final RequestText text;
  private final List<String> redirects = new ArrayList<>(0);
  private Target target;
  private @Nullable UrlConnection connection;
  private @Nullable InetSocketAddress address;
  private @Nullable UrlAnswer answer;
  private boolean usesJdk;

  /**
   * Creates an execution that waits for its slot.
   *
   * @param timeout of all hops together
   * @param text writes the requests
   * @throws TargetRefusedException if the URL cannot be requested
   */
  public UrlExecution(UrlRequest request, Duration timeout, RequestText text, Context context)
      throws TargetRefusedException {
    this(request, Target.parse(request.url()), timeout, text, context);
  }

  private UrlExecution(
      UrlRequest request, Target target, Duration timeout, RequestText text, Context context) {
    super(timeout, target.host(), context);
    this.request = request;
    this.target = target;
    this.text = text;
  }

  @Override
  protected void begin() {
    usesJdk = false;
    lookUp(request.ipFamily());
  }

  @Override
  protected void onResolved(InetAddress resolved) {
    dial(new InetSocketAddress(resolved, target.port()));
  }

  private void dial(InetSocketAddress dialled) {
    enter(null);
    address = dialled;
    dialling(dialled);
    SslHandler handler =
        target.isSecure()
            ? loop()
                .tls()
                .handler(ByteBufAllocator.DEFAULT, target.host(), !request.skipSSL(), usesJdk)
            : null;
    enter(Phase.CONNECT);
    UrlConnection next;
    try {
      next = new UrlConnection(this, dialled);
    } catch (ChannelException e) {
      Tls.discard(handler);
      onFailure(e);
      return;
    }
    connection = next;
    next.open(handler);
  }

  void onPhase(Phase phase) {
    enter(phase);
  }

  ByteBuf request(ByteBufAllocator allocator) {
    return text.bytes(allocator, target);
  }

  /** Whether the response is a redirect that the request follows. */
  boolean follows(HttpResponse head) {
    return request.followRedirects() && Redirects.is(head);
  }

  void onRedirect(UrlAnswer redirect, HttpResponse head) {
    answer = redirect;
    connection = null;
    if (redirects.size() == MOST_REDIRECTS) {
      finish(
          new Failure(
              Reason.TOO_MANY_REDIRECTS, "There were more than " + MOST_REDIRECTS + " redirects"));
      return;
    }
    try {
      target = target.follow(Redirects.location(head));
    } catch (TargetRefusedException refused) {
      finish(FailureRules.refused(refused, true));
      return;
    }
    redirects.add(target.toString());
    moveTo(target.host());
  }

  void onAnswer(UrlAnswer complete) {
    answer = complete;
    connection = null;
    finish(Failure.NONE);
  }

  @Override
  protected void onFailure(Throwable cause) {
    Failure failure = failure(cause);
    if (address != null && isLeftToTheJdk(failure, cause)) {
      usesJdk = true;
      dial(address);
    } else {
      finish(failure);
    }
  }

  /**
   * Whether the handshake failed for want of a common algorithm, or the like. The JDK knows more
   * algorithms, so it has the last word, on a second connection.
   */
  private boolean isLeftToTheJdk(Failure failure, Throwable cause) {
    return !isDone()
        && failure.reason() == Reason.TLS_FAILED
        && phase() == Phase.SECURE
        && !(cause instanceof NotSslRecordException)
        && !usesJdk
        && !loop().tls().isJdk();
  }

  @Override
  protected List<String> redirects() {
    return redirects;
  }

  @Override
  protected @Nullable ProbeAnswer release() {
    UrlConnection open = connection;
    if (open == null) {
      return answer;
    }
    UrlAnswer partial = open.partialAnswer();
    open.abandon();
    return partial == null ? answer : partial;
  }
}
