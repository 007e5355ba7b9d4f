package dev.belfry.alerting.phone;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import dev.belfry.statuspages.subscription.PhoneNumber;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;

/** The API's operations on the phone of the caller. */
public final class PhoneOperations {
  private final PhoneStore phones;
  private final PhoneCodeStore codes;
  private final PhoneCodes digits;
  private final PhoneRules rules;
  private final int mostCodes;
  private final Ids ids;
  private final InstantSource clock;

  /** Creates the operations; {@code digits} verifies codes, {@code ids} names their messages. */
  public PhoneOperations(
      Database database, PhoneCodes digits, Config config, Ids ids, InstantSource clock) {
    this.phones = new PhoneStore(database);
    this.codes = new PhoneCodeStore(database);
    this.digits = digits;
    this.rules = new PhoneRules(config);
    this.mostCodes = config.persons().maxCodes();
    this.ids = ids;
    this.clock = clock;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("getOwnPhone", this::getOwnPhone)
        .add("updateOwnPhone", this::updateOwnPhone)
        .add("removeOwnPhone", this::removeOwnPhone)
        .add("requestPhoneCode", this::requestPhoneCode)
        .add("confirmOwnPhone", this::confirmOwnPhone);
  }

  Future<ApiResponse> getOwnPhone(ApiRequest request) {
    return shown(person(request));
  }

  Future<ApiResponse> updateOwnPhone(ApiRequest request) {
    UUID person = person(request);
    return phones
        .use(person, PhoneUse.valueOf(text(request, "use")))
        .compose(found -> found ? shown(person) : Future.failedFuture(ApiException.notFound()));
  }

  Future<ApiResponse> removeOwnPhone(ApiRequest request) {
    return phones
        .remove(person(request), now())
        .compose(
            found ->
                found
                    ? Future.succeededFuture(ApiResponse.noContent())
                    : Future.failedFuture(ApiException.notFound()));
  }

  Future<ApiResponse> requestPhoneCode(ApiRequest request) {
    UUID person = person(request);
    String hindrance = rules.hindrance();
    if (hindrance != null) {
      throw new ApiException(ApiError.CONFLICT, hindrance);
    }
    String number = PhoneNumber.normalized(text(request, "number"));
    String problem = rules.problem(number);
    if (problem != null) {
      throw ApiException.invalid(List.of(new Violation("/number", problem)));
    }
    return codes
        .request(new CodeRequest(request.account(), person, number), ids.next(), mostCodes, now())
        .compose(queued -> shown(person));
  }

  Future<ApiResponse> confirmOwnPhone(ApiRequest request) {
    UUID person = person(request);
    String entered = text(request, "code").replaceAll("[\\s-]", "");
    return codes
        .confirm(person, entered, digits, now())
        .compose(
            verdict ->
                switch (verdict) {
                  case RIGHT -> shown(person);
                  case WRONG ->
                      Future.failedFuture(
                          ApiException.invalid(
                              List.of(new Violation("/code", "is not the code of the message"))));
                  case NONE -> conflict("No code is valid; request a new one");
                  case TOO_MANY -> conflict("Too many wrong codes; try again tomorrow");
                });
  }

  private static Future<ApiResponse> conflict(String why) {
    return Future.failedFuture(new ApiException(ApiError.CONFLICT, why));
  }

  private Future<ApiResponse> shown(UUID person) {
    return phones.find(person, now()).map(phone -> ApiResponse.ok(phone.json(rules)));
  }

  private static UUID person(ApiRequest request) {
    return request.caller().requirePerson().id();
  }

  private static String text(ApiRequest request, String name) {
    return request.body().get(name).textValue();
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
