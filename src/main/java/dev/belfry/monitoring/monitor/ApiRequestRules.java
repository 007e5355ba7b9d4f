package dev.belfry.monitoring.monitor;

import dev.belfry.api.contract.Field;
import dev.belfry.monitoring.channel.ReservedHeaders;
import dev.belfry.monitoring.check.WebAddress;
import dev.belfry.monitoring.monitor.ApiRequestDraft.Credentials;
import dev.belfry.monitoring.monitor.ApiRequestDraft.Parameter;
import dev.belfry.platform.error.Violation;
import dev.belfry.platform.template.Escape;
import dev.belfry.platform.template.MessageTemplate;
import dev.belfry.platform.template.TemplateException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rules of the request of an API check. Texts with placeholders are judged when they are sent. */
final class ApiRequestRules {
  private static final String OPENING = "{{";

  /** A token (RFC 9110, section 5.6.2). */
  private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  private static final Pattern LINE_BREAK = Pattern.compile("[\\x00\\r\\n]");

  private ApiRequestRules() {}

  /** What is wrong with a request, but for its assertions. */
  static List<Violation> violations(ApiRequestDraft request) {
    List<Violation> violations = new ArrayList<>(0);
    url(request.url().value(), violations);
    headers(request.headers(), violations);
    parameters(request.queryParameters(), violations);
    template("/request/body", request.body().value(), violations);
    Credentials credentials = request.basicAuth().value();
    if (credentials != null) {
      template("/request/basicAuth/username", credentials.username().value(), violations);
      template("/request/basicAuth/password", credentials.password().value(), violations);
    }
    return violations;
  }

  private static void url(@Nullable String url, List<Violation> violations) {
    if (url == null) {
      return;
    }
    boolean isTemplate = url.contains(OPENING);
    boolean isAddress =
        isTemplate
            ? url.startsWith(OPENING) || url.startsWith("http://") || url.startsWith("https://")
            : WebAddress.isWellFormed(url);
    if (!isAddress) {
      violations.add(
          new Violation(
              "/request/url",
              "must be an http or https address such as https://example.com/, or begin with a"
                  + " placeholder such as {{HOST}}"));
    } else {
      template("/request/url", url, violations);
    }
  }

  private static void headers(Field<List<Parameter>> headers, List<Violation> violations) {
    List<Parameter> list = headers.value();
    for (int i = 0; list != null && i < list.size(); i++) {
      String path = "/request/headers/" + i;
      String name = list.get(i).key().value();
      String value = list.get(i).value().value();
      if (name != null && !name.contains(OPENING)) {
        if (!NAME.matcher(name).matches()) {
          violations.add(
              new Violation(path + "/key", "must be the name of a header such as Authorization"));
        } else if (ReservedHeaders.contains(name)) {
          violations.add(
              new Violation(
                  path + "/key", "must be a header that the service does not set itself"));
        }
      }
      if (value != null && !value.contains(OPENING) && LINE_BREAK.matcher(value).find()) {
        violations.add(new Violation(path + "/value", "must not have a line break"));
      }
      template(path + "/key", name, violations);
      template(path + "/value", value, violations);
    }
  }

  private static void parameters(Field<List<Parameter>> parameters, List<Violation> violations) {
    List<Parameter> list = parameters.value();
    for (int i = 0; list != null && i < list.size(); i++) {
      template("/request/queryParameters/" + i + "/key", list.get(i).key().value(), violations);
      template("/request/queryParameters/" + i + "/value", list.get(i).value().value(), violations);
    }
  }

  /** Rendered once without any values, since some mistakes only show then. */
  static void template(String path, @Nullable String text, List<Violation> violations) {
    if (text == null || !text.contains(OPENING)) {
      return;
    }
    try {
      MessageTemplate.of(text, Escape.NONE).render(Map.of(), Instant.EPOCH);
    } catch (TemplateException invalid) {
      violations.add(new Violation(path, invalid.sentence()));
    }
  }
}
