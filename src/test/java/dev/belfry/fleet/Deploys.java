package dev.belfry.fleet;

import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A project that is deployed again and again, each time with other names for its resources. */
final class Deploys implements AutoCloseable {
  private static final int SERVICES = 20;
  private static final long PAUSE_NANOS = 300_000_000;
  private static final long PATIENCE_MILLIS = 30_000;
  private static final String PATH = "/v1/projects/deploy?dryRun=false";

  private final ApiClient client;
  private final Thread thread = new Thread(this::deploy, "deploys");
  private final List<String> failures = new ArrayList<>();
  private volatile boolean enough;
  private int sent;
  private int acknowledged;
  private int away;
  private int last;

  Deploys(ApiClient client) {
    this.client = client;
    thread.start();
  }

  private void deploy() {
    while (!enough) {
      note(++sent, answer(sent));
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    // The last one meets a set that is well, so its resources are those that stay.
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    while (last != sent && System.nanoTime() < deadline) {
      note(++sent, answer(sent));
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private @Nullable ApiReply answer(int number) {
    StringBuilder resources = new StringBuilder();
    for (int i = 0; i < SERVICES; i++) {
      resources
          .append(i == 0 ? "" : ",")
          .append(
              """
              {"logicalId":"s%d","type":"status-page-service","member":true,"sourceFile":"s.ts",
               "payload":{"name":"deploy-%d-%d"}}"""
                  .formatted(i, i, number));
    }
    try {
      return client.post(
          PATH,
          """
          {"project":{"logicalId":"failover","name":"Fail-over","repoUrl":"https://example.com/f"},
           "sharedFiles":[],"repoInfo":null,"resources":[%s]}"""
              .formatted(resources));
    } catch (AssertionError none) {
      return null;
    }
  }

  private synchronized void note(int number, @Nullable ApiReply reply) {
    int status = reply == null ? 0 : reply.status();
    if (status == 200 || status == 202) {
      acknowledged++;
      last = number;
    } else if (status == 503 || status == 409 || status == 0) {
      away++;
    } else if (reply != null) {
      failures.add("deploy " + number + ": " + status + " " + reply.text());
    }
  }

  /** How many were sent, acknowledged, and asked to come again. */
  synchronized String report() {
    return "%d deploys, %d acknowledged, %d to be sent again".formatted(sent, acknowledged, away);
  }

  /** Answers that must not be. */
  synchronized List<String> failures() {
    return List.copyOf(failures);
  }

  /** The number in the names of the resources that must be there in the end. */
  synchronized int last() {
    return last;
  }

  /** How many resources there must be. */
  int resources() {
    return SERVICES;
  }

  @Override
  public void close() {
    end();
  }

  /** Ends them, and returns when all have their last answer. */
  void end() {
    enough = true;
    try {
      thread.join(2 * PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
