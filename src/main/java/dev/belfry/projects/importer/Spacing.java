package dev.belfry.projects.importer;

/** How often a monitor may run, named as in files. */
enum Spacing {
  EVERY_10S(10),
  EVERY_20S(20),
  EVERY_30S(30),
  EVERY_1M(60),
  EVERY_2M(120),
  EVERY_5M(300),
  EVERY_10M(600),
  EVERY_15M(900),
  EVERY_30M(1800),
  EVERY_1H(3600),
  EVERY_2H(7200),
  EVERY_3H(10_800),
  EVERY_6H(21_600),
  EVERY_12H(43_200),
  EVERY_24H(86_400);

  private final int seconds;

  Spacing(int seconds) {
    this.seconds = seconds;
  }

  int seconds() {
    return seconds;
  }

  /** The longest that is not longer than so many seconds, and the shortest below that. */
  static Spacing within(double seconds) {
    Spacing best = EVERY_10S;
    for (Spacing one : values()) {
      if (one.seconds <= seconds) {
        best = one;
      }
    }
    return best;
  }
}
