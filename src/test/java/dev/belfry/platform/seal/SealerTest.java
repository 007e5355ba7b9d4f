package dev.belfry.platform.seal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.Secret;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.UniqueElements;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SealerTest {
  private static final UUID ACCOUNT = new UUID(1, 2);
  private static final SealContext HERE = new SealContext("variables.value", ACCOUNT, "TOKEN");

  private final Sealer sealer = Sealer.of(List.of("the first key"));

  @Property(tries = 200)
  void unsealsWhatItSealed(@ForAll String value) {
    String readable = new String(value.getBytes(UTF_8), UTF_8);
    assertThat(sealer.unseal(HERE, sealer.seal(HERE, readable))).isEqualTo(readable);
  }

  @Test
  void aRevisionTellsSealedTextsApartAndNoValue() {
    String one = Sealer.revision(sealer.seal(HERE, "value"));
    assertThat(Sealer.revision(sealer.seal(HERE, "value"))).isNotEqualTo(one);
    assertThat(one).isNotEmpty().doesNotContain("value");
    assertThat(Sealer.revision("value")).isEmpty();
  }

  @Test
  void hidesTheValueAndNeverSealsItTwiceAlike() {
    String sealed = sealer.seal(HERE, "hunter2 hunter2 hunter2");
    assertThat(sealed)
        .matches("sealed:v1:[0-9a-f]{8}:[A-Za-z0-9+/]+={0,2}")
        .doesNotContain("hunter2")
        .isNotEqualTo(sealer.seal(HERE, "hunter2 hunter2 hunter2"));
  }

  @Property(tries = 200)
  void opensNowhereElse(@ForAll @UniqueElements List<String> rows) {
    if (rows.size() < 2) {
      return;
    }
    String sealed = sealer.seal(new SealContext("variables.value", ACCOUNT, rows.get(0)), "x");
    assertThatThrownBy(
            () -> sealer.unseal(new SealContext("variables.value", ACCOUNT, rows.get(1)), sealed))
        .isInstanceOf(UnsealException.class);
  }

  @Test
  void isBoundToColumnAccountAndRow() {
    String sealed = sealer.seal(HERE, "x");
    for (SealContext other :
        List.of(
            new SealContext("variables.other", ACCOUNT, "TOKEN"),
            new SealContext("variables.value", new UUID(1, 3), "TOKEN"),
            new SealContext("variables.value", ACCOUNT, "TOKENS"))) {
      assertThatThrownBy(() -> sealer.unseal(other, sealed)).isInstanceOf(UnsealException.class);
    }
  }

  @Test
  void noticesEveryChangedByte() {
    String sealed = sealer.seal(HERE, "hunter2");
    int from = "sealed:v1:00000000:".length();
    for (int i = from; i < sealed.length() - 2; i++) {
      char other = sealed.charAt(i) == 'A' ? 'B' : 'A';
      String changed = sealed.substring(0, i) + other + sealed.substring(i + 1);
      assertThatThrownBy(() -> sealer.unseal(HERE, changed))
          .as("%d", i)
          .isInstanceOf(UnsealException.class)
          .hasMessageNotContaining("hunter2");
    }
    assertThatThrownBy(() -> sealer.unseal(HERE, sealed.substring(0, from + 8)))
        .isInstanceOf(UnsealException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "plain", "sealed:", "sealed:v1:", "sealed:v2:0a0b0c0d:QUJD", "\n"})
  void passesOnWhatIsNotSealed(String stored) {
    assertThat(sealer.unseal(HERE, stored)).isEqualTo(stored);
  }

  @Test
  void givesATextThatNobodyWantsForWhatIsLost() {
    String sealed = sealer.seal(HERE, "x");
    assertThat(sealer.unsealOrLost(HERE, sealed)).isEqualTo("x");
    assertThat(Sealer.of(List.of("another key")).unsealOrLost(HERE, sealed)).contains("\0");
  }

  @Test
  void sealsATextThatLooksSealedLikeAnyOther() {
    String sealed = sealer.seal(HERE, "x");
    assertThat(sealer.unseal(HERE, sealer.seal(HERE, sealed))).isEqualTo(sealed);
  }

  @Test
  void rotatesItsKey() {
    String old = sealer.seal(HERE, "hunter2");
    Sealer both = Sealer.of(List.of("the second key", "the first key"));
    assertThat(both.unseal(HERE, old)).isEqualTo("hunter2");
    String renewed = both.renew(HERE, old);
    assertThat(Sealer.of(List.of("the second key")).unseal(HERE, renewed)).isEqualTo("hunter2");
    assertThat(both.renew(HERE, renewed)).isSameAs(renewed);
    assertThatThrownBy(() -> sealer.unseal(HERE, renewed))
        .isInstanceOf(UnsealException.class)
        .hasMessageContaining("not configured");
  }

  @Test
  void renewsWhatIsPlainAndKeepsWhatItCannotOpen() {
    assertThat(sealer.unseal(HERE, sealer.renew(HERE, "plain"))).isEqualTo("plain");
    String foreign = Sealer.of(List.of("a lost key")).seal(HERE, "x");
    assertThat(sealer.renew(HERE, foreign)).isEqualTo(foreign);
  }

  @Test
  void aKeyThatIsConfiguredLaterLeavesWhatWasSealedReadable() {
    Secret sealing = new Secret("a key that seals and nothing else");
    Secret signing = new Secret("a secret that signs");
    Config.Keys none = new Config.Keys(List.of(), List.of());
    Config.Keys signed = new Config.Keys(List.of(signing), List.of());
    Config.Keys all = new Config.Keys(List.of(signing), List.of(sealing));
    Optional<String> kept = Optional.of("made by the service");
    String first = SealingSecrets.sealer(none, kept).seal(HERE, "one");
    String second = SealingSecrets.sealer(signed, kept).seal(HERE, "two");
    Sealer last = SealingSecrets.sealer(all, kept);
    assertThat(last.unseal(HERE, first)).isEqualTo("one");
    assertThat(last.unseal(HERE, second)).isEqualTo("two");
    assertThat(Sealer.of(List.of(sealing.value())).unseal(HERE, last.seal(HERE, "three")))
        .isEqualTo("three");
    assertThat(SealingSecrets.liesInTheDatabase(none)).isTrue();
    assertThat(SealingSecrets.liesInTheDatabase(signed)).isFalse();
    assertThat(SealingSecrets.liesInTheDatabase(all)).isFalse();
  }
}
