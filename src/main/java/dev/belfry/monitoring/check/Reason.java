package dev.belfry.monitoring.check;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Why a run has its verdict. The numbers are stored and never change: up to 99 what ended a probe,
 * from 100 what its answer was held against, from 200 why a run was missed, from 300 what was wrong
 * with the observer.
 */
public enum Reason {
  NONE(0, ""),
  NAME_NOT_FOUND(1, "The host name does not exist"),
  NAME_LOOKUP_FAILED(2, "The name server could not resolve the host name"),
  NAME_LOOKUP_TIMEOUT(3, "The name server did not answer in time"),
  NO_ADDRESS_OF_FAMILY(4, "The host name has no address of the chosen IP family"),
  ADDRESS_FORBIDDEN(5, "The address belongs to a range that monitors may not reach"),
  INVALID_URL(6, "The address cannot be requested"),
  CONNECTION_REFUSED(10, "The connection was refused"),
  HOST_UNREACHABLE(11, "There is no route to the host"),
  NETWORK_UNREACHABLE(12, "The network is unreachable from here"),
  CONNECT_TIMEOUT(13, "Timed out while connecting"),
  CONNECTION_RESET(14, "The connection was reset"),
  CONNECTION_CLOSED(15, "The connection was closed before the answer was complete"),
  TLS_FAILED(20, "The TLS handshake failed"),
  TLS_TIMEOUT(21, "Timed out during the TLS handshake"),
  CERTIFICATE_EXPIRED(22, "The certificate has expired"),
  CERTIFICATE_NOT_YET_VALID(23, "The certificate is not valid yet"),
  CERTIFICATE_NAME_MISMATCH(24, "The certificate is for another name"),
  CERTIFICATE_SELF_SIGNED(25, "The certificate is self-signed"),
  CERTIFICATE_UNTRUSTED(26, "The certificate's issuer is not trusted"),
  CERTIFICATE_REVOKED(27, "The certificate was revoked"),
  FIRST_BYTE_TIMEOUT(30, "Timed out while waiting for the first byte"),
  DOWNLOAD_TIMEOUT(31, "Timed out while reading the answer"),
  MALFORMED_RESPONSE(32, "The answer is not valid"),
  HEADERS_TOO_LARGE(33, "The headers of the answer are too large"),
  TOO_MANY_REDIRECTS(34, "There were too many redirects"),
  INVALID_REDIRECT(35, "A redirect leads to an address that cannot be requested"),
  HEARTBEAT(40, "The heartbeat came"),
  NO_HEARTBEAT(41, "No heartbeat came in time"),
  HEARTBEAT_FAILED(42, "The job reported a failure"),
  NO_REPLY(43, "No ping was answered"),
  STATUS(100, "The status code says that the request failed"),
  ASSERTION(101, "An assertion does not hold"),
  TOO_SLOW(102, "The answer took longer than the maximum response time"),
  SHOULD_HAVE_FAILED(103, "The request succeeded though it should fail"),
  SLOW(104, "The answer took longer than the degraded response time"),
  RESPONSE_CODE(105, "The response code says that the name was not resolved"),
  NO_RECORD(106, "The name has no record of the type"),
  PACKET_LOSS(107, "Too many pings were lost"),
  SOME_PACKET_LOSS(108, "Some pings were lost"),
  SECURITY_BASELINE(110, "TLS does not meet the security baseline"),
  CERTIFICATE_EXPIRES_SOON(111, "The certificate expires soon"),
  INSTANCE_LOST(200, "The instance that should run it was lost"),
  INSTANCE_STOPPED(201, "No instance was running"),
  DATABASE_AWAY(202, "The database was away for longer than results could be kept"),
  OVERLOADED(203, "The instance had too many runs to make"),
  LOCATION_NOT_COVERED(204, "No running instance covers the location"),
  CANCELLED(205, "The monitor was paused, changed or deleted, or the run was cancelled"),
  CLOCK_CHANGED(206, "The clock was set forward past it"),
  OBSERVER_PAUSED(300, "The instance stood still during the run"),
  OBSERVER_STARVED(301, "The instance had too little processor time during the run"),
  OBSERVER_WITHOUT_NETWORK(302, "The instance had no network during the run"),
  OBSERVER_WITHOUT_DATABASE(303, "The instance could not reach its database during the run"),
  OBSERVER_WITHOUT_SECRET(304, "The instance could not read a secret of the check"),
  OBSERVER_WITHOUT_PINGS(305, "The system does not let the instance send pings");

  private static final Map<Short, Reason> BY_CODE =
      Arrays.stream(values()).collect(Collectors.toMap(Reason::code, Function.identity()));

  private static final int FIRST_OF_OURS = 200;

  private final short code;
  private final String sentence;

  Reason(int code, String sentence) {
    this.code = (short) code;
    this.sentence = sentence;
  }

  /** The number it is stored as. */
  public short code() {
    return code;
  }

  /** Whether it says something about us and nothing about the target. */
  public boolean isOurs() {
    return code >= FIRST_OF_OURS;
  }

  /** What a person reads, without a full stop; empty for {@code NONE}. */
  public String sentence() {
    return sentence;
  }

  /** Reads a stored number; {@code NONE} for an unknown one. */
  public static Reason of(int code) {
    return BY_CODE.getOrDefault((short) code, NONE);
  }
}
