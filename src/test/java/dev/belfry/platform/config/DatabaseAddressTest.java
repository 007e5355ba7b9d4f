package dev.belfry.platform.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseAddressTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          postgresql://u:p@h:1234/d,              h,       1234, d,   u,   p,   PREFER
          postgres://u:p@h/d,                     h,       5432, d,   u,   p,   PREFER
          postgres://u@h/d,                       h,       5432, d,   u,   '',  PREFER
          postgres://u:@h/d?,                     h,       5432, d,   u,   '',  PREFER
          postgres://u:p@h/d?sslmode=verify-full, h,       5432, d,   u,   p,   VERIFY_FULL
          postgres://u%40x:p%3a%2F+@h/d%20e,      h,       5432, d e, u@x, p:/+, PREFER
          postgres://u:p@ss:w@h/d,                h,       5432, d,   u,   p@ss:w, PREFER
          postgres://u:p@[::1]:6000/d,            ::1,     6000, d,   u,   p,   PREFER
          postgres://u:p@10.0.0.1/d?sslmode=disable, 10.0.0.1, 5432, d, u, p,   DISABLE
          """)
  void readsAnAddress(
      String url, String host, int port, String database, String user, String pw, SslMode mode) {
    assertThat(DatabaseAddress.parse(url))
        .isEqualTo(new DatabaseAddress(host, port, database, user, new Secret(pw), mode));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mysql://u:hunter2@h/d                    | must look like
          hunter2                                  | must look like
          postgresql://u:hunter2@h:1,h2:b/d        | wrong port
          postgresql://u:hunter2@h,h h/d           | wrong host
          postgresql://u:hunter2@h,/d              | must name the host
          postgresql://u:hunter2@h,[::1/d          | must look like
          postgresql://u:hunter2@h/d?target_session_attrs=any | must be read-write
          postgresql://u:hunter2@h/d?sslmode=maybe | wrong sslmode
          postgresql://u:hunter2@h/d?password=x    | no parameter but sslmode
          postgresql://u:hunter2%zz@h/d            | percent-encode the password
          postgresql://u:hunter2@h                 | must name the database
          postgresql://u:hunter2@/d                | must name the host
          postgresql://h/d                         | must name the user
          postgresql://u:hunter2@h:0/d             | wrong port
          postgresql://u:hunter2@h:hunter2/d       | wrong port
          """)
  void saysWhatIsWrongWithoutThePassword(String url, String reason) {
    assertThatThrownBy(() -> DatabaseAddress.parse(url))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(reason)
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void readsSeveralServers() {
    DatabaseAddress address =
        DatabaseAddress.parse(
            "postgresql://u:p@a,[::1]:1234,10.0.0.1:5433/d?target_session_attrs=read-write");

    assertThat(address.where()).isEqualTo("a:5432, ::1:1234, 10.0.0.1:5433");
    assertThat(address.withDatabase("e").servers()).isEqualTo(address.servers());
  }

  @Test
  void namesSeveralProblems() {
    ConfigException failure =
        catchThrowableOfType(
            ConfigException.class,
            () -> DatabaseAddress.parse("postgresql://:x@:99999/?sslmode=1&a=b"));

    assertThat(failure.problems()).hasSize(6).allMatch(p -> p.startsWith("database address: "));
  }

  @Test
  void neverShowsThePassword() {
    assertThat(DatabaseAddress.parse("postgresql://u:hunter2@h/d").toString())
        .contains("****")
        .doesNotContain("hunter2");
  }

  @Test
  void aSessionLeadsPastThePoolerOfTheSameDatabaseAndActor() {
    DatabaseAddress direct = DatabaseAddress.parse("postgres://u:p@db/d");
    DatabaseAddress pooled =
        DatabaseAddress.parse("postgres://u:p@pooler:6432/d").behindPooler(direct, true);

    assertThat(direct.session()).isEqualTo(direct);
    assertThat(pooled.session()).isEqualTo(direct);
    assertThat(pooled.actingAs("command").session()).isEqualTo(direct.actingAs("command"));
    assertThat(pooled.withDatabase("e").session()).isEqualTo(direct.withDatabase("e"));
    assertThat(pooled.actingAs("command").pooler())
        .isEqualTo(new DatabaseAddress.Pooler(direct.actingAs("command"), true));
  }
}
