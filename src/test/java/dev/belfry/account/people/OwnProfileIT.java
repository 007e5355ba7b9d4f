package dev.belfry.account.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code GET} and {@code PATCH /console/person}. */
class OwnProfileIT {
  private static final String PATH = "/console/person";
  private static final String NIGHT = "{\"from\":\"22:00\",\"to\":\"07:00\"}";

  private final TestApp app = TestApp.shared();
  private final People people = new People(app);
  private final Tenant acme = app.newTenant();

  private static ApiReply change(SignedIn person, String body) {
    return person.client().patch(PATH, body).matchesContract("updateOwnProfile");
  }

  @ParameterizedTest
  @EnumSource(Role.class)
  void aPersonOfAnyRoleHasOne(Role role) {
    SignedIn person = people.join(acme, role);
    ApiReply read = person.client().get(PATH).hasStatus(200).matchesContract("getOwnProfile");
    assertThat(read.text())
        .isEqualTo(
            """
            {"id":"%s","email":"%s","name":"Grace","timeZone":null,"language":null,\
            "quietHours":[]}"""
                .formatted(person.id(), person.email()));
    String tag = read.header("etag");
    person.client().with("If-None-Match", tag).get(PATH).hasStatus(304);
    change(person, "{\"name\":\" Grace Hopper \"}").hasStatus(200);
    assertThat(person.client().get(PATH).at("/name").asText()).isEqualTo("Grace Hopper");
    assertThat(person.client().get("/console/session").at("/user/name").asText())
        .isEqualTo("Grace Hopper");
  }

  @Test
  void whatIsAbsentStaysAndNullClears() {
    SignedIn person = people.join(acme, Role.VIEWER);
    ApiReply all =
        change(
                person,
                """
                {"timeZone":"Europe/Berlin","language":"EN-gb","unknown":1,"quietHours":[
                  {"from":"22:00","to":"07:00","weekdays":["MONDAY"],"levels":["DEGRADED"]},
                  {"timeZone":"UTC","from":"12:00","to":"13:00"}]}""")
            .hasStatus(200);
    assertThat(all.text())
        .contains(
            """
            "name":"Grace","timeZone":"Europe/Berlin","language":"en-GB",""")
        .contains("\"levels\": [\"DEGRADED\"]")
        .doesNotContain("unknown");
    assertThat(all.at("/quietHours/1/timeZone").asText()).isEqualTo("UTC");
    assertThat(change(person, "{}").hasStatus(200).text()).isEqualTo(all.text());
    assertThat(person.client().get(PATH).text()).isEqualTo(all.text());
    ApiReply session = person.client().get("/console/session").hasStatus(200);
    session.matchesContract("readSession");
    assertThat(session.at("/user/timeZone").asText()).isEqualTo("Europe/Berlin");
    assertThat(session.at("/user/language").asText()).isEqualTo("en-GB");

    ApiReply none =
        change(person, "{\"timeZone\":null,\"language\":null,\"quietHours\":null}").hasStatus(200);
    assertThat(none.at("/timeZone").isNull()).isTrue();
    assertThat(none.at("/language").isNull()).isTrue();
    assertThat(none.at("/quietHours")).isEmpty();
    change(person, "{\"quietHours\":[" + NIGHT + "]}").hasStatus(200);
    assertThat(change(person, "{\"quietHours\":[]}").at("/quietHours")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{\"name\":\"\"}; /name",
        "{\"name\":\"  \"}; /name",
        "{\"name\":\"a\\nb\"}; /name",
        "{\"name\":null}; /name",
        "{\"timeZone\":\"Mars/Base\"}; /timeZone",
        "{\"timeZone\":\"\"}; /timeZone",
        "{\"timeZone\":1}; /timeZone",
        "{\"language\":\"english please\"}; /language",
        "{\"language\":\"qq\"}; /language",
        "{\"language\":\"x-private\"}; /language",
        "{\"quietHours\":[{\"from\":\"22:00\"}]}; /quietHours/0/to",
        "{\"quietHours\":[{\"from\":\"25:00\",\"to\":\"07:00\"}]}; /quietHours/0/from",
        "{\"quietHours\":[{\"timeZone\":\"X\",\"from\":\"22:00\",\"to\":\"07:00\"}]}; /quietHours/0/timeZone"
      })
  void badValuesAreNamed(String body, String pointer) {
    SignedIn person = people.join(acme, Role.VIEWER);
    change(person, body).isInvalid(pointer);
    assertThat(person.client().get(PATH).at("/name").asText()).isEqualTo("Grace");
  }

  @Test
  void allFaultsAreNamedAtOnce() {
    SignedIn person = people.join(acme, Role.VIEWER);
    change(person, "{\"name\":\" \",\"timeZone\":\"X\",\"language\":\"qq\"}")
        .isInvalid("/name", "/timeZone", "/language");
  }

  @Test
  void quietHoursAreBounded() {
    SignedIn person = people.join(acme, Role.VIEWER);
    String eleven = NIGHT + ("," + NIGHT).repeat(10);
    change(person, "{\"quietHours\":[" + eleven + "]}").isInvalid("/quietHours");
  }

  @Test
  void aKeyHasNone() {
    app.as(acme).get(PATH).hasStatus(403).matchesContract("getOwnProfile");
    app.as(acme).patch(PATH, "{}").hasStatus(403).matchesContract("updateOwnProfile");
    app.client().get(PATH).hasStatus(401);
  }
}
