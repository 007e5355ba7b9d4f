package dev.belfry.browser;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.RequestOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a picture of every screen in four appearances to {@code target/screenshots}: those of an
 * account with a shop that has run for months, and those of an account with nothing.
 */
final class Screenshots {
  /** Views settle within this time; charts are drawn after their data is there. */
  private static final double SETTLED_MILLIS = 250;

  private static final List<String> VIEWS =
      List.of(
          "overview",
          "monitors",
          "groups",
          "alerts",
          "channels",
          "incidents",
          "pages",
          "services",
          "maintenance",
          "locations",
          "variables",
          "deployments",
          "test-sessions",
          "keys",
          "audit",
          "settings");

  private static final List<String> FORMS =
      List.of(
          "monitors", "channels", "incidents", "pages", "maintenance", "locations", "variables");

  private final Showcase showcase;
  private final String origin;

  private Screenshots(Showcase showcase) {
    this.showcase = showcase;
    this.origin = "http://127.0.0.1:" + showcase.app.port();
  }

  public static void main(String[] arguments) {
    int status = 1;
    try (Showcase showcase = new Showcase().fill()) {
      Screenshots screenshots = new Screenshots(showcase);
      for (Appearance appearance : Appearance.values()) {
        screenshots.take(appearance);
      }
      System.out.println("The pictures are in target/screenshots");
      status = 0;
    } catch (RuntimeException | AssertionError e) {
      System.out.println("The pictures could not be taken: " + e);
    } finally {
      System.exit(status); // The browser would keep the process.
    }
  }

  private void take(Appearance appearance) {
    BrowserVisit signedOut = BrowserVisit.to(origin, appearance);
    all(signedOut, signedOut.open("about:blank"), pages());
    BrowserVisit much = BrowserVisit.to(origin, appearance);
    all(much, signedIn(much, showcase.acme.key()), console("much", true));
    BrowserVisit none = BrowserVisit.to(origin, appearance);
    all(none, signedIn(none, showcase.nobody.key()), console("none", false));
  }

  private static void all(BrowserVisit visit, Page page, Map<String, String> screens) {
    screens.forEach(
        (name, path) -> {
          page.navigate(path);
          if (path.startsWith("/console")) {
            page.locator("main .view[aria-busy=false], main .signin, main form").first().waitFor();
          }
          page.waitForTimeout(SETTLED_MILLIS);
          visit.picture(page, name);
        });
  }

  private Page signedIn(BrowserVisit visit, String key) {
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

  private Map<String, String> pages() {
    Map<String, String> pages = new LinkedHashMap<>();
    pages.put("page", "/status/acme");
    pages.put("page-german", "/status/acme?lang=de");
    pages.put("page-history", "/status/acme/history");
    pages.put("page-incident", "/status/acme/incidents/" + showcase.ids.get("incident"));
    pages.put("page-embed", "/status/acme/embed");
    pages.put("page-without-services", "/status/nothing");
    pages.put("page-private", "/status/partners");
    pages.put("page-which", "/status");
    pages.put("page-missing", "/status/there-is-none");
    pages.put("page-confirm", showcase.ids.get("confirm"));
    pages.put("page-unsubscribe", showcase.ids.get("unsubscribe"));
    pages.put("page-docs", "/docs/");
    pages.put("console-sign-in", "/console");
    return pages;
  }

  private Map<String, String> console(String prefix, boolean filled) {
    Map<String, String> views = new LinkedHashMap<>();
    for (String view : VIEWS) {
      views.put(prefix + "-" + view, "/console/" + (view.equals("overview") ? "" : view));
    }
    for (String form : FORMS) {
      views.put(prefix + "-" + form + "-new", "/console/" + form + "/new");
    }
    if (filled) {
      one(views, "monitor", "/monitors/", "");
      one(views, "failing monitor", "/monitors/", "");
      one(views, "monitor", "/monitors/", "/edit");
      one(views, "alert", "/alerts/", "");
      one(views, "group", "/groups/", "");
      one(views, "channel", "/channels/", "/edit");
      one(views, "incident", "/incidents/", "");
      one(views, "page", "/pages/", "");
      one(views, "service", "/services/", "");
      one(views, "window", "/maintenance/", "");
      one(views, "location", "/locations/", "");
      one(views, "deploy", "/deployments/shop/", "");
    }
    return views;
  }

  private void one(Map<String, String> views, String kind, String folder, String part) {
    views.put(
        "much-one-" + kind.replace(' ', '-') + part.replace('/', '-'),
        "/console" + folder + showcase.ids.get(kind) + part);
  }
}
