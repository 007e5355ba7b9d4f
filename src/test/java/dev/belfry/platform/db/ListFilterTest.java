package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ListFilterTest {
  private static final UUID ACME = UUID.fromString("00000000-0000-7000-8000-0000000000aa");

  private static final String LIST =
      "SELECT a, {total} FROM t WHERE {conditions} {page} OR b = {next}";

  @Test
  void numbersTheParametersOfAllConditions() {
    ListFilter filter =
        new ListFilter("account_id = $%d", ACME).and("kind = $%d", "x").and("n > $%d", 5);

    assertThat(filter.restrict("WHERE {conditions}"))
        .isEqualTo("WHERE account_id = $1\n    AND kind = $2\n    AND n > $3");
    assertThat(filter.parameters().size()).isEqualTo(3);
    assertThat(filter.page(LIST))
        .startsWith("SELECT a, count(*) OVER () FROM")
        .endsWith("n > $3 LIMIT $4 OFFSET $5 OR b = $6");
    assertThat(filter.parameters(10, 20).deepToString()).endsWith("x,5,10,20]");
  }

  @Test
  void leavesAbsentConditionsOut() {
    ListFilter filter =
        new ListFilter("account_id = $%d", ACME).and("kind = $%d", null).and("n > $%d", null);

    assertThat(filter.page(LIST))
        .isEqualTo("SELECT a, 0::bigint FROM t WHERE account_id = $1 LIMIT $2 OFFSET $3 OR b = $4");
    assertThat(filter.parameters().getValue(0)).isEqualTo(ACME);
  }

  @Test
  void hasParametersOfItsOwnForEachStatement() {
    ListFilter filter = new ListFilter("account_id = $%d", ACME);
    filter.parameters(1, 2);

    assertThat(List.of(filter.parameters().size(), filter.parameters(1, 2).size()))
        .containsExactly(1, 3);
  }
}
