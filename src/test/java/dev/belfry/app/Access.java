package dev.belfry.app;

import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiReply;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What every operation answers to those who may not use it (specification, "Errors").
 *
 * @param owner may use what the tests of an operation make
 */
public record Access(TestApp app, Tenant owner) {

  /** Nobody without a key of this account reads the path. */
  public void requireForReading(String path) {
    app.client().get(path).isUnauthorized();
    app.as(owner).with("X-Service-Account", stranger()).get(path).isForbidden();
    app.client().withKey(owner.readKey()).get(path).hasStatus(200);
  }

  /** Nobody without a write key of this account sends the request. */
  public void requireForWriting(String method, String path, @Nullable String body) {
    byte[] bytes = body == null ? null : body.getBytes(StandardCharsets.UTF_8);
    app.client().send(method, path, bytes).isUnauthorized();
    app.client().withKey(owner.readKey()).send(method, path, bytes).isForbidden();
    app.as(owner).with("X-Service-Account", stranger()).send(method, path, bytes).isForbidden();
  }

  /** The owner of another account is told that the thing does not exist. */
  public void requireHidden(String method, String path, @Nullable String body) {
    byte[] bytes = body == null ? null : body.getBytes(StandardCharsets.UTF_8);
    ApiReply reply = app.as(app.newTenant()).send(method, path, bytes);
    reply.isNotFound();
  }

  private String stranger() {
    return app.newTenant().account().toString();
  }
}
