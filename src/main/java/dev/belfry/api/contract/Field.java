package dev.belfry.api.contract;

import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A member of a request body: absent, {@code null} or a value. An update keeps what is stored where
 * a member is absent, and clears it where the member is {@code null} (wire contract 0a).
 *
 * @param isPresent whether the body has the member
 * @param value null when the member is absent or {@code null}
 */
public record Field<T>(boolean isPresent, @Nullable T value) {
  private static final Field<?> ABSENT = new Field<>(false, null);

  /** A member that the body does not have. */
  @SuppressWarnings("unchecked")
  public static <T> Field<T> absent() {
    return (Field<T>) ABSENT;
  }

  /** A member that the body has; null for the JSON value {@code null}. */
  public static <T> Field<T> of(@Nullable T value) {
    return new Field<>(true, value);
  }

  /** Whether the body has the member with the JSON value {@code null}. */
  public boolean isNull() {
    return isPresent && value == null;
  }

  /** The value sent, null when it clears; the stored one when the member is absent. */
  public @Nullable T or(@Nullable T stored) {
    return isPresent ? value : stored;
  }

  /** This member where the body has it, the stored one where it is absent. */
  public Field<T> over(Field<T> stored) {
    return isPresent ? this : stored;
  }

  /** The same member, with {@code null} where it is absent. */
  public Field<T> orNull() {
    return isPresent ? this : of(null);
  }

  /** The same member, with a value where it is {@code null}; an absent one stays absent. */
  public Field<T> whenNull(T fallback) {
    return isNull() ? of(fallback) : this;
  }

  /** The same member with its value converted; absent and {@code null} stay what they are. */
  public <R> Field<R> map(Function<? super T, ? extends R> conversion) {
    if (!isPresent) {
      return absent();
    }
    T sent = value;
    return of(sent == null ? null : conversion.apply(sent));
  }

  /** Hands the value on when there is one. */
  public void ifValue(Consumer<? super T> receiver) {
    T sent = value;
    if (sent != null) {
      receiver.accept(sent);
    }
  }
}
