package dev.belfry.engine.request;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.belfry.engine.probe.http.HttpCall;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Hides secrets in texts that are kept: as they are, and as URLs, forms and JSON write them. A
 * target may send back what it got.
 */
public final class SecretMask {
  /** What stands for a secret. */
  public static final String MASK = "****";

  /** Hides nothing. */
  public static final SecretMask NONE = new SecretMask(List.of());

  /** Texts of this length may have been cut, within a secret too. */
  private static final int MAYBE_CUT = 900;

  /** Characters of the beginning of a secret that are hidden at the end of a cut text. */
  private static final int LEAST_BEGINNING = 4;

  private final List<String> secrets;

  private SecretMask(List<String> secrets) {
    this.secrets = secrets;
  }

  /** A mask of these secrets; empty ones count for nothing. */
  static SecretMask of(Collection<String> secrets) {
    Set<String> forms = new LinkedHashSet<>();
    for (String secret : secrets) {
      if (!secret.isEmpty()) {
        forms.add(secret);
        forms.add(URLEncoder.encode(secret, StandardCharsets.UTF_8));
        forms.add(HttpCall.encoded(secret));
        forms.add(new String(JsonStringEncoder.getInstance().quoteAsString(secret)));
      }
    }
    if (forms.isEmpty()) {
      return NONE;
    }
    List<String> sorted = new ArrayList<>(forms);
    sorted.sort(Comparator.comparingInt(String::length).reversed());
    return new SecretMask(List.copyOf(sorted));
  }

  /** The secrets in all their forms, for a mask on another host: never for an answer or a log. */
  List<String> forms() {
    return secrets;
  }

  /** A mask of {@link #forms}. */
  static SecretMask ofForms(List<String> forms) {
    return forms.isEmpty() ? NONE : new SecretMask(List.copyOf(forms));
  }

  /** A text without the secrets. */
  public String hide(String text) {
    String hidden = text;
    for (String secret : secrets) {
      hidden = hidden.replace(secret, MASK);
    }
    return text.length() < MAYBE_CUT ? hidden : withoutBeginning(hidden);
  }

  private String withoutBeginning(String text) {
    for (String secret : secrets) {
      int most = Math.min(secret.length() - 1, text.length());
      for (int length = most; length >= LEAST_BEGINNING; length--) {
        if (text.endsWith(secret.substring(0, length))) {
          return text.substring(0, text.length() - length) + MASK;
        }
      }
    }
    return text;
  }

  /** Hides the secrets in all texts of a document; names of members are kept. */
  public void hideIn(ObjectNode document) {
    if (secrets.isEmpty()) {
      return;
    }
    for (Map.Entry<String, JsonNode> member : document.properties()) {
      member.setValue(hidden(member.getValue()));
    }
  }

  private JsonNode hidden(JsonNode node) {
    if (node instanceof ObjectNode object) {
      hideIn(object);
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, hidden(array.get(i)));
      }
    } else if (node.isTextual()) {
      return TextNode.valueOf(hide(node.textValue()));
    }
    return node;
  }

  /** Without the secrets. */
  @Override
  public String toString() {
    return "SecretMask[]";
  }
}
