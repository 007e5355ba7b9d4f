package dev.belfry.platform.template;

import com.github.jknack.handlebars.Options;
import java.io.Writer;

/** The remaining steps and characters of one rendering. A rendering that exceeds them ends. */
final class Budget {
  static final String KEY = "belfry.budget";
  private static final int STEPS = 20_000;
  private static final int CHARACTERS = 512 * 1024;

  private int steps = STEPS;
  private int characters = CHARACTERS;

  /** Ends a rendering. */
  static final class Exhausted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Exhausted(String sentence) {
      super(sentence, null, false, false);
    }
  }

  static Budget of(Options options) {
    return options.data(KEY);
  }

  /** One more use of a word or turn of a loop. */
  void step() {
    if (--steps < 0) {
      throw new Exhausted("takes more than " + STEPS + " steps");
    }
  }

  /** So many characters were, or are about to be, produced, if only to be thrown away. */
  void produce(long count) {
    if (count > characters) {
      throw new Exhausted("produces more than " + CHARACTERS + " characters");
    }
    characters -= (int) count;
  }

  /** Keeps what is written. */
  Writer writer(StringBuilder out) {
    return new Writer() {
      @Override
      public void write(char[] chars, int from, int length) {
        produce(length);
        out.append(chars, from, length);
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }
}
