package dev.belfry.statuspages.page;

/** The theme in which a status page opens; AUTO follows the reader's device. */
public enum PageTheme {
  AUTO,
  LIGHT,
  DARK
}
