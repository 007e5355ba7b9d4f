package dev.belfry.statuspages.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.contract.Field;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CardPlanTest {
  /** Known cards have the ids 1, 2, 3; new ones 91, 92 and so on. */
  @ParameterizedTest(name = "{0} becomes {1}: {2}")
  @CsvSource({
    "A B C, A B C, 1 2 3",
    "A B C, C B A, 3 2 1",
    "A B C, A X C, 1 2 3",
    "A B C, X A B C, 91 1 2 3",
    "A B C, X Y Z, 1 2 3",
    "A B C, C, 3",
    "A B C, X, 1",
    "A B C, B X, 2 91",
    "A A B, A B A, 1 3 2",
    "A, A A, 1 91",
    "A B, B B, 2 91",
  })
  void cardsKeepTheirIds(String known, String wanted, String ids) {
    AtomicInteger next = new AtomicInteger(90);

    List<PageCard> identified =
        CardPlan.identified(drafts(wanted), cards(known), () -> id(next.incrementAndGet()));

    assertThat(
            identified.stream()
                .map(card -> String.valueOf(card.id()))
                .map(id -> id.replaceFirst("^[0-]*", ""))
                .collect(Collectors.joining(" ")))
        .isEqualTo(ids);
    assertThat(identified.stream().map(PageCard::name).collect(Collectors.joining(" ")))
        .isEqualTo(wanted);
  }

  private static List<CardDraft> drafts(String names) {
    return Arrays.stream(names.split(" "))
        .map(name -> new CardDraft(Field.absent(), Field.of(name), ServiceReferences.none()))
        .toList();
  }

  private static List<PageCard> cards(String names) {
    List<String> all = Arrays.asList(names.split(" "));
    return IntStream.range(0, all.size())
        .mapToObj(i -> new PageCard(id(i + 1), all.get(i), List.of()))
        .toList();
  }

  private static UUID id(int number) {
    return UUID.fromString("00000000-0000-0000-0000-%012d".formatted(number));
  }
}
