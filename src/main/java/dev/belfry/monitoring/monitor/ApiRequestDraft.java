package dev.belfry.monitoring.monitor;

import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import dev.belfry.platform.error.Violation;
import java.util.List;

/**
 * The request of an API check as it was sent.
 *
 * @param basicAuth without user name for no authentication
 */
record ApiRequestDraft(
    Field<String> method,
    Field<String> url,
    Field<Boolean> followRedirects,
    Field<Boolean> skipSsl,
    Field<String> ipFamily,
    Field<List<Parameter>> headers,
    Field<List<Parameter>> queryParameters,
    Field<String> body,
    Field<String> bodyType,
    Field<Credentials> basicAuth,
    Field<List<AssertionDraft>> assertions,
    Field<Boolean> traceparent)
    implements CheckRequestDraft {

  /** A header or a query parameter. */
  record Parameter(Field<String> key, Field<String> value, Field<Boolean> locked) {
    private static Parameter read(FieldReader parameter) {
      return new Parameter(
          parameter.text("key"), parameter.text("value"), parameter.flag("locked"));
    }

    private void write(FieldWriter object) {
      object.text("key", key).text("value", value).flag("locked", locked);
    }

    /** Without the value, which may be a secret. */
    @Override
    public String toString() {
      return "Parameter[key=" + key + "]";
    }
  }

  /** User name and password. */
  record Credentials(Field<String> username, Field<String> password) {
    private static Credentials read(FieldReader credentials) {
      return new Credentials(credentials.text("username"), credentials.text("password"));
    }

    private void write(FieldWriter object) {
      object.text("username", username).text("password", password);
    }

    /** Without the password. */
    @Override
    public String toString() {
      return "Credentials[username=" + username + "]";
    }
  }

  static ApiRequestDraft read(FieldReader request) {
    return new ApiRequestDraft(
        request.text("method"),
        request.text("url"),
        request.flag("followRedirects"),
        request.flag("skipSSL"),
        request.text("ipFamily"),
        request.list("headers", Parameter::read).whenNull(List.of()),
        request.list("queryParameters", Parameter::read).whenNull(List.of()),
        request.text("body"),
        request.text("bodyType"),
        request.object("basicAuth", Credentials::read),
        AssertionDraft.list(request),
        request.flag("traceparent"));
  }

  @Override
  public void write(FieldWriter object) {
    object
        .text("method", method)
        .text("url", url)
        .flag("followRedirects", followRedirects)
        .flag("skipSSL", skipSsl)
        .text("ipFamily", ipFamily)
        .list("headers", headers, Parameter::write)
        .list("queryParameters", queryParameters, Parameter::write)
        .text("body", body)
        .text("bodyType", bodyType)
        .object("basicAuth", basicAuth, Credentials::write);
    AssertionDraft.write(assertions, object);
    object.flag("traceparent", traceparent);
  }

  @Override
  public List<Violation> violations() {
    List<Violation> violations = ApiRequestRules.violations(this);
    violations.addAll(AssertionDraftRules.violations(assertions));
    return violations;
  }
}
