package dev.belfry.api.http;

import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The header with which a client names the account to work in, and its alias. */
final class AccountHeader {
  private static final CharSequence ACCOUNT = HttpHeaders.createOptimized("x-service-account");
  private static final CharSequence ACCOUNT_ALIAS =
      HttpHeaders.createOptimized("x-checkly-account");
  private static final Pattern GUID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private AccountHeader() {}

  /**
   * The account header or its alias, null when there is neither.
   *
   * @throws ApiException 400 when they are not one account's id
   */
  static @Nullable String of(HttpServerRequest request) {
    String account = null;
    for (CharSequence name : List.of(ACCOUNT, ACCOUNT_ALIAS)) {
      if (!request.headers().contains(name)) {
        continue;
      }
      for (String value : request.headers().getAll(name)) {
        String id = value.trim().toLowerCase(Locale.ROOT);
        if (!GUID.matcher(id).matches()) {
          throw refused(name, "must be a GUID");
        }
        if (account != null && !account.equals(id)) {
          throw refused(name, "must not name another account than the header before it");
        }
        account = id;
      }
    }
    return account;
  }

  private static ApiException refused(CharSequence header, String message) {
    return ApiException.invalid(
        ApiException.Source.PARAMS, List.of(new Violation("/" + header, message)));
  }
}
