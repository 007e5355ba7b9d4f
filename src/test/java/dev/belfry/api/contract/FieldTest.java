package dev.belfry.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldTest {
  private static final Field<Integer> ABSENT = Field.absent();
  private static final Field<Integer> CLEARED = Field.of(null);
  private static final Field<Integer> SENT = Field.of(5);

  @Test
  void tellsAbsentNullAndAValueApart() {
    assertThat(List.of(ABSENT, CLEARED, SENT))
        .extracting(Field::isPresent, Field::isNull, field -> field.or(7))
        .containsExactly(tuple(false, false, 7), tuple(true, true, null), tuple(true, false, 5));
  }

  @Test
  void convertsNothingButAValue() {
    assertThat(ABSENT.map(String::valueOf)).isEqualTo(Field.absent());
    assertThat(CLEARED.map(String::valueOf)).isEqualTo(Field.of(null));
    assertThat(SENT.map(String::valueOf)).isEqualTo(Field.of("5"));
  }

  @Test
  void handsOnNothingButAValue() {
    List<Integer> received = new ArrayList<>();
    List.of(ABSENT, CLEARED, SENT).forEach(field -> field.ifValue(received::add));
    assertThat(received).containsExactly(5);
  }
}
