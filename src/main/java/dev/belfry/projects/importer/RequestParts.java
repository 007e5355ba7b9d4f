package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.HeaderRules;
import java.util.Locale;
import java.util.Set;

/** Converts what requests of all sources have. */
final class RequestParts {
  private static final String USUAL = "GET";
  private static final Set<String> METHODS =
      Set.of(USUAL, "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");

  private RequestParts() {}

  /** Whether a source asks for another method than GET. */
  static boolean hasMethod(TrackedObject from) {
    String method = from.text("method");
    return !method.isEmpty() && !method.equalsIgnoreCase(USUAL);
  }

  /** Gives a request its method; GET for an unknown one. */
  static void method(TrackedObject from, ObjectNode request) {
    String method = from.text("method").toUpperCase(Locale.ROOT);
    boolean known = METHODS.contains(method);
    request.put("method", known ? method : USUAL);
    if (!known && !method.isEmpty()) {
      from.note("method", "is not known; the request is a GET");
    }
  }

  /** Gives a request the members of an object as headers, and notes those that it cannot have. */
  static void headers(TrackedObject from, ObjectNode request) {
    for (String name : from.names()) {
      String value = from.text(name);
      if (!HeaderRules.isName(name) || !HeaderRules.isValue(value)) {
        from.note(name, "is not a header and is left out");
      } else if (HeaderRules.isReserved(name)) {
        from.note(name, "is left out: the service sets this header itself");
      } else {
        addHeader(request, name, value);
      }
    }
  }

  static void addHeader(ObjectNode request, String name, String value) {
    request.withArray("/headers").addObject().put("key", name).put("value", value);
  }
}
