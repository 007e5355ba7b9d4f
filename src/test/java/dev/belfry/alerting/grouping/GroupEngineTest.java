package dev.belfry.alerting.grouping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Film strips of groups: the wait is 30 s, the interval 60 s, a message repeats after 5 minutes.
 */
class GroupEngineTest {
  private static void plays(String strip) {
    assertThat(new GroupStrip().play(strip)).isEqualTo(strip);
  }

  @Test
  void allThatFailsDuringTheWaitIsOneMessage() {
    plays(
        """
        0:00 a=F
        0:10 b=F
        0:30 TELL failing 2
        1:30 NOTHING""");
  }

  @Test
  void newsComeAtTheInterval() {
    plays(
        """
        0:00 a=F
        0:30 TELL failing 1
        0:31 b=F
        0:40 c=D
        1:30 TELL failing 2 degraded 1
        1:40 a=R
        2:30 TELL failing 1 degraded 1 recovered 1""");
  }

  @Test
  void whenAllHaveRecoveredTheGroupIsResolved() {
    plays(
        """
        0:00 a=F
        0:10 b=F
        0:30 TELL failing 2
        0:40 a=R
        0:50 b=R
        1:30 RESOLVE recovered 2""");
  }

  @Test
  void messagesWaitForTheEndOfQuietHours() {
    plays(
        """
        0:00 quiet FAILED 00:01 00:05
        0:00 a=F
        0:30 TELL failing 1
        0:50 b=F
        1:30 NOTHING
        2:00 a=R
        2:30 NOTHING
        3:30 NOTHING
        4:30 NOTHING
        5:00 TELL failing 1 recovered 1""");
  }

  @Test
  void otherLevelsDoNotWaitAndThatWhichEndsUntoldStaysUntold() {
    plays(
        """
        0:00 quiet FAILED 00:00 00:05
        0:00 a=D
        0:10 b=F
        0:30 NOTHING
        0:40 b=R
        1:30 TELL degraded 1 recovered 1
        1:40 a=R
        2:30 NOTHING
        3:30 NOTHING
        4:30 NOTHING
        5:00 RESOLVE recovered 2
        5:10 quiet FAILED 00:05 00:10
        5:10 c=F
        5:40 NOTHING
        5:50 c=R
        6:40 CLOSE""");
  }

  @Test
  void aProblemThatEndsDuringTheWaitIsNotTold() {
    plays(
        """
        0:00 a=F
        0:29 a=R
        0:30 CLOSE""");
  }

  @Test
  void aProblemThatComesBackBetweenLooksIsNoNews() {
    plays(
        """
        0:00 a=F
        0:30 TELL failing 1
        0:40 a=R
        0:50 a=F
        1:30 NOTHING""");
  }

  @Test
  void aMessageIsRepeatedWhileTheProblemGoesOn() {
    plays(
        """
        0:00 a=F
        0:30 TELL failing 1
        1:30 NOTHING
        2:30 NOTHING
        3:30 NOTHING
        4:30 NOTHING
        5:30 REPEAT failing 1
        6:30 NOTHING
        7:30 NOTHING
        8:30 NOTHING
        9:30 NOTHING
        10:30 REPEAT failing 1""");
  }

  @Test
  void itIsNotRepeatedWhilePeopleAttendToAllOfIt() {
    plays(
        """
        0:00 a=F
        0:01 b=F
        0:30 TELL failing 2
        0:40 a=A
        0:50 b=A
        1:30 NOTHING
        2:30 NOTHING
        3:30 NOTHING
        4:30 NOTHING
        5:30 NOTHING
        5:40 b=F
        6:30 REPEAT failing 2""");
  }

  @Test
  void whatWasDeletedFailsNoMore() {
    plays(
        """
        0:00 a=F
        0:30 TELL failing 1
        0:40 a=X
        1:30 RESOLVE""");
  }

  @Test
  void nothingFollowsAnUndeliveredMessage() {
    plays(
        """
        0:00 a=F
        0:20 away
        0:30 TELL failing 1
        0:50 b=F
        1:30 NOTHING
        1:40 NOTHING
        1:45 back
        1:50 TELL failing 2""");
  }

  @Test
  void aChannelIsToldWhatItReceives() {
    plays(
        """
        0:00 receives F
        0:01 a=F
        0:31 TELL failing 1
        0:40 a=D
        1:31 NOTHING
        1:40 b=D
        2:31 NOTHING
        2:40 a=R
        2:41 b=R
        3:31 CLOSE""");
  }

  /** Whatever happens: bounded messages, members exact at the end, nothing held for ever. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void everyGroupEnds(long seed) {
    for (int round = 0; round < 200; round++) {
      Random random = new Random(seed * 1000 + round);
      GroupStrip strip = new GroupStrip();
      int events = 1 + random.nextInt(40);
      for (int i = 0; i < events; i++) {
        strip.advance(random.nextInt(90));
        strip.happens(
            String.valueOf((char) ('a' + random.nextInt(5))), "FDRAX".charAt(random.nextInt(5)));
        strip.receiver(random.nextInt(4) > 0);
      }
      strip.receiver(true);
      strip.endAll();
      strip.advance(200);
      assertThat(strip.isOpen()).as("seed %d round %d", seed, round).isFalse();
      assertThat((long) strip.messages())
          .as("seed %d round %d", seed, round)
          .isLessThanOrEqualTo(strip.groups() + strip.seconds() / 60 + 1);
      assertThat(strip.told()).as("what the receiver believes").isEqualTo(strip.truth());
    }
  }
}
