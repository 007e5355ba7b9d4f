package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.statuspages.domain.DomainRecord;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import dev.belfry.testing.RawHttp;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** An account with a page, and readers of it. */
public final class SiteFixture {
  private static final long PATIENCE_NANOS = 15_000_000_000L;

  final TestApp app;
  final UUID account;
  final ApiClient owner;
  final ApiClient reader;
  final String web;
  final String url = "site-" + UUID.randomUUID();
  final String page;

  public SiteFixture() {
    this(TestApp.shared(), "");
  }

  /**
   * @param members of the page besides name, url and cards, each followed by a comma
   */
  public SiteFixture(TestApp app, String members) {
    this.app = app;
    TestApp.Tenant tenant = app.newTenant();
    account = tenant.account();
    owner = app.as(tenant);
    reader = app.client();
    web = service("Web shop");
    page =
        owner
            .post(
                "/v1/status-pages",
                """
                {%s"name":"Acme & Söhne","url":"%s",
                 "cards":[{"name":"Shop","services":[{"id":"%s"}]}]}"""
                    .formatted(members, url, web))
            .hasStatus(201)
            .id();
    eventually("", reply -> reply.status() != 404);
  }

  /** A service of the account. */
  String service(String name) {
    return owner
        .post("/v1/status-pages/services", "{\"name\":\"" + name + "\"}")
        .hasStatus(201)
        .id();
  }

  /** Makes the record that proves a domain for the account, before a page has it or later. */
  DomainRecord proves(String domain) {
    DomainRecord record = DomainRecord.of(account, domain);
    TestApp.names().text(record.name(), record.value());
    return record;
  }

  /** What a reader gets at a host, status first. */
  String at(String host, String path) {
    try (RawHttp raw = new RawHttp(app.port())) {
      RawHttp.Answer answer =
          raw.send("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n").readAnswer();
      return answer.status() + " " + answer.body();
    }
  }

  static boolean is200(String answer) {
    return answer.startsWith("200");
  }

  /** What a reader gets at a host as soon as it is as told. */
  String eventuallyAt(String host, String path, Predicate<String> wanted) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    String answer = at(host, path);
    while (!wanted.test(answer)) {
      assertThat(System.nanoTime()).as("in time at %s: %s", host, answer).isLessThan(deadline);
      Polling.pause();
      answer = at(host, path);
    }
    return answer;
  }

  /** The path of the page's site. */
  public String site(String part) {
    return "/status/" + url + part;
  }

  /** What a reader gets. */
  ApiReply read(String part) {
    return reader.get(site(part));
  }

  /** What a reader gets as soon as it is as told. */
  ApiReply eventually(String part, Predicate<ApiReply> wanted) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    ApiReply reply = read(part);
    while (!wanted.test(reply)) {
      assertThat(System.nanoTime()).as("in time: %s", reply.text()).isLessThan(deadline);
      Polling.pause();
      reply = read(part);
    }
    return reply;
  }

  /** What a reader gets as soon as it has a text. */
  public ApiReply shows(String part, String text) {
    return eventually(part, reply -> reply.text().contains(text));
  }

  /** Opens an incident and answers its id. */
  public String incident(String name, String severity, @Nullable String date) {
    return owner
        .post(
            "/v1/status-pages/incidents",
            """
            {"name":"%s","severity":"%s","services":[{"id":"%s"}],
             "incidentUpdates":[{"description":"We are looking","notifySubscribers":false%s}]}"""
                .formatted(
                    name,
                    severity,
                    web,
                    date == null ? "" : ",\"publicIncidentUpdateDate\":\"" + date + "\""))
        .hasStatus(201)
        .id();
  }

  /** Posts an update. */
  public void update(String incident, String status, String description) {
    owner
        .post(
            "/v1/status-pages/incidents/" + incident + "/incident-updates",
            "{\"description\":\"%s\",\"status\":\"%s\"}".formatted(description, status))
        .hasStatus(201);
  }

  /** What becomes of a form that a reader sends. */
  ApiReply send(String part, String form) {
    return reader
        .with("Content-Type", "application/x-www-form-urlencoded")
        .send("POST", site(part), form.getBytes(StandardCharsets.UTF_8));
  }
}
