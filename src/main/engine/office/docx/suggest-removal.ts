import { ToolError } from "../../ports/tool-error";
import { type EditedPart, elementsIn, prefixOf, type XmlElement } from "../package/splice-xml";
import { docxMarksOf } from "./marks";
import { markXml } from "./remove-blocks";
import { signature, type Tracking } from "./write-text";

/** Elements around runs of a paragraph. */
const aroundRuns = new Set([
  ...["w:hyperlink", "w:smartTag", "w:sdt", "w:sdtContent", "w:fldSimple", "w:customXml", "w:dir", "w:bdo"],
  ...["w:ins", "w:moveTo"],
]);

/**
 * Suggests deleting all content of a paragraph, and with `mark` its end. What the author suggested to insert goes at once. The numbers of comments stay,
 * so that they are still there while the suggestion is.
 */
export function suggestRemoval(
  part: EditedPart,
  paragraph: XmlElement,
  track: Tracking,
  { mark }: { mark: boolean },
): void {
  // First, since the properties of a paragraph that has none begin where its first run does.
  if (mark) suggestMarkRemoval(part, paragraph, track);
  suggestInside(part, paragraph, track);
}

/** Whether the author suggested to insert the whole paragraph, so that it can go without a trace. */
export function isOwnInsertion(paragraph: XmlElement, { author }: Pick<Tracking, "author">): boolean {
  const isOwn = ({ name, attributes }: XmlElement): boolean => name === "w:ins" && attributes["w:author"] === author;
  const marks = elementsIn(paragraph, "w:pPr").flatMap((each) =>
    elementsIn(each, "w:rPr").flatMap((one) => elementsIn(one)),
  );
  const rest = elementsIn(paragraph).filter(({ name }) => name !== "w:pPr");
  const isAll = (each: XmlElement): boolean =>
    isOwn(each) || (each.name === "w:hyperlink" && elementsIn(each).length > 0 && elementsIn(each).every(isAll));
  return marks.some(isOwn) && rest.every(isAll);
}

function suggestInside(part: EditedPart, element: XmlElement, track: Tracking): void {
  let run: XmlElement[] = [];
  const flush = (): void => {
    const [first] = run;
    const last = run.at(-1);
    if (first !== undefined && last !== undefined) {
      const prefix = prefixOf(part.xml, first);
      part.splice(first.from, first.from, `<${prefix}del${signature(prefix, track)}>`);
      for (const each of run) renameTexts(part, each);
      part.splice(last.to, last.to, `</${prefix}del>`);
    }
    run = [];
  };
  for (const child of elementsIn(element)) {
    if (child.name === "w:r" && !isCommentNumber(child)) {
      run.push(child);
      continue;
    }
    flush();
    if (/^m:oMath/.test(child.name))
      throw new ToolError("unsupported", "an equation cannot be suggested for deletion", {
        hint: "Leave out track_changes: the previous version is in the history.",
      });
    const isOwn = child.name === "w:ins" && child.attributes["w:author"] === track.author;
    if (isOwn) part.splice(child.from, child.to, marksIn(part, child));
    else if (aroundRuns.has(child.name)) suggestInside(part, child, track);
  }
  flush();
}

/** The comments and ends of ranges in an element, which stay without it. */
function marksIn(part: EditedPart, { from, to }: XmlElement): string {
  if (!/(?:Range(?:Start|End)|bookmark|perm(?:Start|End)|commentReference)/.test(part.xml.slice(from, to))) return "";
  const marks = docxMarksOf(part).marks.filter((mark) => mark.from >= from && mark.to <= to);
  return marks.map((mark) => markXml(part.xml, mark)).join("");
}

const isCommentNumber = (run: XmlElement): boolean =>
  elementsIn(run).some(({ name }) => name === "w:commentReference" || name === "w:annotationRef");

const deletedNames: Record<string, string> = { "w:t": "delText", "w:instrText": "delInstrText" };

/** Deleted text has elements of its own names. */
function renameTexts(part: EditedPart, run: XmlElement): void {
  for (const child of elementsIn(run)) {
    const name = deletedNames[child.name];
    if (name === undefined) continue;
    const prefix = prefixOf(part.xml, child);
    const length = child.name.length - "w:".length;
    const start = child.from + 1 + prefix.length;
    part.splice(start, start + length, name);
    if (child.isEmpty) continue;
    const end = child.insideTo + 2 + prefix.length;
    part.splice(end, end + length, name);
  }
}

/** Suggests deleting the end of a paragraph, and with it the rest of the paragraph. */
function suggestMarkRemoval(part: EditedPart, paragraph: XmlElement, track: Tracking): void {
  const { xml } = part;
  const prefix = prefixOf(xml, paragraph);
  const mark = `<${prefix}del${signature(prefix, track)}/>`;
  const whole = `<${prefix}rPr>${mark}</${prefix}rPr>`;
  const [properties] = elementsIn(paragraph, "w:pPr");
  if (properties === undefined || properties.isEmpty) {
    const head = `<${prefix}pPr>${whole}</${prefix}pPr>`;
    if (properties !== undefined) part.splice(properties.from, properties.to, head);
    else if (!paragraph.isEmpty) part.splice(paragraph.insideFrom, paragraph.insideFrom, head);
    else {
      const start = xml.slice(paragraph.from, paragraph.to).replace(/\s*\/>$/, ">");
      part.splice(paragraph.from, paragraph.to, `${start}${head}</${prefix}p>`);
    }
    return;
  }
  const [runStyle] = elementsIn(properties, "w:rPr");
  if (runStyle === undefined) {
    const behind = elementsIn(properties).find(({ name }) => name === "w:sectPr" || name === "w:pPrChange");
    const at = behind?.from ?? properties.insideTo;
    part.splice(at, at, whole);
  } else if (runStyle.isEmpty) part.splice(runStyle.from, runStyle.to, whole);
  else if (!elementsIn(runStyle).some(({ name }) => name === "w:del")) {
    // The schema has insertions before deletions.
    const at = elementsIn(runStyle, "w:ins").at(-1)?.to ?? runStyle.insideFrom;
    part.splice(at, at, mark);
  }
}

/** Marks a table row as suggested for deletion. */
export function suggestRowRemoval(part: EditedPart, row: XmlElement, track: Tracking): void {
  const prefix = prefixOf(part.xml, row);
  const mark = `<${prefix}del${signature(prefix, track)}/>`;
  const [properties] = elementsIn(row, "w:trPr");
  if (properties === undefined) {
    const at = elementsIn(row, "w:tblPrEx").at(-1)?.to ?? row.insideFrom;
    part.splice(at, at, `<${prefix}trPr>${mark}</${prefix}trPr>`);
  } else if (properties.isEmpty) part.splice(properties.from, properties.to, `<${prefix}trPr>${mark}</${prefix}trPr>`);
  else if (elementsIn(properties, "w:del").length === 0) {
    const at = elementsIn(properties, "w:trPrChange")[0]?.from ?? properties.insideTo;
    part.splice(at, at, mark);
  }
  const walk = (element: XmlElement): void => {
    for (const child of elementsIn(element)) {
      if (child.name === "w:p") suggestRemoval(part, child, track, { mark: false });
      else if (child.name !== "w:trPr" && child.name !== "w:tblPrEx") walk(child);
    }
  };
  walk(row);
}
