package dev.belfry.api.contract;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The members of an object in the order in which they came. A schema bounds their number, so that
 * two arrays are filled and searched in less time than a hash table takes.
 */
final class MemberMap extends AbstractMap<String, JsonNode> {
  private String[] names;
  private JsonNode[] values;
  private int size;

  /**
   * @param capacity how many members are expected, 0 or more
   */
  MemberMap(int capacity) {
    names = new String[capacity];
    values = new JsonNode[capacity];
  }

  /** Adds a member that is not there yet. */
  void add(String name, JsonNode value) {
    if (size == names.length) {
      names = Arrays.copyOf(names, size * 2 + 1);
      values = Arrays.copyOf(values, size * 2 + 1);
    }
    names[size] = name;
    values[size] = value;
    size++;
  }

  @Override
  public @Nullable JsonNode put(String name, JsonNode value) {
    int at = indexOf(name);
    if (at < 0) {
      add(name, value);
      return null;
    }
    JsonNode before = values[at];
    values[at] = value;
    return before;
  }

  @Override
  public @Nullable JsonNode get(@Nullable Object name) {
    int at = indexOf(name);
    return at < 0 ? null : values[at];
  }

  @Override
  public boolean containsKey(@Nullable Object name) {
    return indexOf(name) >= 0;
  }

  @Override
  public @Nullable JsonNode remove(@Nullable Object name) {
    int at = indexOf(name);
    return at < 0 ? null : removeAt(at);
  }

  private JsonNode removeAt(int at) {
    JsonNode removed = values[at];
    size--;
    System.arraycopy(names, at + 1, names, at, size - at);
    System.arraycopy(values, at + 1, values, at, size - at);
    return removed;
  }

  /** The names of schemas and codecs are interned, so most are found without comparing texts. */
  @SuppressWarnings("ReferenceEquality")
  private int indexOf(@Nullable Object name) {
    for (int i = 0; i < size; i++) {
      if (names[i] == name) {
        return i;
      }
    }
    for (int i = 0; i < size; i++) {
      if (names[i].equals(name)) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public Set<Map.Entry<String, JsonNode>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return size;
      }

      @Override
      public Iterator<Map.Entry<String, JsonNode>> iterator() {
        return new Entries();
      }
    };
  }

  /** Walks over the members; an entry that is set changes the map. */
  private final class Entries implements Iterator<Map.Entry<String, JsonNode>> {
    private int next;

    @Override
    public boolean hasNext() {
      return next < size;
    }

    @Override
    public Map.Entry<String, JsonNode> next() {
      if (next >= size) {
        throw new NoSuchElementException();
      }
      String name = names[next];
      return new SimpleEntry<>(name, values[next++]) {
        @Override
        public JsonNode setValue(JsonNode value) {
          put(name, value);
          return super.setValue(value);
        }
      };
    }

    @Override
    public void remove() {
      removeAt(--next);
    }
  }
}
