package dev.belfry.account.console;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.RequestOptions;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How long somebody with very many monitors waits for the console, in milliseconds: until the first
 * paint of a browser that has nothing of it, until what was asked for is there, and of that until
 * the server has answered.
 *
 * <p>Arguments: the address of the service, the file with an API key, the number of monitors, and
 * how often each view is opened.
 */
final class ConsolePaint {
  private static final int GOAL_MILLIS = 300;
  private static final int PAINT_GOAL_MILLIS = 500;

  private static final String FIRST_PAINT =
      "() => performance.getEntriesByName('first-contentful-paint')[0].startTime";

  private static final String ANSWERED =
      "() => performance.getEntriesByType('resource')"
          + ".filter(one => one.name.includes('/v1/check-overview')).at(-1).duration";

  /**
   * Remembers in {@code window.there} when a page showed what was asked for, after the frame that
   * painted it: a locator looks in steps of up to half a second.
   */
  private static final String WATCH =
      """
      (() => {
        const soon = (there) => new Promise((done) => {
          const look = () => there() && (watch.disconnect(), requestAnimationFrame(
            () => setTimeout(() => done(performance.now()))));
          const watch = new MutationObserver(look);
          watch.observe(document, { subtree: true, childList: true, attributes: true });
          look();
        });
        window.soon = soon;
        window.there = soon(() => document.querySelector('main .view[aria-busy=false]'));
      })()""";

  /** Types as a person who pastes does, and waits for the row. */
  private static final String TYPE =
      """
      async (text) => {
        const search = document.querySelector('#search');
        const from = performance.now();
        search.value = text;
        search.dispatchEvent(new Event('input', { bubbles: true }));
        return await window.soon(() => {
          const rows = document.querySelectorAll('main tbody tr');
          return rows.length === 1 && rows[0].textContent.toLowerCase().includes(text);
        }) - from;
      }""";

  private final String origin;
  private final String key;
  private final Map<String, List<Double>> figures = new LinkedHashMap<>();

  private ConsolePaint(String origin, String key) {
    this.origin = origin;
    this.key = key;
  }

  public static void main(String[] arguments) throws IOException {
    ConsolePaint paint =
        new ConsolePaint(arguments[0], Files.readString(Path.of(arguments[1])).strip());
    int monitors = Integer.parseInt(arguments[2]);
    int rounds = Integer.parseInt(arguments[3]);
    int status = 1;
    try {
      paint.round(monitors);
      paint.figures.clear();
      for (int round = 0; round < rounds; round++) {
        paint.round(monitors);
      }
      paint.print(monitors);
      status = 0;
    } catch (RuntimeException | AssertionError e) {
      System.out.println("The console could not be measured: " + e);
    } finally {
      System.exit(status); // The browser would keep the process.
    }
  }

  private void round(int monitors) {
    try (BrowserVisit visit = BrowserVisit.to(origin, Appearance.LIGHT_WIDE)) {
      Page page = signIn(visit);
      page.addInitScript(WATCH);
      note("list, nothing known: first paint", time(page, "/console/monitors", FIRST_PAINT));
      note("list, nothing known: all there", shown(page));
      for (Map.Entry<String, String> view : views(monitors).entrySet()) {
        time(page, "/console" + view.getValue(), FIRST_PAINT);
        note(view.getKey() + ": all there", shown(page));
        if (view.getValue().startsWith("/monitors")) {
          note(view.getKey() + ": the server", number(page, ANSWERED));
        }
      }
      type(page, monitors);
    }
  }

  /** Without opening the console, whose files the browser would keep. */
  private Page signIn(BrowserVisit visit) {
    Page page = visit.open("about:blank");
    int status =
        page.context()
            .request()
            .post(
                origin + "/console/session",
                RequestOptions.create()
                    .setHeader("X-Belfry-Console", "1")
                    .setData(Map.of("key", key)))
            .status();
    if (status >= 300) {
      throw new IllegalStateException("signing in was answered with " + status);
    }
    return page;
  }

  private static Map<String, String> views(int monitors) {
    Map<String, String> views = new LinkedHashMap<>();
    views.put("overview with its trend", "");
    views.put("groups with their histories", "/groups");
    views.put("list", "/monitors");
    views.put("last page", "/monitors?page=" + monitors / 50);
    views.put("failing ones", "/monitors?state=FAILING");
    views.put("by name", "/monitors?order=NAME");
    views.put("lowest uptime first", "/monitors?order=UPTIME");
    views.put("highest uptime first", "/monitors?order=UPTIME_DESC");
    views.put("slowest first", "/monitors?order=P95_DESC");
    views.put("one in forty by tag", "/monitors?tag=team-7");
    views.put("search that finds one", "/monitors?search=shop+" + (monitors - 1));
    views.put("search that finds one in eight", "/monitors?search=checkout");
    views.put("search that finds all", "/monitors?search=shop");
    views.put("search that finds none", "/monitors?search=nothing-of-the-kind");
    return views;
  }

  private static double time(Page page, String path, String figure) {
    page.navigate(path);
    shown(page);
    return number(page, figure);
  }

  /** When what was asked for was on the page, after its navigation. */
  private static double shown(Page page) {
    return number(page, "() => window.there");
  }

  private static double number(Page page, String expression) {
    return ((Number) page.evaluate(expression)).doubleValue();
  }

  /** From the last key to the row; the console waits a little for another key. */
  private void type(Page page, int monitors) {
    time(page, "/console/monitors", FIRST_PAINT);
    String text = "checkout of shop " + (monitors / 8 * 8 - 7);
    note("typing a search: all there", ((Number) page.evaluate(TYPE, text)).doubleValue());
  }

  private void note(String name, double millis) {
    figures.computeIfAbsent(name, first -> new ArrayList<>()).add(millis);
  }

  private void print(int monitors) {
    System.out.printf(
        Locale.ROOT, "%n| %,d monitors, ms | median | worst | goal | met |%n", monitors);
    System.out.println("|---|---:|---:|---:|---|");
    figures.forEach(
        (name, all) -> {
          all.sort(null);
          double median = (all.get((all.size() - 1) / 2) + all.get(all.size() / 2)) / 2;
          boolean judged = !name.endsWith("the server");
          int goal = name.endsWith("first paint") ? PAINT_GOAL_MILLIS : GOAL_MILLIS;
          System.out.printf(
              Locale.ROOT,
              "| %s | %.0f | %.0f | %s | %s |%n",
              name,
              median,
              all.get(all.size() - 1),
              judged ? "< " + goal : "",
              !judged ? "" : all.get(all.size() - 1) < goal ? "yes" : "NO");
        });
  }
}
