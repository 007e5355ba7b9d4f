package dev.belfry.platform.template;

import com.fasterxml.jackson.databind.node.ArrayNode;

/** Parts of messages in the blocks of Slack. */
public final class SlackMarkup {
  private SlackMarkup() {}

  /** Escapes the three special characters of the markup, so that no text mentions people. */
  public static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** Adds a block of text; {@code text} is markup. */
  public static void section(ArrayNode blocks, String text) {
    blocks
        .addObject()
        .put("type", "section")
        .putObject("text")
        .put("type", "mrkdwn")
        .put("text", text);
  }
}
