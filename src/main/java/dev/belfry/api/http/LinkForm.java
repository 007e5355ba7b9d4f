package dev.belfry.api.http;

import static dev.belfry.api.http.LinkPage.escape;

import java.util.List;

/** A form of fields on a {@link LinkPage}. It works without a script. */
public final class LinkForm {
  private final StringBuilder fields = new StringBuilder(512);
  private final String action;

  /**
   * A form without fields.
   *
   * @param action where it posts to, relative to the address of the page
   */
  public LinkForm(String action) {
    this.action = action;
  }

  /**
   * An entry of a group or a selection.
   *
   * @param isChosen whether it is chosen at first
   */
  public record Choice(String value, String label, boolean isChosen) {}

  /** Adds boxes of which any number may be ticked. */
  public LinkForm boxes(String name, String legend, String hint, List<Choice> choices) {
    fields
        .append("<fieldset><legend>")
        .append(escape(legend))
        .append("</legend>\n<p class=\"soft\">")
        .append(escape(hint))
        .append("</p>\n");
    for (Choice choice : choices) {
      fields
          .append("<label class=\"box\"><input type=\"checkbox\" name=\"")
          .append(escape(name))
          .append("\" value=\"")
          .append(escape(choice.value()))
          .append(choice.isChosen() ? "\" checked> " : "\"> ")
          .append(escape(choice.label()))
          .append("</label>\n");
    }
    fields.append("</fieldset>\n");
    return this;
  }

  /** Adds a selection of one of several. */
  public LinkForm selection(String name, String label, List<Choice> choices) {
    open(label, "<select name=\"", name).append("\">\n");
    for (Choice choice : choices) {
      fields
          .append("<option value=\"")
          .append(escape(choice.value()))
          .append(choice.isChosen() ? "\" selected>" : "\">")
          .append(escape(choice.label()))
          .append("</option>\n");
    }
    fields.append("</select></label>\n");
    return this;
  }

  /** Adds a line of text. */
  public LinkForm text(String name, String label, String value, int longest) {
    open(label, "<input type=\"text\" name=\"", name)
        .append("\" maxlength=\"")
        .append(longest)
        .append("\" value=\"")
        .append(escape(value))
        .append("\"></label>\n");
    return this;
  }

  private StringBuilder open(String label, String tag, String name) {
    return fields
        .append("<label class=\"field\"><span>")
        .append(escape(label))
        .append("</span>")
        .append(tag)
        .append(escape(name));
  }

  String html(String button) {
    return "<form method=\"post\" action=\"%s\">\n%s<button type=\"submit\">%s</button></form>\n"
        .formatted(escape(action), fields, escape(button));
  }
}
