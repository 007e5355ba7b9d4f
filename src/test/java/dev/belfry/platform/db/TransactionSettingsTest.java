package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.config.Quotas;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TransactionSettingsTest {
  private static final DatabaseAddress DIRECT =
      DatabaseAddress.parse("postgresql://belfry:pw@db:5432/belfry").actingAs("o'hara");

  private static ConnectOptions options(DatabaseAddress address) {
    return ConnectOptions.of(address, Duration.ofMillis(900), Quotas.PRESET).soon();
  }

  @Test
  void aConnectionPastAPoolerHasThemFromItsStart() {
    assertThat(options(DIRECT).perTransaction()).isEqualTo(TransactionSettings.NONE);
    assertThat(TransactionSettings.NONE.needTransactions()).isFalse();
  }

  @Test
  void behindAPoolerEachTransactionBringsAllOfThemForItselfAlone() {
    DatabaseAddress pooled = DIRECT.behindPooler(DatabaseAddress.parse("postgres://u@s/d"), false);

    TransactionSettings settings = options(pooled).perTransaction();

    assertThat(settings.needTransactions()).isTrue();
    assertThat(settings.command().split(";"))
        .filteredOn(one -> !one.isEmpty())
        .allMatch(one -> one.startsWith(" SET LOCAL "))
        .contains(
            " SET LOCAL belfry.actor = 'o''hara'",
            " SET LOCAL statement_timeout = '900'",
            " SET LOCAL synchronous_commit = 'off'",
            " SET LOCAL belfry.quotas = '" + Quotas.PRESET.session() + "'");
  }
}
