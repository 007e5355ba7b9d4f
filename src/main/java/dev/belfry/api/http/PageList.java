package dev.belfry.api.http;

import java.util.ArrayList;
import java.util.List;

/**
 * One page of a page list: a bare array with {@code content-range} and {@code link} headers (wire
 * contract 1.1).
 *
 * @param entries the entries of the page, JSON texts
 * @param total number of entries on all pages
 */
public record PageList(List<String> entries, long total) {

  /** The number of entries before the page that a request asks for. */
  public static long offset(ApiRequest request) {
    return (page(request) - 1) * request.number("limit");
  }

  /** Where a list allows page 0, it is the first one too. */
  private static long page(ApiRequest request) {
    return Math.max(1, request.number("page"));
  }

  /** The answer to a request with {@code limit} and {@code page}. */
  public ApiResponse answer(ApiRequest request) {
    long first = offset(request);
    String range =
        entries.isEmpty() ? "*/" + total : first + "-" + (first + entries.size() - 1) + "/" + total;
    ApiResponse answer = ApiResponse.ok(JsonText.array(entries)).with("content-range", range);
    String links = links(request);
    return links.isEmpty() ? answer : answer.with("link", links);
  }

  private String links(ApiRequest request) {
    long page = page(request);
    long last = Math.max(1, -Math.floorDiv(-total, request.number("limit")));
    List<String> links = new ArrayList<>();
    if (page < last) {
      links.add(link(request, page + 1, "next"));
    }
    if (page > 1) {
      links.add(link(request, Math.min(page - 1, last), "prev"));
    }
    if (last > 1) {
      links.add(link(request, 1, "first"));
      links.add(link(request, last, "last"));
    }
    return String.join(", ", links);
  }

  /** A link relative to the host (RFC 8288 allows it), so it is right behind any balancer. */
  private static String link(ApiRequest request, long page, String relation) {
    StringBuilder address = new StringBuilder(request.path()).append('?');
    String query = request.query();
    if (query != null) {
      for (String pair : query.split("&", -1)) {
        if (!pair.isEmpty() && !pair.startsWith("page=")) {
          address.append(pair).append('&');
        }
      }
    }
    return "<" + address + "page=" + page + ">; rel=\"" + relation + "\"";
  }
}
