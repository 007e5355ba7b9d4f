package dev.belfry.account.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import dev.belfry.testing.Polling;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** The notifications of a browser: messages reach its worker as if its push service sent them. */
record BrowserNotifications(Page page, String origin) {
  private static final String SHOWN =
      """
      async () => {
        const worker = await navigator.serviceWorker.getRegistration("/console/");
        const shown = await worker.getNotifications();
        return shown.map((one) => [one.title, one.body, one.tag, one.data?.link ?? "",
          ...one.actions.map((action) => action.title)].join("|"));
      }""";

  /**
   * A browser takes no such event for one of a person; the worker waits for what it does all the
   * same.
   */
  private static final String CLICK =
      """
      (async () => {
        const [notification] = await self.registration.getNotifications({ tag: "%s" });
        const click = new NotificationEvent("notificationclick", { notification, action: "%s" });
        let done;
        click.waitUntil = (work) => { done = work; };
        self.dispatchEvent(click);
        await done;
        return "clicked";
      })()""";

  /**
   * Delivers a message until the browser lists it. Chromium forgets a notification that pages list
   * while it is being displayed, so the list is read late, and the message is repeated.
   */
  void show(String text, String part) {
    Polling.until(
        "a notification with " + part,
        () -> {
          deliver(text);
          return listsLate(part);
        });
  }

  /** Those that are shown: title, text, tag, link and the titles of the buttons. */
  List<?> shown() {
    return (List<?>) page.evaluate(SHOWN);
  }

  /** Waits until the browser lists what its worker shows by itself. */
  void isShown(String part) {
    Polling.until("a notification with " + part, () -> listsLate(part));
  }

  private boolean listsLate(String part) {
    page.waitForTimeout(500);
    return shown().toString().contains(part);
  }

  private void deliver(String text) {
    CDPSession tools = page.context().newCDPSession(page);
    AtomicReference<String> registration = new AtomicReference<>();
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        event ->
            event
                .getAsJsonArray("registrations")
                .forEach(
                    one ->
                        registration.set(
                            one.getAsJsonObject().get("registrationId").getAsString())));
    tools.send("ServiceWorker.enable");
    while (registration.get() == null) {
      page.waitForTimeout(20);
    }
    JsonObject message = new JsonObject();
    message.addProperty("origin", origin);
    message.addProperty("registrationId", registration.get());
    message.addProperty("data", text);
    tools.send("ServiceWorker.deliverPushMessage", message);
    tools.detach();
  }

  /** Presses a button of a notification; returns when the worker has done what it does then. */
  void click(String tag, String action) {
    CDPSession tools = page.context().browser().newBrowserCDPSession();
    AtomicReference<JsonObject> reply = new AtomicReference<>();
    tools.on(
        "Target.receivedMessageFromTarget",
        event -> {
          JsonObject told =
              JsonParser.parseString(event.get("message").getAsString()).getAsJsonObject();
          if (told.has("id")) {
            reply.set(told);
          }
        });
    JsonObject attach = new JsonObject();
    attach.addProperty("targetId", worker(tools));
    attach.addProperty("flatten", false);
    JsonObject evaluate = new JsonObject();
    evaluate.addProperty("expression", CLICK.formatted(tag, action));
    evaluate.addProperty("awaitPromise", true);
    evaluate.addProperty("returnByValue", true);
    JsonObject command = new JsonObject();
    command.addProperty("id", 1);
    command.addProperty("method", "Runtime.evaluate");
    command.add("params", evaluate);
    JsonObject message = tools.send("Target.attachToTarget", attach);
    message.addProperty("message", command.toString());
    tools.send("Target.sendMessageToTarget", message);
    Polling.until(
        "the worker has done it",
        () -> {
          page.waitForTimeout(20);
          return reply.get() != null;
        });
    assertThat(String.valueOf(reply.get())).contains("clicked");
    tools.detach();
  }

  private String worker(CDPSession tools) {
    for (JsonElement one : tools.send("Target.getTargets").getAsJsonArray("targetInfos")) {
      JsonObject target = one.getAsJsonObject();
      if (target.get("type").getAsString().equals("service_worker")
          && target.get("url").getAsString().startsWith(origin + "/")) {
        return target.get("targetId").getAsString();
      }
    }
    throw new AssertionError("no worker of " + origin);
  }
}
