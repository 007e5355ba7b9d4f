package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Who has a message, as a delivery keeps it. */
class TeamReceiptTest {
  private static final UUID GRACE = new UUID(1, 1);
  private static final UUID ADA = new UUID(2, 2);
  private static final UUID PHONE = new UUID(3, 3);

  @Test
  void isReadAsItIsWritten() {
    TeamReceipt receipt =
        new TeamReceipt(Set.of(GRACE), Set.of(ADA), Set.of(PHONE), Set.of(ADA), 2);
    TeamReceipt read = TeamReceipt.of(receipt.receipt());
    assertThat(read).isEqualTo(receipt);
    assertThat(read.isSettled(GRACE)).isTrue();
    assertThat(read.isSettled(ADA)).isTrue();
    assertThat(read.isSettled(PHONE)).isFalse();
  }

  @Test
  void nothingIsNoReceipt() {
    assertThat(TeamReceipt.of(null).receipt()).isNull();
  }

  /** A channel may tell a person today and a team tomorrow. */
  @Test
  void aReceiptOfOnePersonIsReadByATeamAndTheOtherWayRound() {
    String person = new PushReceipt(Set.of(PHONE), Set.of(ADA), 0).receipt();
    assertThat(TeamReceipt.of(person))
        .isEqualTo(new TeamReceipt(Set.of(), Set.of(), Set.of(PHONE), Set.of(ADA), 0));
    TeamReceipt team = new TeamReceipt(Set.of(GRACE), Set.of(), Set.of(PHONE), Set.of(GRACE), 0);
    assertThat(PushReceipt.of(team.receipt()).devices()).containsExactly(PHONE);
  }
}
