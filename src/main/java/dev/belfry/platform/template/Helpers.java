package dev.belfry.platform.template;

import com.github.jknack.handlebars.Context;
import com.github.jknack.handlebars.EscapingStrategy;
import com.github.jknack.handlebars.Helper;
import com.github.jknack.handlebars.Options;
import com.github.jknack.handlebars.TagType;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The helpers of templates (wire contract 1.7). Conditions work as blocks and in parentheses:
 * {@code {{#eq A "x"}}..{{else}}..{{/eq}}} and {@code {{#if (eq A "x")}}..{{/if}}}.
 */
final class Helpers {
  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,30}(\\.[0-9]{1,30})?");
  private static final int MOST_PARTS = 1_000;

  private Helpers() {}

  /** A word that is true or false of its parameters. */
  private interface Condition {
    boolean holds(List<@Nullable Object> values);
  }

  /** A word that makes a value of its parameters. */
  private interface Value {
    @Nullable Object of(List<@Nullable Object> values, Options options);
  }

  static Map<String, Helper<Object>> all() {
    Map<String, Helper<Object>> all = new HashMap<>();
    all.put("if", (value, options) -> branch(truthy(value), options));
    all.put("unless", (value, options) -> branch(!truthy(value), options));
    all.put("each", Helpers::each);
    all.put("with", Helpers::with);
    condition(all, "eq", values -> compare(values) == 0);
    condition(all, "isnt", values -> compare(values) != 0);
    condition(all, "gt", values -> compare(values) > 0);
    condition(all, "gte", values -> compare(values) >= 0);
    condition(all, "lt", values -> compare(values) < 0);
    condition(all, "lte", values -> compare(values) <= 0);
    condition(all, "and", values -> values.stream().allMatch(Helpers::truthy));
    condition(all, "or", values -> values.stream().anyMatch(Helpers::truthy));
    condition(all, "not", values -> values.stream().noneMatch(Helpers::truthy));
    condition(all, "contains", Helpers::contains);
    condition(all, "startsWith", values -> text(values, 0).startsWith(text(values, 1)));
    value(all, "default", (values, options) -> firstTruthy(values));
    value(all, "replace", Helpers::replace);
    value(all, "split", (values, options) -> split(text(values, 0), text(values, 1)));
    value(all, "truncate", (values, options) -> truncate(text(values, 0), text(values, 1)));
    value(all, "html", (values, options) -> EscapingStrategy.HTML_ENTITY.escape(text(values, 0)));
    value(all, "tagValue", Helpers::tagValue);
    value(all, "date", DateHelper::format);
    value(all, "moment", DateHelper::format);
    return all;
  }

  private static void condition(Map<String, Helper<Object>> all, String name, Condition condition) {
    all.put(
        name,
        (value, options) -> {
          boolean holds = condition.holds(values(value, options));
          return options.tagType == TagType.SECTION ? branch(holds, options) : (Object) holds;
        });
  }

  private static void value(Map<String, Helper<Object>> all, String name, Value word) {
    all.put(
        name,
        (value, options) -> {
          Budget.of(options).step();
          return Objects.requireNonNullElse(word.of(values(value, options), options), "");
        });
  }

  /** The library hands over the context itself where a word stands without parameters. */
  private static List<@Nullable Object> values(@Nullable Object first, Options options) {
    List<@Nullable Object> values = new ArrayList<>();
    if (first != options.context.model()) {
      values.add(first);
    }
    values.addAll(java.util.Arrays.asList(options.params));
    return values;
  }

  private static CharSequence branch(boolean holds, Options options) throws IOException {
    Budget.of(options).step();
    return holds ? options.fn() : options.inverse();
  }

  private static CharSequence with(@Nullable Object value, Options options) throws IOException {
    Budget.of(options).step();
    return truthy(value) ? options.fn(value) : options.inverse(value);
  }

  private static Object each(@Nullable Object value, Options options) throws IOException {
    Budget budget = Budget.of(options);
    Collection<?> items =
        value instanceof Collection<?> list
            ? list
            : value instanceof Map<?, ?> map ? map.values() : List.of();
    if (items.isEmpty()) {
      return options.inverse();
    }
    Options.Buffer out = options.buffer();
    int index = 0;
    for (Object item : items) {
      budget.step();
      Context inner =
          Context.newBuilder(options.context, item)
              .combine("@index", index)
              .combine("@first", index == 0)
              .combine("@last", index == items.size() - 1)
              .build();
      CharSequence one = options.apply(options.fn, inner);
      budget.produce(one.length());
      out.append(one);
      index++;
    }
    return out;
  }

  private static boolean contains(List<@Nullable Object> values) {
    Object whole = values.isEmpty() ? null : values.get(0);
    String part = text(values, 1);
    return whole instanceof Collection<?> list
        ? list.stream().anyMatch(item -> text(item).equals(part))
        : text(whole).contains(part);
  }

  private static String replace(List<@Nullable Object> values, Options options) {
    String whole = text(values, 0);
    String old = text(values, 1);
    String fresh = text(values, 2);
    if (old.isEmpty()) {
      return whole;
    }
    Budget.of(options)
        .produce(whole.length() + (long) whole.length() / old.length() * fresh.length());
    return whole.replace(old, fresh);
  }

  /** A text in at most so many UTF-16 units, the last of which says that there was more. */
  private static String truncate(String whole, String most) {
    return NUMBER.matcher(most).matches()
        ? TextLimit.cut(whole, new BigDecimal(most).intValue())
        : whole;
  }

  private static List<String> split(String whole, String separator) {
    return List.of(whole.split(Pattern.quote(separator), MOST_PARTS));
  }

  /** Of tags like {@code team:shop} the part after the colon; TAGS unless another list is given. */
  private static String tagValue(List<@Nullable Object> values, Options options) {
    boolean own = !values.isEmpty() && values.get(0) instanceof Collection<?>;
    Object tags = own ? values.get(0) : options.context.get("TAGS");
    String prefix = text(values, own ? 1 : 0) + ":";
    return tags instanceof Collection<?> list
        ? list.stream()
            .map(Helpers::text)
            .filter(tag -> tag.startsWith(prefix))
            .findFirst()
            .map(tag -> tag.substring(prefix.length()).strip())
            .orElse("")
        : "";
  }

  private static @Nullable Object firstTruthy(List<@Nullable Object> values) {
    return values.stream().filter(Helpers::truthy).findFirst().orElse(null);
  }

  /** By number when both are numbers, else as text. */
  private static int compare(List<@Nullable Object> values) {
    String one = text(values, 0);
    String other = text(values, 1);
    return NUMBER.matcher(one).matches() && NUMBER.matcher(other).matches()
        ? new BigDecimal(one).compareTo(new BigDecimal(other))
        : one.compareTo(other);
  }

  static String text(List<@Nullable Object> values, int index) {
    return index < values.size() ? text(values.get(index)) : "";
  }

  static String text(@Nullable Object value) {
    if (value instanceof Collection<?> list) {
      return String.join(",", list.stream().map(Helpers::text).toList());
    }
    return value == null || value instanceof Map ? "" : value.toString();
  }

  private static boolean truthy(@Nullable Object value) {
    if (value instanceof Boolean is) {
      return is;
    }
    if (value instanceof Number number) {
      return number.doubleValue() != 0;
    }
    if (value instanceof Collection<?> list) {
      return !list.isEmpty();
    }
    return value instanceof Map || !text(value).isEmpty();
  }
}
