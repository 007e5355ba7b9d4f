package dev.belfry.platform.guard;

import io.netty.util.NetUtil;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.StandardProtocolFamily;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns a target into the one address that may be dialled for it. The name is looked up once, the
 * answer is judged, and the caller dials that very address: there is no second lookup between the
 * two.
 */
public final class TargetGuard {
  private final AddressPolicy policy;
  private final EventExecutor loop;
  private final NameLookup names;

  /**
   * A guard for the callers of one thread.
   *
   * @param loop the thread
   * @param names works on the same thread
   */
  public TargetGuard(AddressPolicy policy, EventExecutor loop, NameLookup names) {
    this.policy = policy;
    this.loop = loop;
    this.names = names;
  }

  /**
   * The first permitted address of a host, of the given family. Fails with {@link
   * TargetRefusedException}. May be cancelled.
   */
  public Future<InetAddress> resolve(Host host, StandardProtocolFamily family) {
    InetAddress literal = host.address();
    if (literal != null) {
      TargetRefusedException refused = judge(host, family, literal);
      return refused == null ? loop.newSucceededFuture(literal) : loop.newFailedFuture(refused);
    }
    Future<List<InetAddress>> addresses = names.lookUp(host.lookupName(), family);
    Promise<InetAddress> promise = loop.newPromise();
    addresses.addListener(
        done -> {
          if (addresses.isSuccess()) {
            choose(host, family, addresses.getNow(), promise);
          } else {
            promise.tryFailure(addresses.cause());
          }
        });
    promise.addListener(
        done -> {
          if (promise.isCancelled()) {
            addresses.cancel(false);
          }
        });
    return promise;
  }

  private void choose(
      Host host,
      StandardProtocolFamily family,
      List<InetAddress> addresses,
      Promise<InetAddress> promise) {
    TargetRefusedException first = null;
    for (InetAddress address : addresses) {
      TargetRefusedException refused = judge(host, family, address);
      if (refused == null) {
        promise.trySuccess(address);
        return;
      }
      first = first == null ? refused : first;
    }
    promise.tryFailure(first == null ? noAddress(host.name(), family) : first);
  }

  private @Nullable TargetRefusedException judge(
      Host host, StandardProtocolFamily family, InetAddress address) {
    if (address instanceof Inet4Address != (family == StandardProtocolFamily.INET)) {
      return noAddress(host.name(), family);
    }
    Optional<SpecialRange> range = policy.refusal(address);
    if (range.isEmpty()) {
      return null;
    }
    String which =
        host.address() == null
            ? host.name() + " resolves to " + NetUtil.toAddressString(address) + ", which"
            : host.name();
    return new TargetRefusedException(
        RefusalReason.FORBIDDEN, which + " may not be reached: it is " + range.get());
  }

  static TargetRefusedException noAddress(String name, StandardProtocolFamily family) {
    return new TargetRefusedException(
        RefusalReason.NO_ADDRESS_OF_FAMILY,
        "The host "
            + name
            + " has no "
            + (family == StandardProtocolFamily.INET ? "IPv4" : "IPv6")
            + " address");
  }
}
