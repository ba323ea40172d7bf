import { MAX_OFFICE_COMMENTS } from "../../ports/limits";
import { annotationQuery, readAnnotation } from "../odf/annotations";
import { readOdf } from "../odf/read";
import { readPart } from "../package/package-parts";
import { XmlError } from "../package/scan-xml";
import { takeElements, type XmlElement } from "../package/splice-xml";
import { TextLimit } from "../package/text-limit";
import type { ZipPackage } from "../package/zip";
import { addressIn, type CellTexts, cellRanges, type SheetRef } from "../sheet/cell-comments";
import {
  anchored,
  isoTime,
  type OfficeMessage,
  type OfficeThread,
  signature,
  signedBy,
  threadsOf,
} from "../text/office-comments";
import { asText, type ParagraphSink } from "../text/office-paragraphs";
import { type OdsCell, scanOds } from "./scan";

/** The comment of a cell. A cell has one, which LibreOffice shows with the answers in its text. */
export type OdsComment = {
  cell: SheetRef;
  element: XmlElement;
  isResolved: boolean;
  /** The author as written, and the messages. */
  author: string;
  messages: OfficeMessage[];
};

export type OdsComments = { names: string[]; threads: { key: string; comment: OdsComment }[] };

const content = "content.xml";

/** The threads of an OpenDocument spreadsheet, by sheet and cell. */
export function odsThreads(zip: ZipPackage): OfficeThread[] {
  const { names, threads } = odsComments(zip);
  if (threads.length === 0) return [];
  const { texts, text } = odsCellTexts(zip, names);
  const rangeOf = cellRanges(
    texts,
    threads.map(({ comment }) => comment.cell),
  );
  const whole = { text: text() };
  return threads.map(({ key, comment: { cell, isResolved, messages } }) => ({
    key,
    isResolved,
    address: addressIn(names, cell),
    ...anchored(rangeOf(cell), whole),
    messages,
  }));
}

/** Reads the comments of the cells. */
export function odsComments(zip: ZipPackage): OdsComments {
  const xml = contentOf(zip);
  const take = (name: string): boolean => name === "office:annotation";
  const elements = xml.includes("annotation") ? takeElements(xml, { ...annotationQuery, take }) : [];
  const names: string[] = [];
  const comments: OdsComment[] = [];
  let next = 0;
  scanOds(xml, {
    sheet: ({ name }) => void names.push(name),
    row({ row, cells }) {
      for (const cell of cells) {
        while (next < elements.length && (elements[next]?.from ?? 0) < cell.from) next++;
        const element = elements[next];
        if (element === undefined || element.from >= cell.to || comments.length >= MAX_OFFICE_COMMENTS) continue;
        comments.push(commentOf(element, { sheet: names.length - 1, ref: { row, column: cell.column } }));
      }
    },
  });
  const threads = threadsOf(comments.map((comment) => ({ parent: null, message: firstOf(comment), comment })));
  return {
    names,
    threads: threads.flatMap(({ key, comments: [first] }) =>
      first === undefined ? [] : [{ key, comment: first.comment }],
    ),
  };
}

const firstOf = ({ messages, author }: OdsComment): OfficeMessage => ({
  ...(messages[0] ?? { initials: "", at: "", text: "" }),
  author,
});

function commentOf(element: XmlElement, cell: SheetRef): OdsComment {
  const { isResolved, message } = readAnnotation(element);
  const messages: OfficeMessage[] = [{ ...message, ...signedBy(message.author), text: "" }];
  for (const line of message.text.split("\n")) {
    const answer = /^— (.{0,300}), (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC$/.exec(line);
    const last = messages.at(-1);
    if (answer !== null)
      messages.push({ ...signedBy(answer[1] ?? ""), at: isoTime(`${answer[2]}T${answer[3]}Z`), text: "" });
    else if (last !== undefined) last.text += `${last.text === "" ? "" : "\n"}${line.replace(/^ (?= *— )/, "")}`;
  }
  return { cell, element, isResolved, author: message.author, messages };
}

/** The text of a cell's comment with its answers. */
export const textOfMessages = (messages: readonly OfficeMessage[]): string =>
  messages.map((message, index) => (index === 0 ? indented(message.text) : textOfAnswer(message))).join("\n");

/** An answer as it follows in the text of a comment: who wrote it and when, then its lines. */
export function textOfAnswer(message: OfficeMessage): string {
  const at = message.at.replace("T", " ").replace(/(?:\.\d+)?Z$/, "");
  const author = signature(message).replaceAll(/\s+/g, " ").slice(0, 300);
  return `— ${author}, ${at === "" ? "1970-01-01 00:00:00" : at} UTC\n${indented(message.text)}`;
}

/** A line that looks like the head of an answer is indented. */
const indented = (text: string): string => text.replaceAll(/^(?= *— )/gm, " ");

/** Where the texts of the cells of a spreadsheet are; a text that is too long is read up to its limit. */
export function odsCellTexts(zip: ZipPackage, names: readonly string[]): { texts: CellTexts; text(): string } {
  const sink: ParagraphSink = { found: [], limit: new TextLimit() };
  try {
    readOdf(zip, sink);
  } catch (error) {
    if (!sink.limit.isReached) throw error;
  }
  const rows = new Map<number, { from: number; text: string }>();
  const ends: number[] = [];
  let at = 0;
  for (const { kind, text, at: span } of sink.found) {
    const shown = text.trim();
    if (kind === "heading" && span?.to === 0) ends.push(at + shown.length);
    else if (kind === "table_row" && span !== undefined) rows.set(span.from, { from: at, text: shown });
    if (shown !== "") at += shown.length + 1;
  }
  return {
    text: () => asText(sink.found).text,
    texts: {
      names,
      visit(isVisited, visit) {
        let sheet = -1;
        scanOds(contentOf(zip), {
          sheet: () => void sheet++,
          row({ row, from, cells }) {
            const holder = rows.get(from);
            if (holder !== undefined && isVisited(sheet))
              for (const found of textsIn(cells, holder))
                visit({ ...found, sheet, ref: { row, column: found.column } });
          },
        });
        return { ends };
      },
    },
  };
}

/** The maximum number of equal cells in a row that are looked at. */
const MAX_REPEATED = 256;

/** Where the texts of a row's cells are in the text of the row. */
function* textsIn(
  cells: readonly OdsCell[],
  row: { from: number; text: string },
): Generator<{ column: number; from: number; to: number }> {
  let next = 0;
  for (const { column, repeat, text } of cells) {
    const shown = (text ?? "").trim().replaceAll(/\s+/g, " ");
    const index = shown === "" ? -1 : row.text.indexOf(shown, next);
    if (index < 0) continue;
    next = index + shown.length;
    for (let count = 0; count < Math.min(repeat, MAX_REPEATED); count++)
      yield { column: column + count, from: row.from + index, to: row.from + next };
  }
}

function contentOf(zip: ZipPackage): string {
  const xml = readPart(zip, content);
  if (xml === null) throw new XmlError(`its part ${content} is missing`);
  return xml;
}
