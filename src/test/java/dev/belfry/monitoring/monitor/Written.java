package dev.belfry.monitoring.monitor;

import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;

/** Things that many requests create, change and delete in one statement. */
enum Written {
  GROUP(
      "check-group",
      "check_groups",
      "/v1/check-groups",
      "/name",
      "{\"name\":\"%s\",\"locations\":[\"eu-west-1\"],\"concurrency\":5}"),
  GROUP_OF_SECOND_VERSION(
      "check-group",
      "check_groups",
      "/v2/check-groups",
      "/name",
      "{\"name\":\"%s\",\"locations\":[\"eu-west-1\"]}"),
  CHANNEL(
      "alert-channel",
      "alert_channels",
      "/v1/alert-channels",
      "/config/name",
      """
      {"type":"WEBHOOK","config":{"name":"%s","url":"https://bot.example.com/","method":"POST",
       "webhookSecret":"s3cret"}}"""),
  WINDOW(
      "maintenance-window",
      "maintenance_windows",
      "/v1/maintenance-windows",
      "/name",
      """
      {"name":"%s","startsAt":"2040-01-01T02:00:00Z","endsAt":"2040-01-01T03:00:00Z","tags":["a"]}"""),
  /** The checks of its account are rescheduled after each write. */
  PAUSING_WINDOW(
      "maintenance-window",
      "maintenance_windows",
      "/v1/maintenance-windows",
      "/name",
      """
      {"name":"%s","startsAt":"2020-01-01T02:00:00Z","endsAt":"2040-01-01T03:00:00Z",
       "pauseAllChecks":true,"tags":["a"]}"""),
  VARIABLE(
      "variable", "variables", "/v1/variables", "/value", "{\"key\":\"%1$s\",\"value\":\"%1$s\"}") {
    @Override
    String id(ApiReply made) {
      return made.hasStatus(201).at("/key").asText();
    }

    @Override
    String condition(String id) {
      return "key = '" + id + "'";
    }
  };

  /** In the audit log. */
  final String type;

  final String table;
  private final String path;

  /** The member that an update changes, as the audit log names it. */
  final String changed;

  private final String body;

  Written(String type, String table, String path, String changed, String body) {
    this.type = type;
    this.table = table;
    this.path = path;
    this.changed = changed;
    this.body = body;
  }

  /** Creates one; the reply has its {@link #id}. */
  ApiReply post(ApiClient client, String name) {
    return client.post(path, body.formatted(name));
  }

  String id(ApiReply made) {
    return made.hasStatus(201).id();
  }

  String made(ApiClient client, String name) {
    return id(post(client, name));
  }

  /** Gives one another name, and a new value where it has one. */
  ApiReply put(ApiClient client, String id, String name) {
    return client.put(path + "/" + id, body.formatted(name));
  }

  /** The entity tag of one. */
  String tag(ApiClient client, String id) {
    return client.get(path.replace("v2", "v1") + "/" + id).hasStatus(200).header("etag");
  }

  ApiReply delete(ApiClient client, String id) {
    return client.delete(path.replace("v2", "v1") + "/" + id);
  }

  /** The condition that one row of an account meets in the table. */
  String condition(String id) {
    return "id = " + id;
  }
}
