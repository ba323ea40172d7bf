import { scanXml } from "../package/scan-xml";
import type { EditedPart } from "../package/splice-xml";
import { docxPrefixes } from "./scan";

/** A range of a part. */
export type Span = { from: number; to: number };

/** One end of a bookmark, comment or other range, or the number of a comment in the text. `pair` is the same for both ends. */
export type DocxMark = Span & {
  pair: string;
  kind: "start" | "end" | "reference";
  /** The name of a bookmark. */
  name: string;
  /** The properties of the run around a comment's number. */
  properties: Span | null;
};

/** A field from its first character to its last, and where its result begins. */
type Field = { from: number; result: number; to: number; instruction: string };

/** What of a part belongs together over paragraphs. */
export type DocxMarks = {
  marks: DocxMark[];
  notes: { key: string; from: number }[];
  fields: Field[];
  /** `start`–`end`: its content after its properties; `depth`: how many paragraphs it is nested in. */
  paragraphs: (Span & { start: number; end: number; depth: number; isEmpty: boolean })[];
};

const rangeMark =
  /^w:(bookmark|commentRange|perm|moveFromRange|moveToRange|customXml(?:Ins|Del|MoveFrom|MoveTo)Range)(Start|End)$/;

/** Finds the marks of a part; content that is stored a second time for older programs is left out. */
export function docxMarks(xml: string): DocxMarks {
  const found: DocxMarks = { marks: [], notes: [], fields: [], paragraphs: [] };
  const open: { name: string; from: number }[] = [];
  const paragraphs: DocxMarks["paragraphs"] = [];
  const fields: Field[] = [];
  let skipped = 0;
  let properties: Span | null = null;
  let isInstruction = false;
  scanXml(xml, docxPrefixes, {
    open(name, tag) {
      const { from, to } = tag;
      open.push({ name, from });
      if (skipped > 0 || name === "mc:Fallback") {
        skipped++;
        return;
      }
      const [, family, end] = rangeMark.exec(name) ?? [];
      const mark = { from, to, properties: null, name: "" };
      if (family !== undefined) {
        const kind = end === "Start" ? "start" : "end";
        const called = tag.attribute("w:name") ?? "";
        const pair = `${family.replace(/Range$/, "")} ${tag.attribute("w:id") ?? ""}`;
        found.marks.push({ ...mark, pair, kind, name: called });
      } else if (name === "w:commentReference")
        found.marks.push({ ...mark, pair: `comment ${tag.attribute("w:id") ?? ""}`, kind: "reference", properties });
      else if (name === "w:footnoteReference" || name === "w:endnoteReference")
        found.notes.push({ key: `${name.slice(0, -"Reference".length)} ${tag.attribute("w:id") ?? ""}`, from });
      else if (name === "w:p") {
        const isEmpty = xml.charCodeAt(to - 2) === 0x2f;
        const paragraph = { from, to, start: to, end: to, depth: paragraphs.length, isEmpty };
        found.paragraphs.push(paragraph);
        paragraphs.push(paragraph);
      } else if (name === "w:r") properties = null;
      else if (name === "w:instrText") isInstruction = true;
      else if (name === "w:fldChar") {
        const type = tag.attribute("w:fldCharType");
        const field = fields.at(-1);
        if (type === "begin") fields.push({ from, result: from, to, instruction: "" });
        else if (type === "separate" && field !== undefined) field.result = from;
        else if (type === "end" && field !== undefined) found.fields.push({ ...(fields.pop() ?? field), to });
      }
    },
    close(name, endTag, to) {
      const from = open.pop()?.from ?? 0;
      if (skipped > 0) {
        skipped--;
        return;
      }
      const last = found.marks.at(-1);
      if (last !== undefined && last.from === from) last.to = to;
      if (name === "w:p") {
        const paragraph = paragraphs.pop();
        if (paragraph !== undefined) Object.assign(paragraph, { end: endTag, to });
      } else if (name === "w:pPr" && open.at(-1)?.name === "w:p") {
        const paragraph = paragraphs.at(-1);
        if (paragraph !== undefined) paragraph.start = to;
      } else if (name === "w:rPr" && open.at(-1)?.name === "w:r") properties = { from, to };
      else if (name === "w:instrText") isInstruction = false;
    },
    text(text) {
      const field = fields.at(-1);
      if (isInstruction && skipped === 0 && field !== undefined && field.instruction.length < 200)
        field.instruction += text;
    },
  });
  return found;
}

const scanned = new WeakMap<EditedPart, DocxMarks>();

/** The marks of an open part, found once: an edit of many paragraphs asks for them with each. */
export function docxMarksOf(part: EditedPart): DocxMarks {
  const found = scanned.get(part) ?? docxMarks(part.xml);
  scanned.set(part, found);
  return found;
}

/** The field that is only in part in these ranges, which would tear it; null if there is none. */
export function tornField({ fields }: DocxMarks, spans: readonly Span[]): string | null {
  const spanOf = (offset: number): Span | undefined => spans.find(({ from, to }) => from <= offset && offset < to);
  for (const field of fields) {
    const inside = [field.from, field.result, field.to - 1].map((offset) => spanOf(offset) !== undefined);
    if (inside.some((each) => each !== inside[0])) return nameOf(field);
  }
  return null;
}

/** The field with an offset between two of its paragraphs, in a story; null if there is none. */
export function fieldAround({ fields }: DocxMarks, at: number, story: Span): string | null {
  const around = fields.find(({ from, to }) => from < at && at < to && from >= story.from && to <= story.to);
  return around === undefined ? null : nameOf(around);
}

const nameOf = ({ instruction }: Field): string => /^\s*(\w{1,30})/.exec(instruction)?.[1] ?? "without a name";
