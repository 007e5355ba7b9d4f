package dev.belfry.monitoring.monitor;

import dev.belfry.api.contract.Field;
import dev.belfry.monitoring.check.HeaderRules;
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
import org.jspecify.annotations.Nullable;

/** Rules of the request of an API check. Texts with placeholders are judged when they are sent. */
final class ApiRequestRules {
  private static final String OPENING = "{{";

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
        HeaderRules.checkName(path + "/key", name, violations);
      }
      if (value != null && !value.contains(OPENING)) {
        HeaderRules.checkValue(path + "/value", value, violations);
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
