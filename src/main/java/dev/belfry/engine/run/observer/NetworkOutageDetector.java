package dev.belfry.engine.run.observer;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Whether the network is silent: requests went out to several places that have nothing to do with
 * each other, and nothing came back from anywhere. It keeps a few requests for each of the last
 * {@value #SLICES} seconds, however many are made. Times are milliseconds of a clock that does not
 * jump.
 */
public final class NetworkOutageDetector {
  /** So many places do not go down at once by chance. */
  static final int PLACES = 5;

  /** What began so long before an attempt still says something about it. */
  static final long BEFORE_MS = 10_000;

  /** An answer may take so long before its absence means something. */
  static final long PATIENCE_MS = 1_000;

  private static final int SLICES = 64;
  private static final long SLICE_MS = 1_000;

  private final String[] places = new String[SLICES * PLACES];
  private final long[] begun = new long[SLICES * PLACES];
  private long heardAt = Long.MIN_VALUE;

  NetworkOutageDetector() {
    Arrays.fill(places, "");
    Arrays.fill(begun, Long.MIN_VALUE);
  }

  /** A request goes out. */
  void began(String host, long at) {
    int slice = slice(at);
    for (int i = slice; i < slice + PLACES; i++) {
      if (begun[i] <= heardAt || Math.abs(at - begun[i]) >= SLICE_MS) {
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

  /** Something came back from the network. */
  void heard(long at) {
    heardAt = Math.max(heardAt, at);
  }

  /** A request turned out to be none that the network had to answer. */
  void forget(String host, long begunAt) {
    int slice = slice(begunAt);
    String place = placeOf(host);
    for (int i = slice; i < slice + PLACES; i++) {
      if (places[i].equals(place)) {
        begun[i] = Long.MIN_VALUE;
      }
    }
  }

  /** Whether nothing was heard during an attempt though it should have been. */
  boolean covers(long start, long end) {
    if (heardAt > start) {
      return false;
    }
    Set<String> silent = new HashSet<>();
    for (int i = 0; i < begun.length && silent.size() < PLACES; i++) {
      if (begun[i] > heardAt && begun[i] >= start - BEFORE_MS && begun[i] <= end - PATIENCE_MS) {
        silent.add(places[i]);
      }
    }
    return silent.size() >= PLACES;
  }

  private static int slice(long at) {
    return (int) Math.floorMod(Math.floorDiv(at, SLICE_MS), (long) SLICES) * PLACES;
  }

  /**
   * What is likely to go down together counts once: the hosts of a domain (its last two labels) and
   * the addresses of a network (24 bits of an IPv4 address, the first three groups of an IPv6
   * address as written).
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
