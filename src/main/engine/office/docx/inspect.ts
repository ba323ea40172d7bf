import { readPart, relationsOf } from "../package/package-parts";
import { TextLimit } from "../package/text-limit";
import type { ZipPackage } from "../package/zip";
import { commentExcerpts, excerpts } from "../text/excerpts";
import { ParagraphBuilder } from "../text/office-paragraphs";
import { docxThreads } from "./comments";
import { docxParts, scanParagraphs } from "./read";
import { docxStyles } from "./styles";

/** What `read` does not list of a Word document: headers, footers, and comments; and the bodies of notes, which it lists last. Absent if there are none. */
export function docxMargins(zip: ZipPackage): Record<string, unknown> {
  const { main, notes } = docxParts(zip);
  const relations = relationsOf(zip, main);
  const targets = (kind: string) => new Set(relations.flatMap(({ type, target }) => (type === kind ? [target] : [])));
  const comments = relations.some(({ type }) => type === "comments") ? docxThreads(zip) : [];
  const found = {
    headers: excerpts(textsOf(zip, targets("header"))),
    footers: excerpts(textsOf(zip, targets("footer"))),
    note_texts: excerpts(textsOf(zip, notes)),
    comments: commentExcerpts(comments),
  };
  return Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0));
}

function* textsOf(zip: ZipPackage, parts: Iterable<string>): Generator<string> {
  const styles = docxStyles(null);
  for (const part of parts) {
    const xml = readPart(zip, part);
    if (xml === null) continue;
    const builder = new ParagraphBuilder(part, { found: [], limit: new TextLimit() });
    scanParagraphs(xml, builder, styles, "notes");
    for (const { text } of builder.found) yield text;
  }
}

/** A warning for agents that a Word document has tracked changes, as that of OpenDocument; null if it has none. */
export function docxTrackedWarning(zip: ZipPackage): string | null {
  const { main, notes, margins } = docxParts(zip);
  let count = 0;
  for (const part of [main, ...notes, ...margins])
    for (const _ of (readPart(zip, part) ?? "").matchAll(tracked)) count++;
  if (count === 0) return null;
  const many = count === 1 ? "1 tracked change, which is" : `${count} tracked changes, which are`;
  return `it has ${many} kept but not shown: insertions are read as accepted, deletions are left out`;
}

const tracked =
  /<(?:[\w.-]+:)?(?:ins|del|moveFrom|moveTo|rPrChange|pPrChange|tblPrChange|trPrChange|tcPrChange|sectPrChange|cellIns|cellDel)\s(?=[^>]*author\s*=)/g;
