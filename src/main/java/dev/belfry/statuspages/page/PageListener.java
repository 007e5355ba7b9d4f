package dev.belfry.statuspages.page;

import java.util.UUID;

/** Is told what this instance has done to status pages, before the client is. */
public interface PageListener {
  /** A page has been created or replaced; the url is its present one. */
  void onWritten(String url);

  /** A page has been deleted. */
  void onDeleted(UUID page);
}
