package dev.belfry.engine.probe.http;

import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.FailureRules;
import dev.belfry.engine.probe.Phase;
import dev.belfry.engine.probe.ProbeAnswer;
import dev.belfry.engine.probe.ProbeExecution;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.Tls;
import dev.belfry.monitoring.certificate.ClientCertificate;
import dev.belfry.monitoring.certificate.HostCertificates;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.guard.Host;
import dev.belfry.platform.guard.Target;
import dev.belfry.platform.guard.TargetRefusedException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelException;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends a request, hop by hop, until a response is complete or the probe fails. */
public final class HttpExecution extends ProbeExecution {
  private static final int MOST_REDIRECTS = 10;

  private final RequestText text;
  private final @Nullable BodyMemory memory;
  private final HostCertificates certificates;
  private final List<String> redirects = new ArrayList<>(0);
  private HttpCall call;
  private Target target;
  private @Nullable HttpConnection connection;
  private @Nullable InetSocketAddress address;
  private @Nullable HttpAnswer answer;
  private boolean usesJdk;

  /**
   * Creates an execution that waits for its slot.
   *
   * @param probe whose time limit holds for all hops together
   * @param text writes the requests
   * @param memory for bodies that assertions look at
   * @throws TargetRefusedException if the URL cannot be requested
   */
  public HttpExecution(
      HttpCall call, ProbeRequest probe, RequestText text, BodyMemory memory, Context context)
      throws TargetRefusedException {
    this(call, Target.parse(call.url()), probe, text, memory, context);
  }

  private HttpExecution(
      HttpCall call,
      Target target,
      ProbeRequest probe,
      RequestText text,
      BodyMemory memory,
      Context context) {
    super(probe.timeout(), target.host(), context);
    this.certificates = probe.certificates();
    this.call = call;
    this.target = target;
    this.text = text;
    this.memory = call.readsBody() ? memory : null;
  }

  @Override
  protected void begin() {
    usesJdk = false;
    lookUp(call.ipFamily());
  }

  @Override
  protected void onResolved(InetAddress resolved) {
    dial(new InetSocketAddress(resolved, target.port()));
  }

  private void dial(InetSocketAddress dialled) {
    enter(null);
    address = dialled;
    dialling(dialled);
    SslHandler handler = target.isSecure() ? handler() : null;
    enter(Phase.CONNECT);
    HttpConnection next;
    try {
      next = new HttpConnection(this, dialled);
    } catch (ChannelException e) {
      Tls.discard(handler);
      onFailure(e);
      return;
    }
    connection = next;
    next.open(handler);
  }

  private SslHandler handler() {
    Host host = target.host();
    ClientCertificate own = certificates.of(host.name());
    Tls tls = loop().tls();
    if (own == null) {
      return tls.handler(ByteBufAllocator.DEFAULT, host, !call.skipSsl(), usesJdk);
    }
    usesJdk = true;
    return tls.handler(ByteBufAllocator.DEFAULT, host, !call.skipSsl(), own);
  }

  void onPhase(Phase phase) {
    enter(phase);
  }

  ByteBuf request(ByteBufAllocator allocator) {
    return text.bytes(allocator, call, target);
  }

  /** Memory for a body that assertions look at; null when none does. */
  @Nullable BodyMemory memory() {
    return memory;
  }

  boolean isHead() {
    return call.isHead();
  }

  /** Ends the probe, since the bodies of other probes have taken the memory. */
  void onNoMemory() {
    connection = null;
    refuse();
  }

  /** Whether the response is a redirect that the request follows. */
  boolean follows(HttpResponse head) {
    return call.followRedirects() && Redirects.is(head);
  }

  void onRedirect(HttpAnswer redirect, HttpResponse head) {
    answer = redirect;
    connection = null;
    if (redirects.size() == MOST_REDIRECTS) {
      finish(
          new Failure(
              Reason.TOO_MANY_REDIRECTS, "There were more than " + MOST_REDIRECTS + " redirects"));
      return;
    }
    try {
      Target next = target.follow(Redirects.location(head));
      call = call.redirected(head.status().code(), !next.hasOriginOf(target));
      target = next;
    } catch (TargetRefusedException refused) {
      finish(FailureRules.refused(refused, true));
      return;
    }
    redirects.add(target.toString());
    moveTo(target.host());
  }

  void onAnswer(HttpAnswer complete) {
    answer = complete;
    connection = null;
    finish(Failure.NONE);
  }

  @Override
  protected void onFailure(Throwable cause) {
    Failure failure = failure(cause);
    boolean isFirst = !isDone() && !usesJdk;
    if (address != null && isFirst && loop().tls().isLeftToTheJdk(failure, phase(), cause)) {
      usesJdk = true;
      dial(address);
    } else {
      finish(failure);
    }
  }

  @Override
  protected List<String> redirects() {
    return redirects;
  }

  @Override
  protected @Nullable ProbeAnswer release() {
    HttpConnection open = connection;
    if (open == null) {
      return answer;
    }
    HttpAnswer partial = open.partialAnswer();
    open.abandon();
    return partial == null ? answer : partial;
  }
}
