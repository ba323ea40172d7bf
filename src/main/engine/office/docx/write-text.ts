import type { Change } from "../../../../core/text/change";
import { escapedAttribute, escapedText } from "../../../../core/text/escape-xml";
import { type EditedPart, elementsIn, prefixOf, type XmlElement } from "../package/splice-xml";
import { type EditedPiece, editPieces, textAfter } from "../text/edit-pieces";
import { type DocxPiece, docxPieces } from "./pieces";

/** Who signs suggested edits and when, and the ids they may use. */
export type Tracking = { author: string; at: string; nextId(): number };

/** Writes changes of a paragraph's text into its runs; as suggestions if `track` is given. Runs that no change touches keep every byte. */
export function writeDocxText(
  part: EditedPart,
  paragraph: XmlElement,
  changes: readonly Change[],
  track: Tracking | null,
): void {
  const pieces = docxPieces(paragraph);
  const edited = editPieces(
    pieces.map(({ text }) => text),
    changes,
  );
  if (pieces.length === 0) {
    fillParagraph(part, paragraph, changes.map(({ insert }) => insert).join(""), track);
    return;
  }
  const byRun = Map.groupBy(edited, ({ index }) => (pieces[index] as DocxPiece).run);
  for (const [run, inRun] of byRun) {
    const byElement = new Map(inRun.map((edit) => [(pieces[edit.index] as DocxPiece).element, edit]));
    const insertion = run.parent?.name === "w:ins" ? run.parent : null;
    // The author's own suggestions are rewritten directly.
    const isOwn = insertion !== null && insertion.attributes["w:author"] === track?.author;
    if (track === null || isOwn) rewriteRun(part, run, byElement);
    else part.splice(run.from, run.to, suggestedRuns(part, run, byElement, track));
  }
}

type EditedElements = ReadonlyMap<XmlElement, EditedPiece>;

function rewriteRun(part: EditedPart, run: XmlElement, edited: EditedElements): void {
  const isEmpty = elementsIn(run).every((child) => {
    const edit = edited.get(child);
    return child.name === "w:rPr" || (edit !== undefined && textAfter(edit.segments) === "");
  });
  if (isEmpty) {
    part.splice(run.from, run.to, "");
    return;
  }
  const prefix = prefixOf(part.xml, run);
  for (const [{ from, to }, { segments }] of edited)
    part.splice(from, to, textElements(prefix, textAfter(segments), "t"));
}

/** Splits a run into what stays, what is suggested for deletion, and what is suggested as insertion, each with the run's formatting. */
function suggestedRuns(part: EditedPart, run: XmlElement, edited: EditedElements, track: Tracking): string {
  const { xml } = part;
  const prefix = prefixOf(xml, run);
  const stretches: { kind: "kept" | "deleted" | "inserted"; inside: string }[] = [];
  const add = (kind: "kept" | "deleted" | "inserted", inside: string): void => {
    const last = stretches.at(-1);
    if (last?.kind === kind) last.inside += inside;
    else stretches.push({ kind, inside });
  };
  let properties = "";
  for (const child of elementsIn(run)) {
    const written = xml.slice(child.from, child.to);
    const edit = edited.get(child);
    if (child.name === "w:rPr") properties = written;
    else if (edit === undefined) add("kept", written);
    else
      for (const { kind, text } of edit.segments)
        add(kind, textElements(prefix, text, kind === "deleted" ? "delText" : "t"));
  }
  const start = xml.slice(run.from, run.insideFrom);
  const end = `</${prefix}r>`;
  const enclosingInsertion = run.parent?.name === "w:ins" ? run.parent : null;
  return stretches
    .map(({ kind, inside }) => {
      const whole = `${start}${properties}${inside}${end}`;
      if (kind === "kept") return whole;
      if (kind === "deleted") return suggestion(prefix, "del", whole, track);
      // An insertion must not be nested in another author's: that one ends before it and continues after it.
      const own = suggestion(prefix, "ins", whole, track);
      return enclosingInsertion === null
        ? own
        : `</${prefix}ins>${own}${xml.slice(enclosingInsertion.from, enclosingInsertion.insideFrom)}`;
    })
    .join("");
}

/** Wraps runs in a tracked insertion or deletion. */
export function suggestion(prefix: string, kind: "ins" | "del", runs: string, track: Tracking): string {
  return `<${prefix}${kind}${signature(prefix, track)}>${runs}</${prefix}${kind}>`;
}

/** The attributes with the author and date of a suggestion. */
export const signature = (prefix: string, { author, at, nextId }: Tracking): string =>
  ` ${prefix}id="${nextId()}" ${prefix}author="${escapedAttribute(author)}" ${prefix}date="${escapedAttribute(at)}"`;

/** Adds the first run to a paragraph without text, formatted like its mark. */
function fillParagraph(part: EditedPart, paragraph: XmlElement, text: string, track: Tracking | null): void {
  if (text === "") return;
  const { xml } = part;
  const prefix = prefixOf(xml, paragraph);
  const mark = elementsIn(paragraph, "w:pPr").flatMap((each) => elementsIn(each, "w:rPr"))[0];
  const kept = (mark === undefined ? [] : elementsIn(mark))
    .filter(({ name }) => !["w:ins", "w:del", "w:moveFrom", "w:moveTo", "w:rPrChange"].includes(name))
    .map(({ from, to }) => xml.slice(from, to));
  const properties = kept.length === 0 ? "" : `<${prefix}rPr>${kept.join("")}</${prefix}rPr>`;
  const run = `<${prefix}r>${properties}${textElements(prefix, text, "t")}</${prefix}r>`;
  const written = track === null ? run : suggestion(prefix, "ins", run, track);
  if (paragraph.isEmpty) {
    const start = xml.slice(paragraph.from, paragraph.to).replace(/\s*\/>$/, ">");
    part.splice(paragraph.from, paragraph.to, `${start}${written}</${prefix}p>`);
  } else part.splice(paragraph.insideTo, paragraph.insideTo, written);
}

/** The XML of a run's text: tabs, line breaks and non-breaking hyphens have their own elements. */
export function textElements(prefix: string, text: string, name: "t" | "delText"): string {
  return text
    .split(/([\t\n\u2011])/)
    .map((piece) => {
      if (piece === "") return "";
      if (piece === "\t") return `<${prefix}tab/>`;
      if (piece === "\n") return `<${prefix}br/>`;
      if (piece === "\u2011") return `<${prefix}noBreakHyphen/>`;
      return `<${prefix}${name} xml:space="preserve">${escapedText(piece)}</${prefix}${name}>`;
    })
    .join("");
}
