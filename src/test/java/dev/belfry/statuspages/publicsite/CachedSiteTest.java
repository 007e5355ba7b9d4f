package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.statuspages.page.PageTheme;
import dev.belfry.statuspages.subscription.SubscriptionOffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Which cached pages are read again at a change, and which for their next reader. */
class CachedSiteTest {
  private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
  private static final long MILLIS = AT.toEpochMilli();
  private static final UUID ID = UUID.randomUUID();

  private final CachedSite site =
      new CachedSite(
          new SiteModel(
              new SiteSettings(
                  ID,
                  ID,
                  "Shop",
                  "x",
                  "/x",
                  null,
                  null,
                  null,
                  null,
                  null,
                  PageTheme.AUTO,
                  null,
                  false,
                  new SubscriptionOffer(false, false, false)),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              AT),
          CachedSite.Figures.NONE,
          0);

  @Test
  void aPageThatNobodyReadIsNotReadAgainAtAChange() {
    assertThat(site.isWanted(MILLIS)).isFalse();
    site.read(MILLIS);
    assertThat(site.isWanted(MILLIS + Duration.ofMinutes(9).toMillis())).isTrue();
    assertThat(site.isWanted(MILLIS + Duration.ofMinutes(10).toMillis())).isFalse();
  }

  @Test
  void isOldAfterAMinuteAndAfterAChange() {
    assertThat(site.isNew(MILLIS + 59_999)).isTrue();
    assertThat(site.isNew(MILLIS + 60_000)).isFalse();
    site.outdate();
    assertThat(site.isNew(MILLIS)).isFalse();
  }
}
