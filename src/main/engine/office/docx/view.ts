import type { OfficeComment, OfficePage, OfficePlacement } from "../../../../core/office/office-view";
import { readPart, relationsOf } from "../package/package-parts";
import { scanXml, XmlError } from "../package/scan-xml";
import { TextLimit } from "../package/text-limit";
import type { ZipPackage } from "../package/zip";
import type { TextView } from "../text/view-entry";
import { DocxMarkers } from "./markers";
import { docxParts } from "./read";
import { docxRuns } from "./runs";
import { docxPrefixes, scanDocx } from "./scan";
import { docxStyles } from "./styles";
import { type NoteLabels, PartView, type ViewContext } from "./view-part";

/** A Word document for display. */
export type DocxView = TextView & { page: OfficePage; comments: OfficeComment[]; suggestions: number };

/**
 * The paragraphs of a Word document with their kinds, cells and markers, including empty ones: the body, then notes, headers and footers.
 * `imageAt` returns the URL of an image part for the window.
 */
export function docxView(zip: ZipPackage, imageAt: (part: string) => string | null): DocxView {
  const { main, notes, margins, styles: stylesPart, numbering } = docxParts(zip);
  const body = readPart(zip, main);
  if (body === null) throw new XmlError(`its part ${main} is missing`);
  const { all: styles } = docxStyles(stylesPart === null ? null : readPart(zip, stylesPart));
  const context: ViewContext = {
    entries: [],
    styles,
    suggestions: 0,
    limit: new TextLimit(),
    counters: { tables: 0, groups: 1 },
    markers: new DocxMarkers(numbering === null ? null : readPart(zip, numbering)),
  };
  const read = (part: string, xml: string, placement: OfficePlacement, labels: NoteLabels): PartView => {
    const view = new PartView(context, { part, xml, placement, labels });
    scanDocx(xml, view);
    return view;
  };
  const { page, noteLabels } = read(main, body, "body", new Map());
  const kinds = new Map(relationsOf(zip, main).map(({ target, type }) => [target, type]));
  for (const part of [...notes, ...margins]) {
    const xml = readPart(zip, part);
    if (xml === null) continue;
    const kind = kinds.get(part);
    const placement: OfficePlacement =
      kind === "endnotes" ? "endnote" : kind === "footnotes" ? "footnote" : kind === "footer" ? "footer" : "header";
    read(part, xml, placement, noteLabels);
  }
  return {
    entries: context.entries,
    runs: docxRuns(zip, { styles, noteLabels, imageAt }),
    page,
    comments: commentsIn(zip, main),
    suggestions: context.suggestions,
  };
}

/** The comments of a document, in the order of their part. */
function commentsIn(zip: ZipPackage, main: string): OfficeComment[] {
  const part = relationsOf(zip, main).find(({ type }) => type === "comments")?.target;
  const xml = part === undefined ? null : readPart(zip, part);
  const comments: OfficeComment[] = [];
  if (xml === null) return comments;
  let isText = false;
  scanXml(xml, docxPrefixes, {
    open(name, tag) {
      if (name === "w:comment")
        comments.push({
          id: tag.attribute("w:id") ?? "",
          author: tag.attribute("w:author") ?? "",
          at: tag.attribute("w:date"),
          text: "",
          parent: null,
        });
      else if (name === "w:t") isText = true;
      else if (name === "w:p") {
        const last = comments.at(-1);
        if (last && last.text !== "") last.text += "\n";
      }
    },
    close(name) {
      if (name === "w:t") isText = false;
    },
    text(text) {
      const last = comments.at(-1);
      if (isText && last) last.text += text;
    },
  });
  return comments;
}
