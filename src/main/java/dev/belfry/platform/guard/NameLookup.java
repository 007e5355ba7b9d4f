package dev.belfry.platform.guard;

import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.util.List;

/** Looks up names on one event loop, afresh each time: an answer is never kept for the next. */
public interface NameLookup extends AutoCloseable {
  /**
   * The addresses of a name of one family, at least one, in the order they came. Fails with {@link
   * TargetRefusedException} of the kinds that concern names. May be cancelled.
   *
   * @param name ASCII; a dot at the end keeps search domains away
   */
  Future<List<InetAddress>> lookUp(String name, StandardProtocolFamily family);

  /** The name servers that are asked for a name, in their order; at least one. */
  List<InetSocketAddress> servers(String name);

  /** Gives up lookups under way. */
  @Override
  void close();
}
