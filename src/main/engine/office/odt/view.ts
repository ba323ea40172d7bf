import type { OfficeComment, OfficePage } from "../../../../core/office/office-view";
import { scanOdf } from "../odf/scan";
import { type OdfStyles, odfStyles } from "../odf/styles";
import { readPart } from "../package/package-parts";
import { XmlError } from "../package/scan-xml";
import type { ZipPackage } from "../package/zip";
import type { TextView } from "../text/view-entry";
import { odtChanges } from "./changes";
import { odtRuns } from "./runs";
import { PartView } from "./view-part";

/** An OpenDocument text for display. */
export type OdtView = TextView & { page: OfficePage; comments: OfficeComment[]; suggestions: number };

/** The paragraphs of an OpenDocument text with their kinds, cells and markers: the body, then notes, headers and footers. */
export function odtView(zip: ZipPackage, imageAt: (part: string) => string | null): OdtView {
  const content = readPart(zip, "content.xml");
  if (content === null) throw new XmlError("its part content.xml is missing");
  const stylesXml = readPart(zip, "styles.xml");
  const styles = odfStyles(stylesXml, content);
  const body = readPartView("content.xml", content, styles);
  const margins = stylesXml === null ? [] : readPartView("styles.xml", stylesXml, styles).entries;
  const notes = body.entries.filter(({ placement }) => placement === "footnote" || placement === "endnote");
  const entries = body.entries.filter(({ placement }) => placement === "body" || placement === "text box");
  return {
    entries: [
      ...entries,
      ...notes,
      ...margins.filter(({ placement }) => placement === "header" || placement === "footer"),
    ],
    runs: odtRuns(zip, styles, imageAt),
    page: styles.page,
    comments: body.comments,
    suggestions: odtChanges(content).changes.size + (stylesXml === null ? 0 : odtChanges(stylesXml).changes.size),
  };
}

function readPartView(part: string, xml: string, styles: OdfStyles): PartView {
  const view = new PartView(part, styles);
  scanOdf(xml, view);
  return view;
}
