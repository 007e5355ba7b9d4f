package dev.belfry.platform.icmp;

import java.net.InetAddress;

/**
 * An echo reply. Whether it answers a request of this process must be told from its token.
 *
 * @param from the address that sent it
 * @param sequence 0 to 65535
 * @param token of the request
 * @param hopLimit the time to live that was left on arrival, 0 to 255; -1 when it is not known
 * @param at when it arrived, in the time of {@link System#nanoTime}
 */
public record EchoReply(InetAddress from, int sequence, long token, int hopLimit, long at) {}
