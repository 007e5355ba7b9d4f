package dev.belfry.alerting.mail;

/** The style of a message, which chooses its colours. */
public enum EmailStyle {
  BAD("#b3261e", "#ff8a80"),
  WARNING("#8a5a00", "#ffca5c"),
  GOOD("#1b6e3c", "#6fdc9a"),
  PLAIN("#2b5797", "#9cc4ff");

  private final String light;
  private final String dark;

  EmailStyle(String light, String dark) {
    this.light = light;
    this.dark = dark;
  }

  /** A colour to be read on white. */
  public String light() {
    return light;
  }

  /** A colour to be read on black. */
  public String dark() {
    return dark;
  }

  /** Its class in the style sheet. */
  public String cssClass() {
    return "tone-" + name().charAt(0);
  }
}
