import type { OfficeRun, OfficeStyle, OfficeUnshown } from "../../../../core/office/office-view";
import { odfPrefixes, repeatsOf } from "../odf/scan";
import { type OdfStyles, points } from "../odf/styles";
import { readPart } from "../package/package-parts";
import { elementsIn, takeElements, type XmlElement } from "../package/splice-xml";
import { inRoot } from "../package/xml-root";
import type { ZipPackage } from "../package/zip";
import type { TextView } from "../text/view-entry";
import { changesAt, type OdtChangeMark, type OdtChanges, odtChanges, odtSuggestionId } from "./changes";
import { odtMarks } from "./marks";
import { deletedLines } from "./suggestions";

const prefixes = {
  ...odfPrefixes,
  "http://www.w3.org/1998/Math/MathML": "math",
};
const attributes = [
  ...["text:c", "text:style-name", "xlink:href", "text:note-class", "svg:width", "svg:height", "draw:name"],
  ...["office:name", "text:change-id"],
];
const elsewhere = new Set(["text:p", "text:h", "text:tracked-changes", "office:forms", "text:note-body"]);

/** Reads OpenDocument paragraphs as runs. Joined, they are the text of the paragraph. */
export function odtRuns(
  zip: ZipPackage,
  styles: OdfStyles,
  imageAt: (part: string) => string | null,
): TextView["runs"] {
  // Unpacked once: the window requests a few paragraphs at a time.
  const texts = new Map<string, { xml: string; tracked: TrackedRuns }>();
  return (entries) =>
    entries.map(({ at: { part, from, to } }) => {
      const known = texts.get(part);
      const xml = known?.xml ?? readPart(zip, part) ?? "";
      const tracked = known?.tracked ?? trackedRuns(part, xml);
      texts.set(part, { xml, tracked });
      const own = inRoot(xml, from, to);
      const start = from - own.shift;
      const [element] = takeElements(own.xml, { prefixes, attributes, take: (_name, at) => at === start });
      return element === undefined ? [] : new Runs(zip, styles, imageAt, tracked).read(element, from);
    });
}

/** The tracked changes of a part, for its runs. */
type TrackedRuns = OdtChanges & {
  part: string;
  /** Changes that begin or end between paragraphs, by the offset of the next one. */
  between: ReadonlyMap<number, readonly OdtChangeMark[]>;
};

function trackedRuns(part: string, xml: string): TrackedRuns {
  const changes = odtChanges(xml);
  const between = new Map<number, OdtChangeMark[]>();
  const { paragraphs } = changes.marks.length === 0 ? { paragraphs: [] } : odtMarks(xml);
  let next = 0;
  for (const mark of changes.marks) {
    while ((paragraphs[next]?.to ?? Number.POSITIVE_INFINITY) <= mark.from) next++;
    const paragraph = paragraphs[next];
    if (paragraph === undefined || mark.from >= paragraph.from) continue;
    const known = between.get(paragraph.from);
    if (known === undefined) between.set(paragraph.from, [mark]);
    else known.push(mark);
  }
  return { ...changes, part, between };
}

type State = { textStyle: OfficeStyle; link: string | undefined };

class Runs {
  readonly #runs: OfficeRun[] = [];
  readonly #comments = new Set<string>();
  /** The insertions that contain what is read, and the order in which they began: those that have ended are dropped when they are last. */
  readonly #inserted = new Set<string>();
  readonly #insertedLast: string[] = [];
  #afterBlank = true;

  constructor(
    private readonly zip: ZipPackage,
    private readonly styles: OdfStyles,
    private readonly imageAt: (part: string) => string | null,
    private readonly tracked: TrackedRuns | null = null,
  ) {}

  /** The runs of a paragraph that is at this offset of its part. */
  read(paragraph: XmlElement, offset: number): OfficeRun[] {
    if (this.tracked !== null && this.tracked.changes.size > 0) {
      for (const { id, kind } of changesAt(this.tracked, offset)) if (kind === "insertion") this.#beginInserted(id);
      for (const { kind, id } of this.tracked.between.get(offset) ?? []) if (kind === "point") this.#deleted(id);
    }
    this.#walk(paragraph, { textStyle: {}, link: undefined });
    return this.#runs;
  }

  #walk(element: XmlElement, state: State): void {
    for (const node of element.nodes) {
      if (node.kind === "text") {
        let text = node.text.replaceAll(/[ \t\r\n]+/g, " ");
        if (this.#afterBlank && text.startsWith(" ")) text = text.slice(1);
        if (text === "") continue;
        this.#afterBlank = text.endsWith(" ");
        this.#text(text, state);
        continue;
      }
      const { name, attributes: written } = node;
      if (elsewhere.has(name)) continue;
      switch (name) {
        case "text:s":
          this.#sign(" ".repeat(repeatsOf(written["text:c"] ?? null)), state);
          break;
        case "text:tab":
          this.#sign("\t", state);
          break;
        case "text:line-break":
          this.#sign("\n", state);
          this.#afterBlank = true;
          break;
        case "text:span": {
          const { textStyle } = this.styles.of("text", written["text:style-name"] ?? null);
          this.#walk(node, { ...state, textStyle: { ...state.textStyle, ...textStyle } });
          break;
        }
        case "text:a":
          this.#walk(node, { ...state, link: written["xlink:href"] ?? state.link });
          break;
        case "text:note": {
          const label = elementsIn(node, "text:note-citation").map(textIn).join("").trim();
          const note = written["text:note-class"] === "endnote" ? "endnote" : "footnote";
          this.#add({ kind: "note", note, label });
          break;
        }
        case "office:annotation":
          this.#comments.add(written["office:name"] ?? "");
          break;
        case "office:annotation-end":
          this.#comments.delete(written["office:name"] ?? "");
          break;
        case "text:change-start":
          this.#beginInserted(written["text:change-id"] ?? "");
          break;
        case "text:change-end":
          this.#inserted.delete(written["text:change-id"] ?? "");
          break;
        case "text:change":
          this.#deleted(written["text:change-id"] ?? "");
          break;
        case "draw:frame":
          this.#frame(node);
          break;
        case "draw:custom-shape":
        case "draw:g":
        case "draw:line":
        case "draw:rect":
        case "draw:ellipse":
          this.#add({ kind: "unshown", what: "drawing", name: written["draw:name"] ?? null });
          break;
        default:
          this.#walk(node, state);
      }
    }
  }

  #frame(frame: XmlElement): void {
    const run = frameRun(frame, this.zip, this.imageAt);
    if (run !== null) this.#add(run);
  }

  #sign(text: string, state: State): void {
    this.#afterBlank = false;
    this.#text(text, state);
  }

  #text(text: string, { textStyle, link }: State): void {
    const next = {
      kind: "text",
      text,
      style: textStyle,
      ...(link === undefined ? {} : { link }),
      ...this.#marks(),
    } as const;
    const last = this.#runs.at(-1);
    if (last?.kind === "text" && JSON.stringify({ ...last, text: "" }) === JSON.stringify({ ...next, text: "" }))
      last.text += text;
    else this.#runs.push(next);
  }

  /** Text that a tracked change deletes. */
  #deleted(id: string): void {
    const change = this.tracked?.changes.get(id);
    const text = change === undefined ? "" : deletedLines(change).join("\n");
    if (this.tracked === null || text === "") return;
    const suggestion = { id: odtSuggestionId(this.tracked.part, id), kind: "deleted" } as const;
    this.#runs.push({ kind: "text", text, style: {}, ...this.#marks(), suggestion });
  }

  #beginInserted(id: string): void {
    if (this.tracked?.changes.get(id)?.kind !== "insertion") return;
    this.#inserted.add(id);
    this.#insertedLast.push(id);
  }

  /** The innermost insertion. */
  #insertedAt(): string | undefined {
    const begun = this.#insertedLast;
    while (begun.length > 0 && !this.#inserted.has(begun.at(-1) ?? "")) begun.pop();
    return begun.at(-1);
  }

  #add(run: Exclude<OfficeRun, { kind: "text" }>): void {
    this.#runs.push({ ...run, ...this.#marks() });
  }

  #marks(): Pick<OfficeRun, "comments" | "suggestion"> {
    const comments = [...this.#comments].filter((id) => id !== "");
    const inserted = this.#insertedAt();
    return {
      ...(comments.length > 0 && { comments }),
      ...(inserted !== undefined && {
        suggestion: { id: odtSuggestionId(this.tracked?.part ?? "", inserted), kind: "inserted" },
      }),
    };
  }
}

type FrameRun = Extract<OfficeRun, { kind: "image" | "unshown" }>;

/** The content of a frame: an image, or something that is not shown; null for a text box, whose paragraphs follow. */
export function frameRun(
  frame: XmlElement,
  zip: ZipPackage,
  imageAt: (part: string) => string | null,
): FrameRun | null {
  const described = [...elementsIn(frame, "svg:desc"), ...elementsIn(frame, "svg:title")].map(textIn).find(Boolean);
  const name = described ?? frame.attributes["draw:name"] ?? null;
  const [object] = elementsIn(frame, "draw:object");
  if (object !== undefined || elementsIn(frame, "draw:object-ole").length > 0) {
    const part = (object?.attributes["xlink:href"] ?? "").replace(/^\.\//, "");
    const inside = part === "" ? null : (readPart(zip, `${part}/content.xml`)?.slice(0, 4000) ?? null);
    const what: OfficeUnshown =
      inside === null
        ? "object"
        : /<(?:\w+:)?math[\s>]/.test(inside)
          ? "equation"
          : /chart:/.test(inside)
            ? "chart"
            : "object";
    return { kind: "unshown", what, name };
  }
  const [image] = elementsIn(frame, "draw:image");
  if (image === undefined) {
    if (elementsIn(frame, "draw:text-box").length > 0) return null;
    if (elementsIn(frame, "table:table").length > 0) return null;
    return { kind: "unshown", what: elementsIn(frame, "draw:plugin").length > 0 ? "video" : "drawing", name };
  }
  const part = (image.attributes["xlink:href"] ?? "").replace(/^\.\//, "");
  const url = zip.entries.has(part) ? imageAt(part) : null;
  if (url === null) return { kind: "unshown", what: "image", name: name ?? part };
  const { "svg:width": width = null, "svg:height": height = null } = frame.attributes;
  return { kind: "image", image: { url, alt: described ?? "", width: points(width), height: points(height) } };
}

const textIn = (element: XmlElement): string =>
  element.nodes.map((node) => (node.kind === "text" ? node.text : textIn(node))).join("");
