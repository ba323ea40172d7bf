import { odfPrefixes } from "../odf/scan";
import { scanXml } from "../package/scan-xml";
import type { EditedPart } from "../package/splice-xml";

/** A range of a part. */
export type Span = { from: number; to: number };

/** One end of a bookmark, comment or other range, or a comment without a range. `pair` is the same for both ends. */
export type OdtMark = Span & { pair: string; isComment: boolean };

/** What of a part belongs together over paragraphs. */
export type OdtMarks = {
  marks: OdtMark[];
  /** `start`–`end`: its content; `depth`: how many paragraphs it is nested in. */
  paragraphs: (Span & { start: number; end: number; depth: number })[];
};

const rangeMark =
  /^text:(bookmark|reference-mark|toc-mark|user-index-mark|alphabetical-index-mark)-(?:start|end)$|^office:annotation(-end)?$/;

/** Finds the marks of a part; deleted text that is listed before the text has none. */
export function odtMarks(xml: string): OdtMarks {
  const found: OdtMarks = { marks: [], paragraphs: [] };
  const open: { mark: OdtMark | null; paragraph: OdtMarks["paragraphs"][number] | null }[] = [];
  let paragraphs = 0;
  let comments = 0;
  let comment = 0;
  let deleted = 0;
  scanXml(xml, odfPrefixes, {
    open(name, tag) {
      if (deleted > 0 || name === "text:tracked-changes") {
        deleted++;
        return;
      }
      const { from, to } = tag;
      let mark: OdtMark | null = null;
      let paragraph: OdtMarks["paragraphs"][number] | null = null;
      const [isMark, family] = rangeMark.exec(name) ?? [];
      if (comment === 0 && isMark !== undefined) {
        const isComment = family === undefined;
        const id = tag.attribute("text:name") ?? tag.attribute("text:id") ?? tag.attribute("office:name");
        mark = { from, to, pair: `${family ?? "comment"} ${id ?? `without a name ${comments++}`}`, isComment };
        found.marks.push(mark);
      }
      // The paragraphs of a comment are its own.
      if (name === "office:annotation") comment++;
      if ((name === "text:p" || name === "text:h") && comment === 0) {
        paragraph = { from, to, start: to, end: to, depth: paragraphs++ };
        found.paragraphs.push(paragraph);
      }
      open.push({ mark, paragraph });
    },
    close(name, from, to) {
      if (deleted > 0) {
        deleted--;
        return;
      }
      const { mark = null, paragraph = null } = open.pop() ?? {};
      if (name === "office:annotation") comment--;
      if (mark !== null) mark.to = to;
      if (paragraph !== null) {
        Object.assign(paragraph, { end: from, to });
        paragraphs--;
      }
    },
    text() {},
  });
  return found;
}

const scanned = new WeakMap<EditedPart, OdtMarks>();

/** The marks of an open part, found once: an edit of many paragraphs asks for them with each. */
export function odtMarksOf(part: EditedPart): OdtMarks {
  const found = scanned.get(part) ?? odtMarks(part.xml);
  scanned.set(part, found);
  return found;
}
