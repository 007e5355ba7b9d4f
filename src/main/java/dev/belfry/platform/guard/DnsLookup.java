package dev.belfry.platform.guard;

import io.netty.channel.AddressedEnvelope;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.dns.DefaultDnsQuestion;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponse;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.handler.codec.dns.DnsSection;
import io.netty.resolver.HostsFileEntriesResolver;
import io.netty.resolver.ResolvedAddressTypes;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsNameResolverTimeoutException;
import io.netty.resolver.dns.DnsServerAddressStream;
import io.netty.resolver.dns.DnsServerAddressStreamProvider;
import io.netty.resolver.dns.DnsServerAddressStreamProviders;
import io.netty.resolver.dns.NoopAuthoritativeDnsServerCache;
import io.netty.resolver.dns.NoopDnsCache;
import io.netty.resolver.dns.NoopDnsCnameCache;
import io.netty.resolver.dns.SingletonDnsServerAddressStreamProvider;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Names from the hosts file, else from name servers over UDP and, when cut, TCP. */
public final class DnsLookup implements NameLookup {
  private final EventLoop loop;
  private final DnsServerAddressStreamProvider servers;
  private final DnsNameResolver v4;
  private final DnsNameResolver v6;

  private DnsLookup(
      EventLoop loop, DnsServerAddressStreamProvider servers, DnsNameResolverBuilder builder) {
    this.loop = loop;
    this.servers = servers;
    this.v4 = builder.copy().resolvedAddressTypes(ResolvedAddressTypes.IPV4_ONLY).build();
    this.v6 = builder.copy().resolvedAddressTypes(ResolvedAddressTypes.IPV6_ONLY).build();
  }

  /** Asks the name servers and honours the search domains that the system is set up with. */
  public static DnsLookup system(EventLoop loop) {
    DnsServerAddressStreamProvider servers = DnsServerAddressStreamProviders.platformDefault();
    return new DnsLookup(loop, servers, builder(loop, servers));
  }

  /** Asks one name server, without search domains. */
  public static DnsLookup of(EventLoop loop, InetSocketAddress server) {
    DnsServerAddressStreamProvider servers = new SingletonDnsServerAddressStreamProvider(server);
    return new DnsLookup(loop, servers, builder(loop, servers).searchDomains(List.of()));
  }

  private static DnsNameResolverBuilder builder(
      EventLoop loop, DnsServerAddressStreamProvider servers) {
    return new DnsNameResolverBuilder(loop)
        .datagramChannelType(NioDatagramChannel.class)
        .socketChannelType(NioSocketChannel.class)
        .nameServerProvider(servers)
        .hostsFileEntriesResolver(HostsFileEntriesResolver.DEFAULT)
        .resolveCache(NoopDnsCache.INSTANCE)
        .cnameCache(NoopDnsCnameCache.INSTANCE)
        .authoritativeDnsServerCache(NoopAuthoritativeDnsServerCache.INSTANCE);
  }

  @Override
  public Future<List<InetAddress>> lookUp(String name, StandardProtocolFamily family) {
    Promise<List<InetAddress>> promise = loop.newPromise();
    Future<List<InetAddress>> answers = resolver(family).resolveAll(name);
    answers.addListener(
        done -> {
          if (answers.isSuccess()) {
            promise.trySuccess(answers.getNow());
          } else if (!promise.isDone()) {
            explain(name, family, answers.cause(), promise);
          }
        });
    promise.addListener(
        done -> {
          if (promise.isCancelled()) {
            answers.cancel(false);
          }
        });
    return promise;
  }

  @Override
  public List<InetSocketAddress> servers(String name) {
    DnsServerAddressStream stream = servers.nameServerAddressStream(name);
    return IntStream.range(0, stream.size()).mapToObj(number -> stream.next()).toList();
  }

  private DnsNameResolver resolver(StandardProtocolFamily family) {
    return family == StandardProtocolFamily.INET ? v4 : v6;
  }

  /**
   * Finds out what a failure was: the resolver tells refusals and search domains apart from missing
   * records only by asking for the very name once more.
   */
  private void explain(
      String name,
      StandardProtocolFamily family,
      Throwable cause,
      Promise<List<InetAddress>> promise) {
    if (isTimeout(cause)) {
      promise.tryFailure(timeout(name));
      return;
    }
    DnsRecordType type =
        family == StandardProtocolFamily.INET ? DnsRecordType.A : DnsRecordType.AAAA;
    String absolute = name.endsWith(".") ? name : name + '.';
    Future<AddressedEnvelope<DnsResponse, InetSocketAddress>> answer =
        resolver(family).query(new DefaultDnsQuestion(absolute, type));
    answer.addListener(
        done -> {
          if (answer.isSuccess()) {
            AddressedEnvelope<DnsResponse, InetSocketAddress> envelope = answer.getNow();
            promise.tryFailure(failure(name, family, envelope.content()));
            envelope.release();
          } else {
            promise.tryFailure(isTimeout(answer.cause()) ? timeout(name) : failed(name, ""));
          }
        });
  }

  private static TargetRefusedException failure(
      String name, StandardProtocolFamily family, DnsResponse response) {
    DnsResponseCode code = response.code();
    if (code.equals(DnsResponseCode.NXDOMAIN)) {
      return new TargetRefusedException(
          RefusalReason.NAME_NOT_FOUND, "The host name " + name + " does not exist");
    }
    if (code.equals(DnsResponseCode.NOERROR) && response.count(DnsSection.ANSWER) == 0) {
      return TargetGuard.noAddress(name, family);
    }
    return failed(name, " (" + code + ")");
  }

  private static TargetRefusedException failed(String name, String particulars) {
    return new TargetRefusedException(
        RefusalReason.LOOKUP_FAILED, "The name server could not resolve " + name + particulars);
  }

  private static TargetRefusedException timeout(String name) {
    return new TargetRefusedException(
        RefusalReason.LOOKUP_TIMEOUT,
        "The name server did not answer in time when asked for " + name);
  }

  private static boolean isTimeout(@Nullable Throwable cause) {
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (at instanceof DnsNameResolverTimeoutException) {
        return true;
      }
      if (!(at instanceof UnknownHostException)) {
        return false;
      }
    }
    return false;
  }

  @Override
  public void close() {
    v4.close();
    v6.close();
  }
}
