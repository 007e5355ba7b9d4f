package dev.belfry.engine.run.observer;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Detects that the network of this instance is down: requests went out to several unrelated places
 * and no answer came from anywhere. It keeps a few requests for each of the last {@value #SLICES}
 * seconds, however many are made. Times are milliseconds of a monotonic clock.
 */
public final class NetworkOutageDetector {
  /** So many unrelated places do not go down at once by chance. */
  static final int PLACES = 5;

  /** How long before an attempt a request may begin and still count as evidence. */
  static final long BEFORE_MS = 10_000;

  /** How long an answer may take before its absence counts as evidence. */
  static final long PATIENCE_MS = 1_000;

  private static final int SLICES = 64;
  private static final long SLICE_MS = 1_000;

  private final String[] places = new String[SLICES * PLACES];
  private final long[] begun = new long[SLICES * PLACES];
  private long answeredAt = Long.MIN_VALUE;

  NetworkOutageDetector() {
    Arrays.fill(places, "");
    Arrays.fill(begun, Long.MIN_VALUE);
  }

  /** Notes that a request goes out. */
  void onRequest(String host, long at) {
    int slice = slice(at);
    for (int i = slice; i < slice + PLACES; i++) {
      if (begun[i] <= answeredAt || Math.abs(at - begun[i]) >= SLICE_MS) {
        remember(i, slice, placeOf(host), at);
        return;
      }
    }
  }

  private void remember(int free, int slice, String place, long at) {
    for (int i = slice; i < free; i++) {
      if (places[i].equals(place)) {
        return;
      }
    }
    places[free] = place;
    begun[free] = at;
  }

  /** Notes that a packet came back from any place. */
  void onAnswer(long at) {
    answeredAt = Math.max(answeredAt, at);
  }

  /** Drops a request that turned out never to have reached the network. */
  void forget(String host, long begunAt) {
    int slice = slice(begunAt);
    String place = placeOf(host);
    for (int i = slice; i < slice + PLACES; i++) {
      if (places[i].equals(place)) {
        begun[i] = Long.MIN_VALUE;
      }
    }
  }

  /** Whether no answer came during an attempt although enough places should have answered. */
  boolean covers(long start, long end) {
    if (answeredAt > start) {
      return false;
    }
    Set<String> silent = new HashSet<>();
    for (int i = 0; i < begun.length && silent.size() < PLACES; i++) {
      if (begun[i] > answeredAt && begun[i] >= start - BEFORE_MS && begun[i] <= end - PATIENCE_MS) {
        silent.add(places[i]);
      }
    }
    return silent.size() >= PLACES;
  }

  private static int slice(long at) {
    return (int) Math.floorMod(Math.floorDiv(at, SLICE_MS), (long) SLICES) * PLACES;
  }

  /**
   * The place of a host; hosts of one place are likely to go down together. It is the domain (the
   * last two labels of a name) or the network of an address: 24 bits of an IPv4 address, the first
   * three groups of an IPv6 address as written.
   */
  public static String placeOf(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    if (name.indexOf(':') >= 0) {
      return first(name, ':');
    }
    if (name.endsWith(".")) {
      name = name.substring(0, name.length() - 1);
    }
    char last = name.isEmpty() ? ' ' : name.charAt(name.length() - 1);
    if (last >= '0' && last <= '9') {
      return first(name, '.');
    }
    int dot = name.lastIndexOf('.', name.lastIndexOf('.') - 1);
    return name.substring(dot + 1);
  }

  private static String first(String address, char separator) {
    int end = -1;
    for (int part = 0; part < 3; part++) {
      int next = address.indexOf(separator, end + 1);
      if (next < 0) {
        return address;
      }
      end = next;
    }
    return address.substring(0, end);
  }
}
