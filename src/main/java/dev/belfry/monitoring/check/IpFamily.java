package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which addresses of a host name are dialled. */
public enum IpFamily {
  @JsonProperty("IPv4")
  IPV4("IPv4"),
  @JsonProperty("IPv6")
  IPV6("IPv6");

  private final String wire;

  IpFamily(String wire) {
    this.wire = wire;
  }

  /** Name in JSON. */
  public String wire() {
    return wire;
  }
}
