import type { OfficeComment, OfficePage, OfficePlacement, OfficeTableCell } from "../../../../core/office/office-view";
import { MAX_COLUMNS } from "../../../../core/office/sheet-address";
import { repeatsOf } from "../odf/read";
import { type OdfStyles, odfStyles, odfViewPrefixes } from "../odf/styles";
import { readPart } from "../package/package-parts";
import { scanXml, XmlError } from "../package/scan-xml";
import { TextLimit } from "../package/text-limit";
import type { ZipPackage } from "../package/zip";
import { plainEntry, type TextView, type ViewEntry } from "../text/view-entry";
import { odtRuns } from "./runs";

/** An OpenDocument text for display. */
export type OdtView = TextView & { page: OfficePage; comments: OfficeComment[] };

/** The paragraphs of an OpenDocument text with their kinds, cells and markers: the body, then notes, headers and footers. */
export function odtView(zip: ZipPackage, imageAt: (part: string) => string | null): OdtView {
  const content = readPart(zip, "content.xml");
  if (content === null) throw new XmlError("its part content.xml is missing");
  const stylesXml = readPart(zip, "styles.xml");
  const styles = odfStyles(stylesXml, content);
  const body = scanOdt(content, "content.xml", styles);
  const margins = stylesXml === null ? [] : scanOdt(stylesXml, "styles.xml", styles).entries;
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
  };
}

const skipped = new Set(["text:tracked-changes", "office:forms", "text:note-citation"]);

type List = { style: string | null; counts: number[]; isNew: boolean };
type Table = { id: number; row: number; column: number; headers: number; widths: (number | null)[] };
type Open = { entry: ViewEntry; afterBlank: boolean };

/** Scans `content.xml`, `styles.xml` or the text of a slide, paragraph by paragraph. */
function scanOdt(xml: string, part: string, styles: OdfStyles): { entries: ViewEntry[]; comments: OfficeComment[] } {
  const entries: ViewEntry[] = [];
  const limit = new TextLimit();
  const comments: OfficeComment[] = [];
  const open: Open[] = [];
  const lists: List[] = [];
  const tables: Table[] = [];
  /** The counters with which the last list of each style ended, for lists that continue them. */
  const ended = new Map<string, number[]>();
  const headings: number[] = [];
  let cell: OfficeTableCell | null = null;
  let tableCount = 0;
  let groups = 1;
  let cellGroup: number | null = null;
  let silent = 0;
  let boxes = 0;
  let placement: OfficePlacement = "body";
  let note: { placement: OfficePlacement; label: string } | null = null;
  let annotation: { comment: OfficeComment; field: "author" | "date" | "text" | null } | null = null;
  let citation: string | null = null;

  const begin = (kind: "text:p" | "text:h", from: number, style: string | null, outline: number): void => {
    const own = styles.of("paragraph", style);
    const entry: ViewEntry = {
      ...plainEntry(part, from),
      ...{ placement: note?.placement ?? (boxes > 0 ? "text box" : placement), cell, label: note?.label ?? null },
      ...{ kind: own.kind, level: own.level, align: own.align ?? "left", isRightToLeft: own.isRightToLeft },
      group:
        note !== null || boxes > 0 || placement !== "body" || tables.length > 1
          ? null
          : tables.length === 1
            ? cellGroup
            : 0,
      lists: note === null ? lists.length : 0,
      breaksPage: own.breaksPage && entries.length > 0 && note === null && cell === null,
    };
    if (kind === "text:h") {
      Object.assign(entry, { kind: "heading", level: Math.max(1, outline) });
      headings.length = Math.min(headings.length, outline);
      for (let above = 0; above < outline - 1; above++) headings[above] ??= 1;
      headings[outline - 1] = (headings[outline - 1] ?? 0) + 1;
      if (lists.length === 0) entry.marker = styles.marker("outline", headings);
    }
    const list = lists.at(-1);
    if (list !== undefined && note === null) {
      if (entry.kind === "paragraph") Object.assign(entry, { kind: "list item", level: lists.length - 1 });
      if (list.isNew) {
        const counts = lists.map(({ counts: each }, level) => each[level] ?? 1);
        entry.marker = styles.marker(list.style ?? own.listStyle, counts);
      }
      list.isNew = false;
    }
    limit.take(1, 1);
    entries.push(entry);
    open.push({ entry, afterBlank: true });
  };
  const add = (text: string): void => {
    const now = open.at(-1);
    if (now === undefined) return;
    limit.take(text.length);
    now.entry.text += text;
    now.afterBlank = false;
  };

  scanXml(xml, odfViewPrefixes, {
    open(name, tag) {
      if (annotation !== null) {
        annotation.field = name === "dc:creator" ? "author" : name === "dc:date" ? "date" : "text";
        if (name === "text:p" && annotation.comment.text !== "") annotation.comment.text += "\n";
        return;
      }
      if (citation !== null || silent > 0 || skipped.has(name)) {
        if (name === "text:note-citation" && silent === 0 && citation === null) citation = "";
        else silent++;
        return;
      }
      switch (name) {
        case "text:p":
        case "text:h":
          begin(
            name,
            tag.from,
            tag.attribute("text:style-name"),
            Math.min(10, Number(tag.attribute("text:outline-level") ?? 1) || 1),
          );
          break;
        case "text:s":
          add(" ".repeat(repeatsOf(tag.attribute("text:c"))));
          break;
        case "text:tab":
          add("\t");
          break;
        case "text:line-break": {
          add("\n");
          const now = open.at(-1);
          if (now) now.afterBlank = true;
          break;
        }
        case "office:annotation":
          annotation = {
            comment: {
              id: tag.attribute("office:name") ?? `comment-${comments.length}`,
              ...{ author: "", at: null, text: "", parent: null },
            },
            field: null,
          };
          comments.push(annotation.comment);
          break;
        case "text:list": {
          const style = tag.attribute("text:style-name") ?? lists.at(-1)?.style ?? null;
          const continuesNumbering =
            tag.attribute("text:continue-numbering") === "true" || tag.attribute("text:continue-list") !== null;
          const counts = [...(lists.at(-1)?.counts ?? [])];
          const before = lists.length === 0 && continuesNumbering ? ended.get(style ?? "") : undefined;
          lists.push({ style, counts: before === undefined ? counts : [...before], isNew: false });
          break;
        }
        case "text:list-item": {
          const list = lists.at(-1);
          if (list === undefined) break;
          const level = lists.length - 1;
          const start = Number(tag.attribute("text:start-value"));
          list.counts.length = Math.min(list.counts.length, level + 1);
          for (let above = 0; above < level; above++) list.counts[above] = lists[above]?.counts[above] ?? 1;
          list.counts[level] = start > 0 ? start : (list.counts[level] ?? styles.start(list.style, level) - 1) + 1;
          list.isNew = true;
          break;
        }
        case "text:note":
          note = { placement: tag.attribute("text:note-class") === "endnote" ? "endnote" : "footnote", label: "" };
          break;
        case "draw:text-box":
          boxes++;
          break;
        case "table:table":
          tables.push({ id: tableCount++, row: -1, column: 0, headers: 0, widths: [] });
          break;
        case "table:table-column": {
          const { width } = styles.of("table-column", tag.attribute("table:style-name"));
          const count = repeatsOf(tag.attribute("table:number-columns-repeated"));
          const widths = tables.at(-1)?.widths ?? [];
          for (let each = 0; each < count && widths.length < MAX_COLUMNS; each++) widths.push(width);
          break;
        }
        case "table:table-header-rows":
          if (tables.length > 0) (tables.at(-1) as Table).headers++;
          break;
        case "table:table-row": {
          const table = tables.at(-1);
          if (table) Object.assign(table, { row: table.row + 1, column: 0 });
          break;
        }
        case "table:table-cell":
        case "table:covered-table-cell": {
          const table = tables.at(-1);
          if (table === undefined || tables.length > 1) break;
          cellGroup = groups++;
          const count = (of: string): number => Math.min(1000, Math.max(1, Number(tag.attribute(of) ?? 1) || 1));
          const isCovered = name === "table:covered-table-cell";
          cell = {
            ...{ table: table.id, row: table.row, column: table.column, isHeader: table.headers > 0 },
            rowSpan: isCovered ? 0 : count("table:number-rows-spanned"),
            columnSpan: count("table:number-columns-spanned"),
            width: table.widths[table.column] ?? null,
            fill: styles.of("table-cell", tag.attribute("table:style-name")).fill,
          };
          table.column += repeatsOf(tag.attribute("table:number-columns-repeated"));
          break;
        }
        case "style:header":
        case "style:header-left":
        case "style:header-first":
          placement = "header";
          break;
        case "style:footer":
        case "style:footer-left":
        case "style:footer-first":
          placement = "footer";
          break;
        default:
          break;
      }
    },
    close(name, _from, to) {
      if (annotation !== null) {
        if (name === "office:annotation") annotation = null;
        else annotation.field = null;
        return;
      }
      if (citation !== null && silent === 0) {
        if (note !== null) note.label = citation.trim();
        citation = null;
        return;
      }
      if (silent > 0) {
        silent--;
        return;
      }
      switch (name) {
        case "text:p":
        case "text:h": {
          const closed = open.pop();
          if (closed) closed.entry.at.to = to;
          break;
        }
        case "text:list": {
          const list = lists.pop();
          if (list !== undefined && lists.length === 0) ended.set(list.style ?? "", list.counts);
          break;
        }
        case "text:note":
          note = null;
          break;
        case "draw:text-box":
          boxes--;
          break;
        case "table:table":
          tables.pop();
          if (tables.length === 0) cell = null;
          break;
        case "table:table-header-rows":
          if (tables.length > 0) (tables.at(-1) as Table).headers--;
          break;
        case "table:table-cell":
        case "table:covered-table-cell":
          if (tables.length <= 1) cell = null;
          break;
        case "style:header":
        case "style:header-left":
        case "style:header-first":
        case "style:footer":
        case "style:footer-left":
        case "style:footer-first":
          placement = "body";
          break;
        default:
          break;
      }
    },
    text(text) {
      if (annotation !== null) {
        const { comment, field } = annotation;
        if (field === "author") comment.author += text;
        else if (field === "date") comment.at = `${comment.at ?? ""}${text}`;
        else if (field === "text") comment.text += text;
        return;
      }
      if (citation !== null) {
        citation += text;
        return;
      }
      const now = open.at(-1);
      if (silent > 0 || now === undefined) return;
      let plain = text.replaceAll(/[ \t\r\n]+/g, " ");
      if (now.afterBlank && plain.startsWith(" ")) plain = plain.slice(1);
      if (plain === "") return;
      now.entry.text += plain;
      now.afterBlank = plain.endsWith(" ");
    },
  });
  return { entries, comments };
}
