package dev.belfry.account.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class AuditIdTest {
  @Property
  void theGuidSaysAllThereIsAndSortsAsTheNumberDoes(
      @ForAll @LongRange(min = 0) long one, @ForAll @LongRange(min = 0) long other) {
    UUID guid = new AuditId(one).toGuid();

    assertThat(AuditId.of(guid)).isEqualTo(new AuditId(one));
    assertThat(guid.version()).isEqualTo(7);
    assertThat(guid.variant()).isEqualTo(2);
    assertThat(guid.toString().compareTo(new AuditId(other).toGuid().toString()) < 0)
        .isEqualTo(one < other);
  }

  @Test
  void aMillisecondBeginsWithItsFirstId() {
    AuditId first = AuditId.at(1_772_442_900_123L);

    assertThat(first.millis()).isEqualTo(1_772_442_900_123L);
    assertThat(new AuditId(first.number() - 1).millis()).isEqualTo(1_772_442_900_122L);
  }

  @Property
  void everyGuidIsSomePlaceOfTheLog(@ForAll long high, @ForAll long low) {
    assertThat(AuditId.of(new UUID(high, low)).number()).isNotNegative();
  }
}
