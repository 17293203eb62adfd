package io.headroom.buffers.jmh.compare.page;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/** A page, read by the JDK's XML parser: what is no well-formed XML fails here. */
final class PageReader {
    private final String source;
    private final Document document;

    private PageReader(String source, Document document) {
        this.source = source;
        this.document = document;
    }

    static PageReader of(String source) {
        try {
            DocumentBuilder parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
            parser.setErrorHandler(new DefaultHandler() {
                @Override
                public void error(SAXParseException e) throws SAXException {
                    throw e;
                }
            });
            return new PageReader(source, parser.parse(new InputSource(new StringReader(source))));
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new AssertionError(e.getMessage() + "\n" + source, e);
        }
    }

    String source() {
        return source;
    }

    List<Element> all(String tag) {
        return within(document.getDocumentElement(), tag);
    }

    List<String> text(String tag) {
        return all(tag).stream()
                .map(element -> element.getTextContent().strip())
                .toList();
    }

    /** Returns the rows of all tables, cells with bars between them. */
    List<String> rows() {
        return all("tr").stream()
                .map(row -> children(row).stream()
                        .map(cell -> cell.getTextContent().strip())
                        .collect(Collectors.joining(" | ")))
                .toList();
    }

    static List<Element> within(Element element, String tag) {
        return elements(element.getElementsByTagName(tag));
    }

    static String title(Element chart) {
        return within(chart, "title").get(0).getTextContent();
    }

    static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    private static List<Element> children(Element element) {
        return elements(element.getChildNodes());
    }

    private static List<Element> elements(NodeList nodes) {
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            if (nodes.item(i) instanceof Element element) {
                elements.add(element);
            }
        }
        return elements;
    }
}
