package dev.belfry.testing;

import dev.belfry.api.contract.ContractDocument;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.OpenAPIContract;
import java.nio.charset.StandardCharsets;

/** The contract as the OpenAPI library reads it, to hold our own reading against. */
public final class LibraryContract {
  private LibraryContract() {}

  /** Loads it; the library knows neither pictures nor pages nor forms of one part. */
  public static OpenAPIContract load(Vertx vertx) {
    String text = new String(ContractDocument.read().json(), StandardCharsets.UTF_8);
    OpenAPIContract contract =
        OpenAPIContract.from(
                vertx,
                new JsonObject(
                    text.replace("\"image/svg+xml\"", "\"text/plain\"")
                        .replace("\"text/javascript\"", "\"text/plain\"")
                        .replace("\"text/html\"", "\"text/plain\"")
                        .replace("\"text/csv\"", "\"text/plain\"")
                        .replace("\"text/event-stream\"", "\"text/plain\"")
                        .replace("\"application/rss+xml\"", "\"text/plain\"")
                        .replace("\"application/atom+xml\"", "\"text/plain\"")
                        .replace("\"application/feed+json\"", "\"application/json\"")
                        .replace(
                            "\"application/x-www-form-urlencoded\"", "\"multipart/form-data\"")))
            .await();
    return KeptValidators.of(contract);
  }
}
