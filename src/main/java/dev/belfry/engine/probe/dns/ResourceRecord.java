package dev.belfry.engine.probe.dns;

import io.netty.handler.codec.dns.DnsRecordType;

/**
 * A record of an answer.
 *
 * @param name with a dot at its end
 * @param ttl seconds
 * @param data as a zone file has it
 */
record ResourceRecord(String name, int type, int dnsClass, long ttl, String data) {
  private static final int IN = 1;

  /** The line of a zone file, such as {@code example.com. 300 IN A 203.0.113.7}. */
  String text() {
    String classText = dnsClass == IN ? "IN" : "CLASS" + dnsClass;
    return name + " " + ttl + " " + classText + " " + typeText() + " " + data;
  }

  private String typeText() {
    String known = DnsRecordType.valueOf(type).name();
    return known.equals("UNKNOWN") ? "TYPE" + type : known;
  }
}
