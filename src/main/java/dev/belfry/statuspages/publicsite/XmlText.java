package dev.belfry.statuspages.publicsite;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes an XML document, well-formed whatever the texts in it are. */
final class XmlText {
  private final StringWriter text = new StringWriter();
  private final XMLStreamWriter writer;

  XmlText() {
    try {
      writer = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      writer.writeStartDocument("utf-8", "1.0");
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Begins an element; {@code attributes} are names, each followed by its value. */
  XmlText open(String name, String... attributes) {
    try {
      writer.writeStartElement(name);
      attributes(attributes);
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e);
    }
    return this;
  }

  /** Ends the element that was begun last. */
  XmlText close() {
    try {
      writer.writeEndElement();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e);
    }
    return this;
  }

  /** An element without content. */
  XmlText empty(String name, String... attributes) {
    try {
      writer.writeEmptyElement(name);
      attributes(attributes);
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e);
    }
    return this;
  }

  /** An element with a text. */
  XmlText element(String name, String content, String... attributes) {
    open(name, attributes);
    try {
      writer.writeCharacters(clean(content));
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e);
    }
    return close();
  }

  private void attributes(String... attributes) throws XMLStreamException {
    for (int i = 0; i < attributes.length; i += 2) {
      writer.writeAttribute(attributes[i], clean(attributes[i + 1]));
    }
  }

  /** The document; nothing may be added after this. */
  byte[] end() {
    try {
      writer.writeEndDocument();
      writer.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e);
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Some characters cannot be in a document at all, not even escaped (XML 1.0, 2.2). */
  private static String clean(String content) {
    StringBuilder clean = new StringBuilder(content.length());
    content.codePoints().forEach(point -> clean.appendCodePoint(isAllowed(point) ? point : 0xFFFD));
    return clean.toString();
  }

  private static boolean isAllowed(int point) {
    return point >= 0x20
        ? point < 0xD800 || (point > 0xDFFF && point != 0xFFFE && point != 0xFFFF)
        : point == '\t' || point == '\n' || point == '\r';
  }
}
