package dev.belfry.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Response;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What goes wrong in a browser while nobody looks: errors in its console, among them breaches of
 * the page's policy, requests without a good answer, and requests to others.
 */
final class Troubles {
  private static final Set<String> INSIDE = Set.of("data", "blob", "about");

  private final String origin;
  private final List<String> seen = new ArrayList<>();
  private final List<String> expected = new ArrayList<>();
  private final List<String> allowed = new ArrayList<>();

  /**
   * @param origin the only host that may be asked
   */
  Troubles(String origin, BrowserContext context) {
    this.origin = origin;
    context.onConsoleMessage(this::said);
    context.onWebError(error -> seen.add("uncaught: " + error.error()));
    context.onRequest(this::asked);
    context.onRequestFailed(this::failed);
    context.onResponse(this::answered);
  }

  /** Some trouble that contains a text belongs to the journey. */
  void expect(String part) {
    expected.add(part);
  }

  /** Some trouble that contains a text may belong to the journey. */
  void allow(String part) {
    allowed.add(part);
  }

  /**
   * Fails unless all that went wrong was expected or allowed, and all that was expected went wrong.
   */
  void requireNone() {
    assertThat(seen)
        .as("what went wrong in the browser")
        .filteredOn(trouble -> expected.stream().noneMatch(trouble::contains))
        .filteredOn(trouble -> allowed.stream().noneMatch(trouble::contains))
        .isEmpty();
    assertThat(expected)
        .as("what should have gone wrong, but did not")
        .allMatch(part -> seen.stream().anyMatch(trouble -> trouble.contains(part)));
  }

  /** The console repeats requests that failed, with less to tell. */
  private void said(ConsoleMessage message) {
    if (message.type().equals("error") && !message.text().startsWith("Failed to load resource")) {
      seen.add("console: " + message.text() + " (" + message.location() + ")");
    }
  }

  private void asked(Request request) {
    String url = request.url();
    if (!url.startsWith(origin + "/") && !INSIDE.contains(URI.create(url).getScheme())) {
      seen.add("another host: " + describe(request));
    }
  }

  /** A request that the next page or the end cut short has not failed. */
  private void failed(Request request) {
    if (!"net::ERR_ABORTED".equals(request.failure())) {
      seen.add(describe(request) + " failed: " + request.failure());
    }
  }

  private void answered(Response response) {
    if (response.status() >= 400) {
      seen.add(describe(response.request()) + " answered " + response.status());
    }
  }

  private static String describe(Request request) {
    return request.method() + " " + request.url();
  }
}
