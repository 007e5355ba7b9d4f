package dev.belfry.statuspages.subscription;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One request, sent by those who must not get an answer to it. */
public record Strangers(
    TestApp app, Tenant owner, String method, String path, @Nullable String body) {
  private static final String UNKNOWN = "0190a6c2-7b5e-7c31-9d4f-3a1b2c4d5e6f";

  /** 401 without or with a bad key; 403 for another account's header and for a read key. */
  public Strangers areRefused() {
    app.client().send(method, path, bytes()).isUnauthorized();
    app.client().withKey("nonsense").send(method, path, bytes()).isUnauthorized();
    app.as(owner)
        .with("X-Service-Account", app.newTenant().account().toString())
        .send(method, path, bytes())
        .isForbidden();
    ApiClient reader = app.client().withKey(owner.readKey());
    if (method.equals("GET")) {
      reader.send(method, path, bytes()).hasStatus(200);
    } else {
      reader.send(method, path, bytes()).isForbidden();
    }
    return this;
  }

  /** 404 for another account, and for the owner where one of the ids sent is unknown. */
  public void findNothing(String... unknown) {
    app.as(app.newTenant()).send(method, path, bytes()).isNotFound();
    for (String id : unknown) {
      app.as(owner)
          .send(
              method,
              path.replace(id, UNKNOWN),
              bytes(body == null ? null : body.replace(id, UNKNOWN)))
          .isNotFound();
    }
  }

  private byte @Nullable [] bytes() {
    return bytes(body);
  }

  private static byte @Nullable [] bytes(@Nullable String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }
}
