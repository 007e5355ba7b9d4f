package dev.belfry.platform.template;

import com.github.jknack.handlebars.Decorator;
import com.github.jknack.handlebars.Helper;
import com.github.jknack.handlebars.HelperRegistry;
import java.io.File;
import java.io.InputStream;
import java.io.Reader;
import java.net.URI;
import java.nio.charset.Charset;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The closed set of helpers that templates may call. None of them reads a file, renders another
 * template or inspects an object.
 */
@SuppressWarnings({"unchecked", "rawtypes"})
final class HelperCatalog implements HelperRegistry {
  private final Map<String, Helper<Object>> words;

  HelperCatalog(Map<String, Helper<Object>> words) {
    this.words = Map.copyOf(words);
  }

  @Override
  @SuppressWarnings("NullAway") // The library takes null for a word that is none.
  public <C> @Nullable Helper<C> helper(String name) {
    return (Helper<C>) words.get(name);
  }

  @Override
  public Set<Map.Entry<String, Helper<?>>> helpers() {
    return (Set) words.entrySet();
  }

  @Override
  @SuppressWarnings("NullAway") // As above.
  public @Nullable Decorator decorator(String name) {
    return null;
  }

  @Override
  public <H> HelperRegistry registerHelper(String name, Helper<H> helper) {
    throw closed();
  }

  @Override
  public <H> HelperRegistry registerHelperMissing(Helper<H> helper) {
    throw closed();
  }

  @Override
  public HelperRegistry registerHelpers(Object source) {
    throw closed();
  }

  @Override
  public HelperRegistry registerHelpers(Class<?> source) {
    throw closed();
  }

  @Override
  public HelperRegistry registerHelpers(URI location) {
    throw closed();
  }

  @Override
  public HelperRegistry registerHelpers(File input) {
    throw closed();
  }

  @Override
  public HelperRegistry registerHelpers(String name, Reader source) {
    throw closed();
  }

  @Override
  public HelperRegistry registerHelpers(String name, InputStream source) {
    throw closed();
  }

  @Override
  public HelperRegistry registerHelpers(String name, String source) {
    throw closed();
  }

  @Override
  public HelperRegistry registerDecorator(String name, Decorator decorator) {
    throw closed();
  }

  @Override
  public HelperRegistry setCharset(Charset charset) {
    return this;
  }

  private static UnsupportedOperationException closed() {
    return new UnsupportedOperationException("Templates cannot register helpers");
  }
}
