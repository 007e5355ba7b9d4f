package dev.belfry.account.people;

import dev.belfry.account.people.SecondFactors.Proof;
import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.ClientAddress;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.http.OperationRegistry;
import io.vertx.core.Future;
import java.util.List;

/** The API's operations on the second factor of the caller. */
public final class SecondFactorOperations {
  private final SecondFactors factors;
  private final ClientAddress addresses;

  /**
   * @param addresses finds the network that an attempt comes from
   */
  public SecondFactorOperations(SecondFactors factors, ClientAddress addresses) {
    this.factors = factors;
    this.addresses = addresses;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("beginSecondFactor", this::beginSecondFactor)
        .add("confirmSecondFactor", this::confirmSecondFactor)
        .add("removeSecondFactor", this::removeSecondFactor)
        .add("createRecoveryCodes", this::createRecoveryCodes);
  }

  Future<ApiResponse> beginSecondFactor(ApiRequest request) {
    return factors
        .begin(request.caller(), text(request, "password"), browser(request))
        .map(
            card ->
                ApiResponse.ok(
                    JsonText.object()
                        .string("secret", card.secret())
                        .string("uri", card.uri())
                        .string("qrCode", card.qrCode())
                        .end()));
  }

  Future<ApiResponse> confirmSecondFactor(ApiRequest request) {
    return factors
        .confirm(request.caller(), text(request, "code"))
        .map(SecondFactorOperations::shown);
  }

  Future<ApiResponse> removeSecondFactor(ApiRequest request) {
    return factors
        .remove(request.caller(), proof(request), browser(request))
        .map(removed -> ApiResponse.noContent());
  }

  Future<ApiResponse> createRecoveryCodes(ApiRequest request) {
    return factors
        .newCodes(request.caller(), proof(request), browser(request))
        .map(SecondFactorOperations::shown);
  }

  private static ApiResponse shown(List<RecoveryCode> codes) {
    List<String> texts = codes.stream().map(RecoveryCode::shown).toList();
    return ApiResponse.ok(JsonText.object().raw("recoveryCodes", JsonText.strings(texts)).end());
  }

  private static Proof proof(ApiRequest request) {
    return new Proof(text(request, "password"), text(request, "code"));
  }

  private static String text(ApiRequest request, String name) {
    return request.body().get(name).textValue();
  }

  private BrowserInfo browser(ApiRequest request) {
    return BrowserInfo.of(request.head(), addresses);
  }
}
