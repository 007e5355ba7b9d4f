package dev.belfry.statuspages.publicsite;

import java.util.List;
import java.util.Set;
import org.commonmark.Extension;
import org.commonmark.ext.autolink.AutolinkExtension;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.CoreHtmlNodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.UrlSanitizer;

/**
 * Renders CommonMark as HTML that is safe on every page. HTML in the text stays text, a picture
 * becomes a link, and a link leads to a web or e-mail address only.
 */
public final class Markdown {
  /** A text that nests deeper is shown as it was written: rendering is recursive. */
  private static final int DEEPEST = 40;

  private static final List<Extension> EXTENSIONS = List.of(AutolinkExtension.create());

  /** Does not look for addresses, which is recursive. */
  private static final Parser PLAIN = Parser.builder().build();

  private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
  private static final HtmlRenderer RENDERER =
      HtmlRenderer.builder()
          .escapeHtml(true)
          .sanitizeUrls(true)
          .urlSanitizer(new KnownSchemes())
          .softbreak("<br>\n")
          .nodeRendererFactory(PageNodes::new)
          .attributeProviderFactory(
              context ->
                  (node, tag, attributes) -> {
                    if (tag.equals("a")) {
                      attributes.put("rel", "noopener nofollow");
                      attributes.remove("title");
                    }
                  })
          .build();

  private Markdown() {}

  /** The HTML of a text; line breaks stay line breaks. */
  public static String html(String text) {
    if (isDeeperThan(PLAIN.parse(text), DEEPEST)) {
      return "<p>" + escape(text).strip().replaceAll("\\R", "<br>\n") + "</p>";
    }
    return RENDERER.render(PARSER.parse(text)).strip();
  }

  /** Walks without recursion, which a hostile text would drive too deep. */
  private static boolean isDeeperThan(Node document, int most) {
    int depth = 0;
    Node node = document;
    while (node != null) {
      if (depth > most) {
        return true;
      }
      if (node.getFirstChild() != null) {
        node = node.getFirstChild();
        depth++;
        continue;
      }
      while (node != null && node.getNext() == null) {
        node = node.getParent();
        depth--;
      }
      node = node == null ? null : node.getNext();
    }
    return false;
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** Allows absolute web and e-mail addresses; any other link has an empty address. */
  private static final class KnownSchemes implements UrlSanitizer {
    private static final List<String> SCHEMES = List.of("http://", "https://", "mailto:");

    @Override
    public String sanitizeLinkUrl(String url) {
      return SCHEMES.stream()
              .anyMatch(scheme -> url.regionMatches(true, 0, scheme, 0, scheme.length()))
          ? url
          : "";
    }

    @Override
    public String sanitizeImageUrl(String url) {
      return "";
    }
  }

  /** Renders headings as strong paragraphs, and pictures and refused links without the address. */
  private static final class PageNodes extends CoreHtmlNodeRenderer {
    PageNodes(HtmlNodeRendererContext context) {
      super(context);
    }

    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
      return Set.of(Heading.class, Image.class, Link.class);
    }

    /** The headings of the page are those of its incidents. */
    @Override
    public void visit(Heading heading) {
      context.getWriter().line();
      context.getWriter().tag("p");
      context.getWriter().tag("strong");
      visitChildren(heading);
      context.getWriter().tag("/strong");
      context.getWriter().tag("/p");
      context.getWriter().line();
    }

    @Override
    public void visit(Link link) {
      if (context.urlSanitizer().sanitizeLinkUrl(link.getDestination()).isEmpty()) {
        visitChildren(link);
      } else {
        super.visit(link);
      }
    }

    @Override
    public void visit(Image image) {
      if (image.getFirstChild() == null) {
        image.appendChild(new Text(image.getDestination()));
      }
      Link link = new Link(image.getDestination(), null);
      while (image.getFirstChild() != null) {
        link.appendChild(image.getFirstChild());
      }
      visit(link);
    }
  }
}
