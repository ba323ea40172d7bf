import { docxParts } from "../docx/read";
import { docxPrefixes } from "../docx/scan";
import { odfPrefixes } from "../odf/scan";
import { readPart } from "../package/package-parts";
import { elementsIn, takeElements, type XmlElement } from "../package/splice-xml";
import { openZip } from "../package/zip";

/** Rules of the formats that an edit of the structure may break, and what a package breaks of them. */
export function structureFaults(bytes: Uint8Array, format: "docx" | "odt"): string[] {
  const zip = openZip(bytes, "a");
  if (format === "odt") {
    const root = rootOf(readPart(zip, "content.xml") ?? "", odfPrefixes, [
      "text:name",
      "office:name",
      "xml:id",
      "text:id",
    ]);
    return odtFaults(root);
  }
  const { main, notes } = docxParts(zip);
  const roots = [main, ...notes].map((part) => rootOf(readPart(zip, part) ?? "", docxPrefixes, attributes));
  const relations = zip.names.find((name) => /comments\.xml$/.test(name));
  const comments = relations === undefined ? null : rootOf(readPart(zip, relations) ?? "", docxPrefixes, attributes);
  return docxFaults(roots, comments);
}

const attributes = ["w:id", "w:fldCharType", "w:val", "w14:paraId", "w:type"];

const rootOf = (xml: string, prefixes: Record<string, string>, names: string[]): XmlElement =>
  takeElements(xml, { prefixes, attributes: names, take: () => true })[0] as XmlElement;

function all(root: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  const walk = (element: XmlElement): void => {
    found.push(element);
    if (element.name !== "mc:Fallback") for (const child of elementsIn(element)) walk(child);
  };
  walk(root);
  return found;
}

function docxFaults(roots: readonly XmlElement[], comments: XmlElement | null): string[] {
  const faults: string[] = [];
  const elements = roots.flatMap(all);
  const blocks = /^w:(?:p|tbl|sdt|customXml)$/;
  for (const element of elements) {
    const inside = elementsIn(element).filter(({ name }) => blocks.test(name));
    const { name } = element;
    if (/^w:(?:tc|txbxContent|body|footnote|endnote)$/.test(name) && !/^w:(?:p|sdt)$/.test(inside.at(-1)?.name ?? ""))
      faults.push(`${name} does not end with a paragraph`);
    if (/^w:(?:tc|txbxContent|body)$/.test(name))
      for (const [index, each] of inside.entries())
        if (each.name === "w:tbl" && inside[index + 1]?.name === "w:tbl") faults.push("two tables meet");
    if (name === "w:sdtContent" && elementsIn(element).length === 0) faults.push("an empty content control");
    if (name === "w:tbl" && !all(element).some((each) => each.name === "w:tr")) faults.push("a table without rows");
    if (name === "w:tr" && !all(element).some((each) => each.name === "w:tc")) faults.push("a row without cells");
    if (name === "w:pPr" && element.parent?.name !== "w:p" && element.parent?.name !== "w:pPrChange")
      faults.push(`w:pPr in ${element.parent?.name}`);
    if (name === "w:del" && all(element).some((each) => each.name === "w:t")) faults.push("w:t in w:del");
    if (name === "w:p" && elementsIn(element).findIndex((each) => each.name === "w:pPr") > 0)
      faults.push("w:pPr is not first");
  }
  const ids = (pattern: RegExp): string[] =>
    elements.filter(({ name }) => pattern.test(name)).map((each) => each.attributes["w:id"] ?? "");
  const doubled = (list: readonly string[], what: string): void => {
    if (new Set(list).size !== list.length) faults.push(`${what} twice`);
  };
  doubled(ids(/^w:(?:ins|del)$/), "the id of a suggestion");
  for (const family of ["bookmark", "commentRange"]) {
    const [starts, ends] = [ids(new RegExp(`^w:${family}Start$`)), ids(new RegExp(`^w:${family}End$`))];
    doubled(starts, `${family}Start`);
    if (starts.toSorted().join() !== ends.toSorted().join()) faults.push(`${family} without its other end`);
  }
  const numbers = ids(/^w:commentReference$/);
  doubled(numbers, "a comment's number");
  const known = comments === null ? [] : elementsIn(comments, "w:comment").map((each) => each.attributes["w:id"] ?? "");
  for (const id of known) if (!numbers.includes(id)) faults.push(`comment ${id} is nowhere`);
  for (const kind of ["footnote", "endnote"]) {
    const references = ids(new RegExp(`^w:${kind}Reference$`));
    doubled(references, `${kind}Reference`);
    const own = elements.filter((each) => each.name === `w:${kind}` && each.attributes["w:type"] === undefined);
    const noteIds = own.map((each) => each.attributes["w:id"] ?? "");
    if (noteIds.toSorted().join() !== references.toSorted().join()) faults.push(`${kind}s without their numbers`);
  }
  let depth = 0;
  for (const each of elements.filter(({ name }) => name === "w:fldChar")) {
    if (each.attributes["w:fldCharType"] === "begin") depth++;
    if (each.attributes["w:fldCharType"] === "end" && --depth < 0) faults.push("a field ends that did not begin");
  }
  if (depth !== 0) faults.push("a field without an end");
  faults.push(`${elements.filter(({ name }) => name === "w:sectPr").length} sections`);
  return faults.toSorted();
}

function odtFaults(root: XmlElement): string[] {
  const faults: string[] = [];
  const elements = all(root);
  for (const element of elements) {
    const { name } = element;
    const children = elementsIn(element);
    if (name === "text:list" && children.some((each) => !/^text:list-(?:item|header)$/.test(each.name)))
      faults.push("a list with something else than items");
    if (
      /^text:list-(?:item|header)$/.test(name) &&
      children.some((each) => !/^text:(?:p|h|list|soft-page-break|number)$/.test(each.name))
    )
      faults.push("an item with something else than text");
    if (name === "text:list" && children.length === 0) faults.push("an empty list");
    if (/^text:list-item$/.test(name) && children.length === 0) faults.push("an empty item");
    if (name === "table:table" && !all(element).some((each) => each.name === "table:table-row"))
      faults.push("a table without rows");
    if (/^table:table-(?:row|header-rows)$/.test(name) && children.length === 0) faults.push(`an empty ${name}`);
    if (name === "text:note-body" && children.length === 0) faults.push("an empty note");
    if (name === "text:note-body" && children.some((each) => each.name === "table:table"))
      faults.push("a table in a note");
  }
  for (const family of ["text:bookmark", "text:reference-mark"]) {
    const names = (end: string): string =>
      elements
        .filter((each) => each.name === `${family}-${end}`)
        .map((each) => each.attributes["text:name"] ?? "")
        .toSorted()
        .join();
    if (names("start") !== names("end")) faults.push(`${family} without its other end`);
  }
  const xmlIds = elements.flatMap((each) => each.attributes["xml:id"] ?? []);
  if (new Set(xmlIds).size !== xmlIds.length) faults.push("an xml:id twice");
  faults.push(`${elements.filter(({ name }) => name === "office:annotation").length} comments`);
  return faults.toSorted();
}
