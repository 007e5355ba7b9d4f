package dev.belfry.alerting.push;

import static org.assertj.core.api.Assertions.assertThat;

import com.interaso.webpush.VapidKeys;
import com.interaso.webpush.WebPush;
import dev.belfry.platform.error.Violation;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is a push subscription, and what is read of messages for one. */
class PushSubscriptionRulesTest {
  private static final String ENDPOINT = "https://push.example.net/send/1";
  private static final String KEY =
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
  private static final String AUTH = "BTBZMqHH6r4Tts7J_aSIgg";

  private static String[] paths(String endpoint, String key, String auth) {
    return PushSubscriptionRules.of(new PushSubscription(endpoint, key, auth)).stream()
        .map(Violation::path)
        .toArray(String[]::new);
  }

  @Test
  void takesWhatBrowsersGive() {
    assertThat(paths(ENDPOINT, KEY, AUTH)).isEmpty();
    assertThat(paths(ENDPOINT, KEY + "=", AUTH + "==")).isEmpty();
    for (int each = 0; each < 20; each++) {
      PushSubscription made = Browser.at(ENDPOINT).subscription();
      assertThat(PushSubscriptionRules.of(made)).isEmpty();
      assertThat(PushSubscription.ofStored(made.stored())).isEqualTo(made);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://push.example.net/send/1",
        "https://grace:secret@push.example.net/1",
        "https://",
        "push.example.net",
        "ftp://push.example.net/",
        "https://push.example.net /1"
      })
  void refusesOtherAddresses(String endpoint) {
    assertThat(paths(endpoint, KEY, AUTH)).containsExactly("/endpoint");
  }

  @Test
  void refusesKeysThatAreNone() {
    byte[] offCurve = Base64.getUrlDecoder().decode(KEY);
    offCurve[64] ^= 1;
    byte[] compressed = Base64.getUrlDecoder().decode(KEY);
    compressed[0] = 2;
    byte[] nowhere = new byte[65];
    nowhere[0] = 4;
    for (byte[] wrong : new byte[][] {offCurve, compressed, nowhere, new byte[64], new byte[66]}) {
      assertThat(paths(ENDPOINT, Base64.getUrlEncoder().encodeToString(wrong), AUTH))
          .containsExactly("/keys/p256dh");
    }
    assertThat(paths(ENDPOINT, "not Base64!", "not Base64!"))
        .containsExactly("/keys/p256dh", "/keys/auth");
    assertThat(paths(ENDPOINT, KEY, AUTH.substring(4))).containsExactly("/keys/auth");
  }

  /** The example of RFC 8291, appendix A. */
  @Test
  void theTestsDecryptAsTheStandardSays() {
    Browser browser =
        Browser.of(ENDPOINT, "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", KEY, AUTH);
    String message =
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmY"
            + "WAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNW"
            + "QexSgSxsj_Qulcy4a-fN";
    assertThat(browser.decrypted(Base64.getUrlDecoder().decode(message)))
        .isEqualTo("When I grow up, I want to be a watermelon");
  }

  @Test
  void theLibraryEncryptsForThem() {
    WebPush push = new WebPush("mailto:ops@example.org", VapidKeys.generate());
    for (int each = 0; each < 20; each++) {
      Browser browser = Browser.at(ENDPOINT);
      PushSubscription to = browser.subscription();
      byte[] sealed =
          push.getBody("Zażółć".getBytes(StandardCharsets.UTF_8), to.publicKey(), to.secret());
      assertThat(browser.decrypted(sealed)).isEqualTo("Zażółć");
    }
  }
}
