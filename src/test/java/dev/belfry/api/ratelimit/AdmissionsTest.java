package dev.belfry.api.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.ratelimit.Admissions.Answer;
import dev.belfry.api.ratelimit.Admissions.Window;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdmissionsTest {
  private static final long START = 1_000_000;
  private static final Admissions RULE = new Admissions(3, 10_000);

  private static Answer answer(long at, boolean admitted, long reset) {
    return new Answer(START + at, START + at + 5, admitted, START / 1_000 + reset);
  }

  private static List<Answer> wellBehaved() {
    return new ArrayList<>(
        List.of(
            answer(0, true, 10),
            answer(10, true, 11), // Another instance rounds up.
            answer(20, true, 10),
            answer(30, false, 10),
            answer(9_900, false, 10),
            answer(10_100, true, 20),
            answer(10_200, true, 20)));
  }

  @Test
  void findsNothingWhereTheRuleIsKept() {
    assertThat(RULE.windows(wellBehaved()))
        .containsExactly(
            new Window(START / 1_000 + 10, 3, 2), new Window(START / 1_000 + 20, 2, 0));
    assertThat(RULE.breaches(wellBehaved(), 0)).isEmpty();
    assertThat(RULE.breaches(List.of(), 0)).isEmpty();
  }

  @Test
  void findsOneMoreThanTheLimit() {
    List<Answer> history = wellBehaved();
    history.add(answer(9_000, true, 10));
    assertThat(RULE.breaches(history, 0)).singleElement().asString().startsWith("more than 3");
  }

  @Test
  void findsARefusalWhileThereWasSomethingLeft() {
    List<Answer> history = wellBehaved();
    history.add(answer(10_300, false, 20));
    assertThat(RULE.breaches(history, 0))
        .singleElement()
        .asString()
        .startsWith("refused before 3 were admitted");
    assertThat(RULE.breaches(history, 1)).isEmpty();
  }

  @Test
  void findsAnswersThatNameAWindowTheyAreNotIn() {
    List<Answer> history = wellBehaved();
    history.add(answer(1_000, true, 20));
    assertThat(RULE.breaches(history, 0)).isNotEmpty();
    assertThat(RULE.breaches(List.of(answer(13_000, true, 10)), 0))
        .singleElement()
        .asString()
        .startsWith("not of the window");
    assertThat(RULE.breaches(List.of(answer(0, true, 20)), 0)).hasSize(1);
  }
}
