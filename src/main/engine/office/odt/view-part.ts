import type { OfficeComment, OfficePlacement } from "../../../../core/office/office-view";
import type { OdfHandler } from "../odf/scan";
import type { OdfStyles } from "../odf/styles";
import type { XmlTag } from "../package/scan-xml";
import { TextLimit } from "../package/text-limit";
import { plainEntry, type ViewEntry } from "../text/view-entry";
import { OpenLists } from "./view-lists";
import { OpenTables } from "./view-tables";

/** Reads a part for display: its paragraphs with their kinds, cells and markers, and its comments. */
export class PartView implements OdfHandler {
  readonly entries: ViewEntry[] = [];
  readonly comments: OfficeComment[] = [];
  readonly #limit = new TextLimit();
  readonly #open: ViewEntry[] = [];
  readonly #lists: OpenLists;
  readonly #tables: OpenTables;
  #boxes = 0;
  #placement: OfficePlacement = "body";
  #note: { placement: OfficePlacement; label: string } | null = null;

  constructor(
    private readonly part: string,
    private readonly styles: OdfStyles,
  ) {
    this.#lists = new OpenLists(styles);
    this.#tables = new OpenTables(styles);
  }

  paragraph(name: "text:p" | "text:h", tag: XmlTag): void {
    const own = this.styles.of("paragraph", tag.attribute("text:style-name"));
    const note = this.#note;
    const { cell } = this.#tables;
    const placement = note?.placement ?? (this.#boxes > 0 ? "text box" : this.#placement);
    const entry: ViewEntry = {
      ...plainEntry(this.part, tag.from),
      placement,
      cell,
      label: note?.label ?? null,
      kind: own.kind,
      level: own.level,
      align: own.align ?? "left",
      isRightToLeft: own.isRightToLeft,
      group: placement === "body" ? this.#tables.group : null,
      lists: note === null ? this.#lists.depth : 0,
      breaksPage: own.breaksPage && this.entries.length > 0 && note === null && cell === null,
    };
    if (name === "text:h") {
      const outline = Math.min(10, Number(tag.attribute("text:outline-level") ?? 1) || 1);
      Object.assign(entry, { kind: "heading", level: Math.max(1, outline) });
      entry.marker = this.#lists.countHeading(outline);
    }
    if (note === null && this.#lists.depth > 0) {
      if (entry.kind === "paragraph") Object.assign(entry, { kind: "list item", level: this.#lists.depth - 1 });
      const marker = this.#lists.takeMarker(own.listStyle);
      if (marker !== undefined) entry.marker = marker;
    }
    this.#limit.take(1, 1);
    this.entries.push(entry);
    this.#open.push(entry);
  }

  paragraphEnd(to: number): void {
    const closed = this.#open.pop();
    if (closed !== undefined) closed.at.to = to;
  }

  text(text: string, written: "text" | "element"): void {
    const entry = this.#open.at(-1);
    if (entry === undefined) return;
    // A repeated blank is longer than what the file has for it.
    if (written === "element") this.#limit.take(text.length);
    entry.text += text;
  }

  open(name: string, tag: XmlTag): void {
    switch (name) {
      case "text:list":
        this.#lists.open(tag);
        break;
      case "text:list-item":
        this.#lists.openItem(tag);
        break;
      case "text:note":
        this.#note = { placement: tag.attribute("text:note-class") === "endnote" ? "endnote" : "footnote", label: "" };
        break;
      case "draw:text-box":
        this.#boxes++;
        break;
      default:
        this.#placement = margins.get(name) ?? this.#placement;
        this.#tables.open(name, tag);
        break;
    }
  }

  close(name: string): void {
    switch (name) {
      case "text:list":
        this.#lists.close();
        break;
      case "text:note":
        this.#note = null;
        break;
      case "draw:text-box":
        this.#boxes--;
        break;
      default:
        if (margins.has(name)) this.#placement = "body";
        this.#tables.close(name);
        break;
    }
  }

  /** A comment, or the number of a note, which is its label. */
  readonly aside = {
    open: (name: string, tag: XmlTag, depth: number): void => {
      if (depth > 0) {
        if (this.#comment !== null) this.#openInComment(this.#comment, name, depth);
      } else if (name === "office:annotation") {
        const id = tag.attribute("office:name") ?? `comment-${this.comments.length}`;
        this.#comment = { id, author: "", at: null, text: "", parent: null };
        this.#field = null;
        this.comments.push(this.#comment);
      } else this.#citation = "";
    },
    close: (_name: string, depth: number): void => {
      // What is formatted within a line ends neither the line nor the comment.
      if (depth <= 1) this.#field = null;
      if (depth > 0) return;
      if (this.#comment === null && this.#note !== null) this.#note.label = this.#citation.trim();
      this.#comment = null;
    },
    text: (text: string): void => {
      if (this.#comment === null) this.#citation += text;
      else if (this.#field === "author") this.#comment.author += text;
      else if (this.#field === "date") this.#comment.at = `${this.#comment.at ?? ""}${text}`;
      else if (this.#field === "text") this.#comment.text += text;
    },
  };
  #comment: OfficeComment | null = null;
  /** The field of the comment that the text belongs to. */
  #field: "author" | "date" | "text" | null = null;
  #citation = "";

  #openInComment(comment: OfficeComment, name: string, depth: number): void {
    // Its other fields, such as the author's initials, do not belong to its text.
    if (depth === 1)
      this.#field =
        name === "dc:creator" ? "author" : name === "dc:date" ? "date" : name.startsWith("text:") ? "text" : null;
    if (name === "text:p" && comment.text !== "") comment.text += "\n";
  }
}

const margins: ReadonlyMap<string, OfficePlacement> = new Map([
  ["style:header", "header"],
  ["style:header-left", "header"],
  ["style:header-first", "header"],
  ["style:footer", "footer"],
  ["style:footer-left", "footer"],
  ["style:footer-first", "footer"],
]);
