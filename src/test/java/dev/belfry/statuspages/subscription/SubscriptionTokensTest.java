package dev.belfry.statuspages.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.statuspages.subscription.SubscriptionTokens.Purpose;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SubscriptionTokensTest {
  private static final UUID ID = UUID.fromString("f04d7a13-8c62-4b9e-b5f1-27a6e9c08d34");

  private final SubscriptionTokens tokens = new SubscriptionTokens(List.of("new", "old"));

  @Test
  void aTokenIsForOneSubscriptionAndPurpose() {
    String token = tokens.of(Purpose.CONFIRM, ID);
    assertThat(token).hasSize(64).matches("[A-Za-z0-9_-]+");
    assertThat(tokens.verify(Purpose.CONFIRM, token)).contains(ID);
    assertThat(tokens.verify(Purpose.UNSUBSCRIBE, token)).isEmpty();
    assertThat(tokens.of(Purpose.CONFIRM, UUID.randomUUID())).isNotEqualTo(token);
  }

  @Test
  void theFirstSecretSignsAndEveryOneVerifies() {
    SubscriptionTokens before = new SubscriptionTokens(List.of("old"));
    assertThat(tokens.verify(Purpose.CONFIRM, before.of(Purpose.CONFIRM, ID))).contains(ID);
    assertThat(before.verify(Purpose.CONFIRM, tokens.of(Purpose.CONFIRM, ID))).isEmpty();
  }

  @Test
  void nothingElseIsGenuine() {
    String token = tokens.of(Purpose.CONFIRM, ID);
    for (int i = 0; i < token.length(); i++) {
      char other = token.charAt(i) == 'A' ? 'B' : 'A';
      String forged = token.substring(0, i) + other + token.substring(i + 1);
      assertThat(tokens.verify(Purpose.CONFIRM, forged)).as(forged).isEmpty();
    }
    for (String nonsense : List.of("", "x", "%", token + "A", token.substring(1), ID.toString())) {
      assertThat(tokens.verify(Purpose.CONFIRM, nonsense)).as(nonsense).isEmpty();
    }
  }
}
