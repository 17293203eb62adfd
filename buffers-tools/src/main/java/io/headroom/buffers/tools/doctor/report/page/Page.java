package io.headroom.buffers.tools.doctor.report.page;

import io.headroom.buffers.tools.doctor.diagnosis.Diagnosis;
import io.headroom.buffers.tools.doctor.diagnosis.Finding;
import io.headroom.buffers.tools.doctor.diagnosis.Remedy;
import io.headroom.buffers.tools.doctor.report.Summary;
import java.util.List;
import java.util.Locale;

/** Diagnoses as a page, for people who would rather look than read. It needs nothing from elsewhere and no script, and is well-formed XML. */
public final class Page {
    private final Markup out = new Markup();

    private Page() {}

    /** Returns the page of all diagnoses. */
    public static String of(List<Diagnosis> diagnoses) {
        Page page = new Page();
        page.write(diagnoses);
        return page.out.text();
    }

    private void write(List<Diagnosis> diagnoses) {
        out.line("<!DOCTYPE html>");
        out.open("html", "xmlns", "http://www.w3.org/1999/xhtml", "lang", "en");
        out.open("head").empty("meta", "charset", "utf-8");
        out.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        out.empty(
                "meta",
                "http-equiv",
                "Content-Security-Policy",
                "content",
                "default-src 'none'; style-src 'unsafe-inline'");
        out.element("title", "Headroom doctor");
        out.line("<style>").line(Style.SHEET).line("</style>").close();
        out.open("body").open("main");
        diagnoses.forEach(this::diagnosis);
        out.close().close().close();
    }

    private void diagnosis(Diagnosis diagnosis) {
        out.element("h1", Summary.title(diagnosis.evidence()));
        out.element(
                "p", Summary.verdict(diagnosis), "class", Summary.isGood(diagnosis) ? "verdict good" : "verdict bad");
        out.open("div", "class", "charts");
        new Charts(out).draw(diagnosis.evidence());
        out.close();
        if (!diagnosis.findings().isEmpty()) {
            out.element("h2", "Findings");
            diagnosis.findings().forEach(this::finding);
        }
        if (!diagnosis.remedies().isEmpty()) {
            out.element("h2", Summary.remedies(diagnosis));
            diagnosis.remedies().forEach(this::remedy);
        }
        out.element("h2", "Figures").open("dl");
        Summary.figures(diagnosis.evidence()).forEach(figure -> entry(figure.name(), figure.text()));
        out.close();
        if (!diagnosis.gaps().isEmpty()) {
            out.element("h2", "Not known").open("dl");
            diagnosis.gaps().forEach(gap -> entry(gap.question(), gap.reason()));
            out.close();
        }
        if (!diagnosis.recipe().isEmpty()) {
            out.element("h2", "A recording that tells it");
            out.element("pre", String.join("\n", diagnosis.recipe()));
        }
    }

    private void finding(Finding finding) {
        String severity = finding.severity().name().toLowerCase(Locale.ROOT);
        out.open("div", "class", "finding " + severity);
        out.element("h3", severity + ": " + finding.title());
        list(finding.evidence());
        out.close();
    }

    private void remedy(Remedy remedy) {
        out.open("div", "class", "remedy").element("h3", remedy.title());
        list(remedy.steps());
        if (!remedy.code().isEmpty()) {
            out.element("pre", String.join("\n", remedy.code()));
        }
        out.close();
    }

    private void list(List<String> items) {
        out.open("ul");
        items.forEach(item -> out.element("li", item));
        out.close();
    }

    private void entry(String term, String meaning) {
        out.element("dt", term).element("dd", meaning);
    }
}
