package dev.belfry.account.oidc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.seal.Sealer;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptSealTest {
  private static final Instant NOW = Instant.parse("2026-11-28T12:00:00Z");
  private static final String SECRET = "a secret of all instances, long enough";

  private final SignInAttempt attempt = SignInAttempt.make(new SecureRandom());

  private static AttemptSeal seal(String issuer, String secret, Instant now) {
    return new AttemptSeal(issuer, Sealer.of(List.of(secret)), InstantSource.fixed(now));
  }

  @Test
  void anotherInstanceTakesTheAttemptBack() {
    String cookie = seal("https://a", SECRET, NOW).seal(attempt);
    assertThat(cookie).matches("[A-Za-z0-9_-]+").hasSizeLessThan(1_000);
    assertThat(seal("https://a", SECRET, NOW.plusSeconds(599)).unseal(cookie)).contains(attempt);
    assertThat(attempt.isOf(attempt.state())).isTrue();
    assertThat(attempt.isOf(attempt.nonce())).isFalse();
    assertThat(attempt.isOf(null)).isFalse();
  }

  @Test
  void nothingElseIsTakenBack() {
    String cookie = seal("https://a", SECRET, NOW).seal(attempt);
    assertThat(seal("https://a", SECRET, NOW.plusSeconds(600)).unseal(cookie)).isEmpty();
    assertThat(seal("https://b", SECRET, NOW).unseal(cookie)).isEmpty();
    assertThat(seal("https://a", SECRET + "x", NOW).unseal(cookie)).isEmpty();
    AttemptSeal here = seal("https://a", SECRET, NOW);
    assertThat(here.unseal(cookie.substring(1))).isEmpty();
    assertThat(here.unseal("")).isEmpty();
    assertThat(here.unseal("!")).isEmpty();
    assertThat(here.unseal("x".repeat(10_000))).isEmpty();
    String plain = FakeProvider.base64("9999999999 a b c".getBytes(UTF_8));
    assertThat(here.unseal(plain)).isEmpty();
  }

  /** The example of RFC 7636, appendix B. */
  @Test
  void theChallengeIsTheHashOfTheVerifier() {
    String verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    assertThat(new SignInAttempt("", "", verifier).challenge())
        .isEqualTo("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
  }
}
