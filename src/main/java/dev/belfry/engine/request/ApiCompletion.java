package dev.belfry.engine.request;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.http.HttpCall;
import dev.belfry.monitoring.certificate.AccountCertificates;
import dev.belfry.monitoring.channel.CredentialMask;
import dev.belfry.monitoring.check.ApiCheckRequest;
import dev.belfry.monitoring.check.ApiDefaults;
import dev.belfry.monitoring.check.Assertion;
import dev.belfry.monitoring.check.BasicCredentials;
import dev.belfry.monitoring.check.HttpParameter;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.group.GroupSecrets;
import dev.belfry.monitoring.monitor.CheckSecrets;
import dev.belfry.monitoring.variable.CheckVariables;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.platform.seal.UnsealException;
import dev.belfry.platform.template.Escape;
import dev.belfry.platform.template.MessageTemplate;
import dev.belfry.platform.template.TemplateException;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Completes requests with what the database has. Any thread may call. */
public final class ApiCompletion implements RequestCompletion {
  /** Characters of the templates that are kept compiled. */
  private static final long MOST_COMPILED = 4_000_000;

  /** A shorter value of a locked header is hidden in its place alone, not all over an answer. */
  private static final int LEAST_LOCKED = 8;

  private static final String OPENING = "{{";
  private static final String HTTPS = "https:";

  private final CheckVariables variables;
  private final CheckSecrets checks;
  private final GroupSecrets groups;
  private final AccountCertificates certificates;
  private final InstantSource clock;
  private final Cache<String, MessageTemplate> compiled =
      Caffeine.newBuilder()
          .maximumWeight(MOST_COMPILED)
          .weigher((String text, MessageTemplate template) -> text.length())
          .executor(Runnable::run)
          .build();

  public ApiCompletion(Database database, Sealer sealer, InstantSource clock) {
    this.variables = new CheckVariables(database, sealer);
    this.checks = new CheckSecrets(sealer);
    this.groups = new GroupSecrets(sealer);
    this.certificates = new AccountCertificates(database, sealer);
    this.clock = clock;
  }

  @Override
  public Future<CompletedRequest> complete(ApiScope scope, ProbeRequest stored) {
    return filledIn(scope, stored)
        .compose(completed -> proving(scope, completed))
        .recover(
            failed ->
                Future.failedFuture(
                    failed instanceof UnsealException lost ? unreadable(lost) : failed));
  }

  /** The request with the client certificates of its account that it may need. */
  private Future<CompletedRequest> proving(ApiScope scope, CompletedRequest completed) {
    ApiCheckRequest request = (ApiCheckRequest) completed.probe().request();
    if (!request.followRedirects() && !request.url().regionMatches(true, 0, HTTPS, 0, 6)) {
      return Future.succeededFuture(completed);
    }
    return certificates
        .of(scope.account(), request.host().toLowerCase(Locale.ROOT), request.followRedirects())
        .map(own -> new CompletedRequest(completed.probe().with(own), completed.mask()));
  }

  private Future<CompletedRequest> filledIn(ApiScope scope, ProbeRequest stored) {
    ApiCheckRequest own = (ApiCheckRequest) stored.request();
    ApiCheckRequest request;
    try {
      request = withPassword(scope, own);
    } catch (UnsealException lost) {
      return Future.failedFuture(unreadable(lost));
    }
    Set<String> names = names(request);
    if (names.contains(ApiDefaults.BASE_URL)) {
      names.addAll(MessageTemplate.names(scope.defaults().url()));
    }
    if (names.isEmpty()) {
      return Future.succeededFuture(completed(stored, request, List.of()));
    }
    return variables
        .of(scope.account(), scope.check(), scope.group(), names)
        .compose(known -> filledIn(scope, stored, request, known));
  }

  private static IncompleteRequestException unreadable(UnsealException lost) {
    return new IncompleteRequestException(
        new Failure(
            Reason.OBSERVER_WITHOUT_SECRET,
            "A secret of the check cannot be read: " + lost.getMessage()));
  }

  /** The request joined with the defaults of its group, with the password that applies in clear. */
  private ApiCheckRequest withPassword(ApiScope scope, ApiCheckRequest own) {
    ApiCheckRequest joined = scope.defaults().under(own);
    BasicCredentials credentials = joined.basicAuth();
    UUID check = scope.check();
    Long group = scope.group();
    String password = credentials.password();
    if (password.isEmpty()) {
      return joined;
    }
    if (!own.basicAuth().username().isEmpty()) {
      password =
          check == null ? password : checks.unsealedPassword(scope.account(), check, password);
    } else if (group != null) {
      password = groups.unsealedPassword(scope.account(), group, password);
    }
    return with(joined, new BasicCredentials(credentials.username(), password));
  }

  private static ApiCheckRequest with(ApiCheckRequest request, BasicCredentials credentials) {
    return new ApiCheckRequest(
        request.method(),
        request.url(),
        request.followRedirects(),
        request.skipSSL(),
        request.ipFamily(),
        request.headers(),
        request.queryParameters(),
        request.body(),
        request.bodyType(),
        credentials,
        request.assertions(),
        request.traceparent());
  }

  private static Set<String> names(ApiCheckRequest request) {
    Set<String> names = new HashSet<>();
    add(request.url(), names);
    request.headers().forEach(one -> add(one, names));
    request.queryParameters().forEach(one -> add(one, names));
    add(request.body(), names);
    add(request.basicAuth().username(), names);
    add(request.basicAuth().password(), names);
    request.assertions().forEach(one -> add(one.target(), names));
    return names;
  }

  private static void add(HttpParameter parameter, Set<String> names) {
    add(parameter.key(), names);
    add(parameter.value(), names);
  }

  private static void add(String text, Set<String> names) {
    if (text.contains(OPENING)) {
      names.addAll(MessageTemplate.names(text));
    }
  }

  private Future<CompletedRequest> filledIn(
      ApiScope scope, ProbeRequest stored, ApiCheckRequest request, CheckVariables.Known known) {
    Map<String, String> values = new HashMap<>(known.values());
    List<String> secrets = new ArrayList<>(known.secrets());
    for (ApiScope.OwnVariable own : scope.own()) {
      values.put(own.key(), own.value());
      if (own.secret()) {
        secrets.add(own.value());
      }
    }
    try {
      if (!scope.defaults().url().isEmpty()) {
        values.put(
            ApiDefaults.BASE_URL, text("base URL of the group", scope.defaults().url(), values));
      }
      return Future.succeededFuture(completed(stored, filledIn(request, values), secrets));
    } catch (IncompleteRequestException incomplete) {
      return Future.failedFuture(incomplete);
    }
  }

  private ApiCheckRequest filledIn(ApiCheckRequest request, Map<String, String> values) {
    BasicCredentials credentials = request.basicAuth();
    return new ApiCheckRequest(
        request.method(),
        text("URL", request.url(), values),
        request.followRedirects(),
        request.skipSSL(),
        request.ipFamily(),
        filledIn("header", request.headers(), values),
        filledIn("query parameter", request.queryParameters(), values),
        text("body", request.body(), values),
        request.bodyType(),
        new BasicCredentials(
            text("user name", credentials.username(), values),
            text("password", credentials.password(), values)),
        assertions(request.assertions(), values),
        request.traceparent());
  }

  private List<HttpParameter> filledIn(
      String what, List<HttpParameter> parameters, Map<String, String> values) {
    List<HttpParameter> filled = new ArrayList<>(parameters.size());
    for (HttpParameter one : parameters) {
      filled.add(
          new HttpParameter(
              text(what + " " + one.key(), one.key(), values),
              text(what + " " + one.key(), one.value(), values),
              one.locked()));
    }
    return filled;
  }

  private List<Assertion> assertions(List<Assertion> assertions, Map<String, String> values) {
    boolean areFixed = assertions.stream().noneMatch(one -> one.target().contains(OPENING));
    return areFixed
        ? assertions
        : assertions.stream()
            .map(
                one ->
                    new Assertion(
                        one.source(),
                        one.comparison(),
                        text("target of an assertion", one.target(), values),
                        one.property(),
                        one.regex()))
            .toList();
  }

  private String text(String what, String text, Map<String, String> values) {
    if (!text.contains(OPENING)) {
      return text;
    }
    try {
      MessageTemplate template = compiled.getIfPresent(text);
      if (template == null) {
        template = MessageTemplate.of(text, Escape.NONE);
        compiled.put(text, template);
      }
      return template.render(values, clock.instant());
    } catch (TemplateException e) {
      throw new IncompleteRequestException(
          new Failure(Reason.INVALID_URL, "The " + what + " " + e.sentence()));
    }
  }

  private static CompletedRequest completed(
      ProbeRequest stored, ApiCheckRequest request, List<String> secrets) {
    List<String> hidden = new ArrayList<>(secrets);
    BasicCredentials credentials = request.basicAuth();
    if (!credentials.username().isEmpty()) {
      String header = HttpCall.authorization(credentials);
      hidden.add(credentials.password());
      hidden.add(header.substring(header.indexOf(' ') + 1));
    }
    addLocked(request.headers(), hidden);
    addLocked(request.queryParameters(), hidden);
    return new CompletedRequest(new ProbeRequest(request, stored.timeout()), SecretMask.of(hidden));
  }

  private static void addLocked(List<HttpParameter> parameters, List<String> hidden) {
    for (HttpParameter one : parameters) {
      if (one.value().length() >= LEAST_LOCKED
          && CredentialMask.isCredential(one.key(), one.locked())) {
        hidden.add(one.value());
      }
    }
  }
}
