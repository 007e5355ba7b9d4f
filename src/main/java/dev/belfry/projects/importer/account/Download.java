package dev.belfry.projects.importer.account;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reads all lists of an account, page by page. Each page is kept in a folder until all is read, so
 * that a download that was interrupted goes on where it was.
 */
public final class Download {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final int PAGE = 100;

  private final RemoteApi api;
  private final Path folder;

  /**
   * @param folder made readable for its owner alone, since answers hold secrets
   */
  public Download(RemoteApi api, Path folder) {
    this.api = api;
    this.folder = folder;
  }

  /**
   * The entries of each list.
   *
   * @throws RemoteApi.UnreadableException if a list cannot be read
   */
  Map<RemoteList, List<JsonNode>> all() {
    try {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      Map<RemoteList, List<JsonNode>> lists = new EnumMap<>(RemoteList.class);
      for (RemoteList list : RemoteList.values()) {
        lists.put(list, entries(list));
      }
      return lists;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes what was kept. */
  public void forget() {
    try (Stream<Path> pages = Files.list(folder)) {
      for (Path page : pages.toList()) {
        Files.delete(page);
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<JsonNode> entries(RemoteList list) throws IOException {
    List<JsonNode> entries = new ArrayList<>();
    String next = "";
    JsonNode before = MissingNode.getInstance();
    for (int number = 1; ; number++) {
      JsonNode page = page(list, number, next);
      if (page.equals(before)) {
        return entries; // A list without pages is the same on each of them.
      }
      before = page;
      JsonNode some = page.isArray() ? page : page.path("entries");
      some.forEach(entries::add);
      next = page.path("nextId").asText("");
      boolean last = list.hasCursor() ? next.isEmpty() || next.equals("null") : some.size() < PAGE;
      if (last) {
        return entries;
      }
    }
  }

  private JsonNode page(RemoteList list, int number, String next) throws IOException {
    Path kept = folder.resolve(list.name().toLowerCase(Locale.ROOT) + "-" + number);
    if (Files.exists(kept)) {
      return MAPPER.readTree(Files.readString(kept));
    }
    String query = list.path() + "?limit=" + PAGE;
    if (!list.hasCursor()) {
      query += "&page=" + number;
    } else if (!next.isEmpty()) {
      query += "&nextId=" + next;
    }
    String text = api.read(query);
    if (text.isEmpty()) {
      if (!list.isOptional()) {
        throw new RemoteApi.UnreadableException("There is nothing at " + list.path());
      }
      text = "[]";
    }
    JsonNode page = parsed(list, text);
    Path partial = folder.resolve("partial");
    Files.writeString(partial, text);
    Files.move(partial, kept, StandardCopyOption.ATOMIC_MOVE);
    return page;
  }

  private static JsonNode parsed(RemoteList list, String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new RemoteApi.UnreadableException("The answer of " + list.path() + " is no JSON");
    }
  }
}
