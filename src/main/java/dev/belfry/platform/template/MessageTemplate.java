package dev.belfry.platform.template;

import static java.util.Objects.requireNonNull;

import com.github.jknack.handlebars.Context;
import com.github.jknack.handlebars.Handlebars;
import com.github.jknack.handlebars.Template;
import com.github.jknack.handlebars.ValueResolver;
import com.github.jknack.handlebars.context.MapValueResolver;
import com.github.jknack.handlebars.io.AbstractTemplateLoader;
import com.github.jknack.handlebars.io.TemplateSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A template of a user: Handlebars with the words of the wire contract, over plain maps, lists,
 * texts and numbers. It reaches no file, no other template and no object, and what it may do and
 * produce is bounded. An unknown variable is empty. Safe for every thread.
 */
public final class MessageTemplate {
  /** Nothing of these is a template in itself; a text without them is rendered as it is. */
  private static final String OPENING = "{{";

  /** Partials, partial blocks, decorators and changes of the delimiters. */
  private static final Pattern FOREIGN = Pattern.compile("\\{\\{\\{?~?\\s*(#?\\s*>|#?\\s*\\*|=)");

  /** Keys of variables, as the contract has them. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");

  private static final Map<Escape, Handlebars> ENGINES = engines();

  private final String text;
  private final @Nullable Template compiled;

  private MessageTemplate(String text, @Nullable Template compiled) {
    this.text = text;
    this.compiled = compiled;
  }

  /**
   * Reads a template.
   *
   * @throws TemplateException if it cannot be read
   */
  public static MessageTemplate of(String text, Escape escape) throws TemplateException {
    if (!text.contains(OPENING)) {
      return new MessageTemplate(text, null);
    }
    if (FOREIGN.matcher(text).find()) {
      throw new TemplateException(
          "must be a template without partials, inline templates and other delimiters");
    }
    try {
      return new MessageTemplate(text, requireNonNull(ENGINES.get(escape)).compileInline(text));
    } catch (IOException | RuntimeException e) {
      throw new TemplateException("must be a template that can be read: " + reason(e));
    } catch (StackOverflowError e) {
      throw new TemplateException("must be a template that can be read: it is nested too deeply");
    }
  }

  /**
   * The names that a text may read as a template: each word of it, so rather too many than too few.
   * Empty for a text without placeholders.
   */
  public static Set<String> names(String text) {
    return text.contains(OPENING)
        ? NAME.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet())
        : Set.of();
  }

  /**
   * The text with the values in their places.
   *
   * @param now what the words for dates take for now
   * @throws TemplateException if it does or produces too much, or uses what it may not
   */
  public String render(Map<String, ?> variables, Instant now) throws TemplateException {
    if (compiled == null) {
      return text;
    }
    Budget budget = new Budget();
    Context context =
        Context.newBuilder(variables).resolver(MapValueResolver.INSTANCE, new Scalars()).build();
    context.data(Budget.KEY, budget);
    context.data(DateHelper.NOW, now);
    StringBuilder out = new StringBuilder();
    try {
      compiled.apply(context, budget.writer(out));
      return out.toString();
    } catch (IOException | RuntimeException e) {
      throw new TemplateException("must be a template that can be rendered: " + reason(e));
    } catch (StackOverflowError e) {
      throw new TemplateException(
          "must be a template that can be rendered: it is nested too deeply");
    }
  }

  private static Map<Escape, Handlebars> engines() {
    Map<Escape, Handlebars> engines = new EnumMap<>(Escape.class);
    HelperCatalog words = new HelperCatalog(Helpers.all());
    for (Escape escape : Escape.values()) {
      engines.put(
          escape,
          new Handlebars(new NoFiles())
              .with(words)
              .with(escape.strategy())
              .with(
                  (value, chain) ->
                      value instanceof Collection || value instanceof Map
                          ? Helpers.text(value)
                          : chain.format(value)));
    }
    return engines;
  }

  /** The first line that says what is wrong, in which line and column. */
  private static String reason(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && !(root instanceof Budget.Exhausted)) {
      root = root.getCause();
    }
    String first = String.valueOf(root.getMessage()).lines().findFirst().orElse("");
    String clean = first.replaceFirst("^inline@[0-9a-f-]*:", "line ");
    return clean.length() > 200 ? clean.substring(0, 200) : clean;
  }

  /** Other templates do not exist. */
  private static final class NoFiles extends AbstractTemplateLoader {
    @Override
    public TemplateSource sourceAt(String location) throws IOException {
      throw new FileNotFoundException("there is no other template called " + location);
    }
  }

  /** Texts, numbers and lists have no members. */
  private static final class Scalars implements ValueResolver {
    @Override
    public Object resolve(Object context, String name) {
      return UNRESOLVED;
    }

    @Override
    public Object resolve(Object context) {
      return UNRESOLVED;
    }

    @Override
    public Set<Map.Entry<String, Object>> propertySet(Object context) {
      return Set.of();
    }
  }
}
