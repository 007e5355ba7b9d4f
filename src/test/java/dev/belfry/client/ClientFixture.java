package dev.belfry.client;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An account on a running service, and a command line that is pointed at it as its documentation
 * says. Everything but loopback goes to a proxy that lets nothing through and counts who asks.
 */
final class ClientFixture implements AutoCloseable {
  /** Installing and starting up aside, no command takes more than a few seconds. */
  private static final int SECONDS = 60;

  private static @Nullable TestApp running;
  private static final AtomicInteger ASKED_OUTSIDE = new AtomicInteger();
  private static @Nullable ServerSocket outside;

  final TestApp app = app();
  final Tenant acme = app.newTenant();
  final ApiClient api = app.as(acme);

  /** Addresses of pages are one for all accounts. */
  final String pageAddress = "p" + acme.account();

  private final NodeProject project;
  private final Path directory;
  private final Map<String, String> environment = new HashMap<>();

  /**
   * @param project a directory of {@code src/test/clients}
   * @param directory an empty one, for the copy of the project that is worked on
   */
  ClientFixture(String project, Path directory) {
    this.project = NodeProject.of(project);
    this.directory = directory.resolve("project");
    this.project.copyTo(this.directory);
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", directory.resolve("home").toString());
    environment.put("CI", "1");
    environment.put("NO_COLOR", "1");
    environment.put("CHECKLY_CLI_MODE", "ci");
    environment.put("CHECKLY_NO_DOTENV", "1");
    environment.put("CHECKLY_SKIP_NEW_VERSION_CHECK", "true");
    environment.put("CHECKLY_ENV", "local");
    environment.put("CHECKLY_MQTT_URL", "ws://127.0.0.1:" + app.port() + "/mqtt");
    environment.put("CHECKLY_API_URL", "http://127.0.0.1:" + app.port());
    environment.put("CHECKLY_ACCOUNT_ID", acme.account().toString());
    environment.put("CHECKLY_API_KEY", acme.key());
    String proxy = "http://127.0.0.1:" + outside().getLocalPort();
    for (String scheme : List.of("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy")) {
      environment.put(scheme, proxy);
    }
    environment.put("NO_PROXY", "127.0.0.1");
    environment.put("no_proxy", "127.0.0.1");
    set("PAGE_ADDRESS", pageAddress);
    set("GROUP_BY_HAND", "1");
    set("CHANNEL_BY_HAND", "1");
  }

  /** One service for all commands; it probes its own addresses. */
  private static synchronized TestApp app() {
    TestApp app = running;
    if (app == null) {
      app =
          TestApp.start(
              Map.of(
                  "BELFRY_LOCATIONS",
                  "eu-west-1,eu-central-1",
                  "BELFRY_ALLOW_PRIVATE_TARGETS",
                  "true"));
      running = app;
      Runtime.getRuntime().addShutdownHook(new Thread(app::close));
    }
    return app;
  }

  private static synchronized ServerSocket outside() {
    ServerSocket socket = outside;
    if (socket == null) {
      try {
        socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      outside = socket;
      Thread refusing = new Thread(ClientFixture::refuse, "outside");
      refusing.setDaemon(true);
      refusing.start();
    }
    return socket;
  }

  private static void refuse() {
    while (true) {
      try {
        Socket asking = outside().accept();
        ASKED_OUTSIDE.incrementAndGet();
        asking.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** How often a command line wanted to reach anything but this service. */
  static int askedOutside() {
    return ASKED_OUTSIDE.get();
  }

  /** Takes away the way into what is installed, so that nobody deletes it with the copy. */
  @Override
  public void close() {
    remove("node_modules");
  }

  /** Changes a variable of the command line's environment. */
  void set(String name, String value) {
    environment.put(name, value);
  }

  /** Runs a command of the command line. */
  CommandResult run(String... arguments) {
    List<String> command = Stream.concat(project.program().stream(), Stream.of(arguments)).toList();
    return new Command(directory, environment, SECONDS).run(command);
  }

  /** Runs a command that gets an interrupt, as of Ctrl+C, once something has happened. */
  CommandResult interrupted(Command.Waiting happened, String... arguments) {
    List<String> command = Stream.concat(project.program().stream(), Stream.of(arguments)).toList();
    return new Command(directory, environment, SECONDS).interrupted(command, happened);
  }

  /** The text of a file of the project. */
  String file(String name) {
    try {
      return Files.readString(directory.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces a text in a file of the project, as a person does with an editor. */
  void edit(String name, String before, String after) {
    String text = file(name);
    if (!text.contains(before)) {
      throw new AssertionError(name + " has no " + before);
    }
    write(name, text.replace(before, after));
  }

  /** Writes a file of the project. */
  void write(String name, String text) {
    try {
      Files.writeString(directory.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes a file of the project. */
  void remove(String name) {
    try {
      Files.delete(directory.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A group and a channel that nobody deploys, for the project to refer to. */
  ByHand byHand() {
    String group = make("/v2/check-groups", "{\"name\":\"By hand\",\"tags\":[\"old\"]}");
    String channel =
        make(
            "/v1/alert-channels",
            "{\"type\":\"EMAIL\",\"config\":{\"address\":\"on-call@example.org\"}}");
    set("GROUP_BY_HAND", group);
    set("CHANNEL_BY_HAND", channel);
    return new ByHand(group, channel);
  }

  /** Ids of what nobody deploys. */
  record ByHand(String group, String channel) {}

  /** All there is in the account of what projects are made of, each list by its path. */
  Map<String, JsonNode> everything() {
    Map<String, JsonNode> all = new TreeMap<>();
    for (String path :
        List.of(
            "/v1/checks",
            "/v1/check-groups",
            "/v1/alert-channels",
            "/v1/status-pages",
            "/v1/status-pages/services",
            "/v1/maintenance-windows",
            "/v1/private-locations")) {
      JsonNode list = api.get(path + (path.endsWith("locations") ? "" : "?limit=100")).json();
      all.put(path, list.has("entries") ? list.get("entries") : list);
    }
    return all;
  }

  /** One entry of a list by its name. */
  JsonNode named(String path, String name) {
    for (JsonNode entry : requireNonNull(everything().get(path))) {
      if (entry.path("name").asText().equals(name)) {
        return entry;
      }
    }
    throw new AssertionError("no " + name + " under " + path);
  }

  /** The names in a list. */
  List<String> names(String path) {
    List<String> names = new ArrayList<>();
    requireNonNull(everything().get(path)).forEach(entry -> names.add(entry.path("name").asText()));
    return names;
  }

  /** Makes something through the API; answers its id. */
  String make(String path, String body) {
    return api.post(path, body).hasStatus(201).id();
  }
}
