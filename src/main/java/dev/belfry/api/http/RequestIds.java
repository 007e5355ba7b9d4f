package dev.belfry.api.http;

import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Gives each request an id: the client's own when it is well-formed, else a random one. */
final class RequestIds {
  private static final Pattern WELL_FORMED = Pattern.compile("[A-Za-z0-9._:/+=@-]{1,128}");

  private final SplittableRandom random;

  RequestIds(SplittableRandom random) {
    this.random = random;
  }

  String of(@Nullable String sent) {
    if (sent != null && WELL_FORMED.matcher(sent).matches()) {
      return sent;
    }
    return Long.toHexString(random.nextLong() | Long.MIN_VALUE);
  }
}
