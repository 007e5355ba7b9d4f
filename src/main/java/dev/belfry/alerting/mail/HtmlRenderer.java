package dev.belfry.alerting.mail;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;

/** A letter as an HTML page that loads nothing. The template escapes by where a text stands. */
public final class HtmlRenderer {
  private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(ContentType.Html);

  private HtmlRenderer() {}

  public static String of(EmailContent content) {
    StringOutput page = new StringOutput(8192);
    ENGINE.render("mail/email.jte", content, page);
    return page.toString();
  }
}
