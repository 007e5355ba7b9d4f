package dev.belfry.projects.importer.account;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * Reads from the API of another service with a key. It waits when the service asks for that, and
 * tries again when the service does not answer. Blocks.
 */
public final class RemoteApi {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration ANSWER = Duration.ofSeconds(60);
  private static final int MOST_TRIES = 6;
  private static final long LONGEST_WAIT_SECONDS = 120;
  private static final int MOST_CHARACTERS = 64 << 20;
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int TOO_MANY = 429;
  private static final int SERVER_ERROR = 500;

  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(CONNECT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  private final URI address;
  private final String key;
  private final String account;
  private final Pause pause;

  /** Waits. */
  @FunctionalInterface
  public interface Pause {
    /** Waits so many seconds, for a reason that people may read. */
    void seconds(long seconds, String reason) throws InterruptedException;
  }

  /** The service refuses, or does not answer. The message says what to do. */
  public static final class UnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnreadableException(String message) {
      super(message);
    }
  }

  /**
   * @param address of the API, such as {@code https://api.example.com}
   * @param key never shown
   * @throws UnreadableException if the key would travel in plain text over a network
   */
  public RemoteApi(URI address, String key, String account, Pause pause) {
    boolean local = "127.0.0.1".equals(address.getHost()) || "localhost".equals(address.getHost());
    if (address.getHost() == null
        || !("https".equals(address.getScheme())
            || (local && "http".equals(address.getScheme())))) {
      throw new UnreadableException(
          "The address of the API must begin with https://, since a key is sent there");
    }
    this.address = address;
    this.key = key;
    this.account = account;
    this.pause = pause;
  }

  /**
   * The text of an answer; empty when there is nothing at the path.
   *
   * @param path with its query
   * @throws UnreadableException if the service refuses the key, or does not answer
   */
  String read(String path) {
    for (int attempt = 1; ; attempt++) {
      String trouble;
      long wait = 1L << Math.min(attempt, 5);
      try {
        HttpResponse<String> answer =
            client.send(request(path), HttpResponse.BodyHandlers.ofString());
        int status = answer.statusCode();
        if (status == OK) {
          if (answer.body().length() > MOST_CHARACTERS) {
            throw new UnreadableException("The answer of " + path + " is too long");
          }
          return answer.body();
        }
        if (status == NOT_FOUND) {
          return "";
        }
        if (status != TOO_MANY && status < SERVER_ERROR) {
          throw new UnreadableException(refusal(path, status));
        }
        trouble = "the service answers " + status;
        wait = Math.max(status == TOO_MANY ? askedFor(answer).orElse(wait) : wait, 1);
      } catch (IOException e) {
        trouble = "the service does not answer";
      } catch (InterruptedException e) {
        throw interrupted();
      }
      if (attempt == MOST_TRIES) {
        throw new UnreadableException(
            "Cannot read " + path + ": " + trouble + "; run the command again to go on");
      }
      await(Math.min(wait, LONGEST_WAIT_SECONDS), trouble);
    }
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(address.resolve(path))
        .timeout(ANSWER)
        .header("authorization", "Bearer " + key)
        .header("x-checkly-account", account)
        .header("accept", "application/json")
        .build();
  }

  private static String refusal(String path, int status) {
    return switch (status) {
      case 401 -> "The service does not know the key; set CHECKLY_API_KEY";
      case 403 -> "The key may not read the account; check CHECKLY_ACCOUNT_ID and the key's role";
      default -> "The service answers " + status + " to " + path;
    };
  }

  private static OptionalLong askedFor(HttpResponse<String> answer) {
    try {
      return answer.headers().firstValueAsLong("retry-after");
    } catch (NumberFormatException aDate) {
      return OptionalLong.empty();
    }
  }

  private void await(long seconds, String trouble) {
    try {
      pause.seconds(seconds, trouble);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static UnreadableException interrupted() {
    Thread.currentThread().interrupt();
    return new UnreadableException("Interrupted; run the command again to go on");
  }
}
