package dev.belfry.alerting.mail;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;

/** Renders an e-mail as HTML that loads nothing; the template escapes by context. */
public final class HtmlRenderer {
  private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(ContentType.Html);

  private HtmlRenderer() {}

  /** The HTML document. */
  public static String of(EmailContent content) {
    StringOutput page = new StringOutput(8192);
    ENGINE.render("mail/email.jte", content, page);
    return page.toString();
  }
}
