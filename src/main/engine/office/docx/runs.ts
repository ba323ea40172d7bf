import type { OfficeRun, OfficeStyle, OfficeUnshown } from "../../../../core/office/office-view";
import { readPart, relationsOf } from "../package/package-parts";
import { elementsIn, takeElements, type XmlElement } from "../package/splice-xml";
import { inRoot } from "../package/xml-root";
import type { ZipPackage } from "../package/zip";
import type { TextView, ViewEntry } from "../text/view-entry";
import { docxPrefixes } from "./scan";
import { type DocxStyle, textStyleIn } from "./styles";
import { docxSuggestionId } from "./suggestion-id";
import type { NoteLabels } from "./view-part";

type RunContext = {
  styles: ReadonlyMap<string, DocxStyle>;
  noteLabels: NoteLabels;
  imageAt(part: string): string | null;
};

const drawing = "http://schemas.openxmlformats.org/drawingml/2006/";
const strictDrawing = "http://purl.oclc.org/ooxml/drawingml/";
const prefixes = {
  ...docxPrefixes,
  [`${drawing}main`]: "a",
  [`${strictDrawing}main`]: "a",
  [`${drawing}chart`]: "c",
  [`${strictDrawing}chart`]: "c",
  [`${drawing}diagram`]: "dgm",
  [`${strictDrawing}diagram`]: "dgm",
  [`${drawing}wordprocessingDrawing`]: "wp",
  [`${strictDrawing}wordprocessingDrawing`]: "wp",
  "http://purl.oclc.org/ooxml/officeDocument/math": "m",
  "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
  "urn:schemas-microsoft-com:vml": "v",
  "urn:schemas-microsoft-com:office:office": "o",
};
const attributes = [
  ...["w:val", "w:author", "w:date", "w:id", "w:fill", "w:ascii", "w:hAnsi", "w:type", "w:instr", "w:anchor"],
  ...["w:fldCharType", "r:id", "r:embed", "r:link", "cx", "cy", "descr", "name", "title", "style", "ProgID"],
];
const paragraphs = new Set(["w:p", "w:tbl"]);
const silent = new Set(["w:pPr", "w:rPr", "mc:Fallback", "w:sdtPr", "w:sdtEndPr", "w:txbxContent"]);

/** Reads paragraphs of a Word document as runs. The text of the runs without deletions is `ViewEntry.text`. */
export function docxRuns(zip: ZipPackage, context: RunContext): TextView["runs"] {
  const links = new Map<string, { outside: Map<string, string>; inside: Map<string, string> }>();
  const linksOf = (part: string) => {
    const known = links.get(part);
    if (known !== undefined) return known;
    const found = {
      outside: new Map(relationsOf(zip, part, "outside").map(({ id, target }) => [id, target])),
      inside: new Map(relationsOf(zip, part).map(({ id, target }) => [id, target])),
    };
    links.set(part, found);
    return found;
  };
  // Unpacked once: the window requests a few paragraphs at a time.
  const texts = new Map<string, string>();
  return (entries) =>
    entries.map((entry) => {
      const { part, from, to } = entry.at;
      const xml = texts.get(part) ?? readPart(zip, part) ?? "";
      texts.set(part, xml);
      const own = inRoot(xml, from, to);
      const start = from - own.shift;
      const [element] = takeElements(own.xml, { prefixes, attributes, take: (_name, at) => at === start });
      return element === undefined ? [] : new Runs(entry, part, { ...context, ...linksOf(part) }).read(element);
    });
}

type State = { link: string | undefined; suggestion: OfficeRun["suggestion"]; textStyle: OfficeStyle };

class Runs {
  readonly #runs: OfficeRun[] = [];
  readonly #comments: Set<string>;
  /** The open fields: the instruction of each, and whether its result has started. */
  readonly #fields: { instruction: string; isResult: boolean }[] = [];

  constructor(
    entry: ViewEntry,
    private readonly part: string,
    private readonly context: RunContext & {
      outside: ReadonlyMap<string, string>;
      inside: ReadonlyMap<string, string>;
    },
  ) {
    this.#comments = new Set(entry.openComments);
  }

  read(paragraph: XmlElement): OfficeRun[] {
    this.#walk(paragraph, { link: undefined, suggestion: undefined, textStyle: {} });
    return this.#runs;
  }

  #walk(element: XmlElement, state: State): void {
    for (const child of elementsIn(element)) {
      const { name, attributes: written } = child;
      if (silent.has(name) || paragraphs.has(name)) continue;
      switch (name) {
        case "w:r":
          this.#run(child, { ...state, textStyle: this.#textStyleOf(child) });
          break;
        case "w:ins":
        case "w:moveTo":
        case "w:del":
        case "w:moveFrom": {
          const kind = name === "w:ins" || name === "w:moveTo" ? "inserted" : "deleted";
          const isDeleted = state.suggestion?.kind === "deleted";
          const suggestion = { id: docxSuggestionId(this.part, name, written), kind } as const;
          this.#walk(child, { ...state, suggestion: isDeleted ? state.suggestion : suggestion });
          break;
        }
        case "w:hyperlink": {
          const link = this.context.outside.get(written["r:id"] ?? "") ?? anchored(written["w:anchor"]);
          this.#walk(child, { ...state, link: link ?? state.link });
          break;
        }
        case "w:fldSimple":
          this.#walk(child, { ...state, link: linkOf(written["w:instr"] ?? "") ?? state.link });
          break;
        case "w:commentRangeStart":
          this.#comments.add(written["w:id"] ?? "");
          break;
        case "w:commentRangeEnd":
          this.#comments.delete(written["w:id"] ?? "");
          break;
        case "m:oMath":
        case "m:oMathPara":
          this.#add({ kind: "unshown", what: "equation", name: textBelow(child, "m:t") || null }, state);
          break;
        default:
          this.#walk(child, state);
      }
    }
  }

  #run(run: XmlElement, state: State): void {
    for (const child of elementsIn(run)) {
      const { name, attributes: written } = child;
      const field = this.#fields.findLast(({ isResult }) => isResult);
      const now = { ...state, link: state.link ?? (field ? linkOf(field.instruction) : undefined) };
      switch (name) {
        case "w:t":
        case "w:delText":
          this.#text(textIn(child), now);
          break;
        case "w:tab":
          this.#text("\t", now);
          break;
        case "w:br":
        case "w:cr":
          this.#text("\n", now);
          break;
        case "w:noBreakHyphen":
          this.#text("\u2011", now);
          break;
        case "w:fldChar": {
          const type = written["w:fldCharType"];
          if (type === "begin") this.#fields.push({ instruction: "", isResult: false });
          else if (type === "end") this.#fields.pop();
          else if (this.#fields.length > 0) (this.#fields.at(-1) as { isResult: boolean }).isResult = true;
          break;
        }
        case "w:instrText":
          if (this.#fields.length > 0) (this.#fields.at(-1) as { instruction: string }).instruction += textIn(child);
          break;
        case "w:footnoteReference":
        case "w:endnoteReference": {
          const note = name === "w:footnoteReference" ? "footnote" : "endnote";
          const label = this.context.noteLabels.get(`${note} ${written["w:id"] ?? ""}`) ?? "*";
          this.#add({ kind: "note", note, label }, now);
          break;
        }
        case "w:sym":
          this.#add({ kind: "unshown", what: "other", name: "symbol" }, now);
          break;
        case "w:drawing":
        case "w:pict":
        case "w:object":
          this.#drawing(child, now);
          break;
        case "mc:AlternateContent":
          for (const choice of elementsIn(child, "mc:Choice")) this.#run(choice, now);
          break;
        default:
          if (name === "w:ins" || name === "w:del") this.#walk(child, now);
      }
    }
  }

  #drawing(element: XmlElement, state: State): void {
    const [extent] = below(element, "wp:extent");
    const [about] = below(element, "wp:docPr");
    const points = (written: string | undefined): number | null =>
      Number(written) > 0 ? Number(written) / 12_700 : null;
    const alt = about?.attributes["descr"] || about?.attributes["title"] || "";
    const name = alt || about?.attributes["name"] || null;
    const pictures = [
      ...below(element, "a:blip").map(({ attributes: { "r:embed": id } }) => id),
      ...below(element, "v:imagedata").map(({ attributes: { "r:id": id } }) => id),
    ];
    const isObject = below(element, "o:OLEObject").length > 0;
    if (isObject) {
      this.#add({ kind: "unshown", what: "object", name }, state);
      return;
    }
    const [picture] = pictures;
    if (picture !== undefined) {
      const part = this.context.inside.get(picture);
      const url = part === undefined ? null : this.context.imageAt(part);
      const { cx, cy } = extent?.attributes ?? {};
      const image = { url, alt, width: points(cx), height: points(cy) };
      this.#add(
        url === null ? { kind: "unshown", what: "image", name: alt || part || null } : { kind: "image", image },
        state,
      );
      return;
    }
    // A text box is represented by its text, which follows.
    if (below(element, "w:txbxContent").length > 0) return;
    const what: OfficeUnshown =
      below(element, "c:chart").length > 0 ? "chart" : below(element, "dgm:relIds").length > 0 ? "diagram" : "drawing";
    this.#add({ kind: "unshown", what, name }, state);
  }

  #textStyleOf(run: XmlElement): OfficeStyle {
    const textStyle: OfficeStyle = {};
    for (const properties of elementsIn(run, "w:rPr"))
      for (const each of elementsIn(properties)) {
        if (each.name === "w:rStyle")
          Object.assign(textStyle, this.context.styles.get(each.attributes["w:val"] ?? "")?.textStyle ?? {});
        const own = textStyleIn(each.name, { attribute: (name) => each.attributes[name] ?? null });
        Object.assign(textStyle, own);
        if (each.name === "w:b" && own.bold === undefined) delete textStyle.bold;
        if (each.name === "w:i" && own.italic === undefined) delete textStyle.italic;
      }
    return textStyle;
  }

  #text(text: string, state: State): void {
    if (text === "") return;
    const { link, textStyle } = state;
    const last = this.#runs.at(-1);
    const next = {
      kind: "text",
      text,
      style: textStyle,
      ...(link === undefined ? {} : { link }),
      ...this.#marks(state),
    } as const;
    if (last?.kind === "text" && isLike(last, next)) last.text += text;
    else this.#runs.push(next);
  }

  #add(run: Exclude<OfficeRun, { kind: "text" }>, state: State): void {
    this.#runs.push({ ...run, ...this.#marks(state) });
  }

  #marks({ suggestion }: State): Pick<OfficeRun, "suggestion" | "comments"> {
    return {
      ...(suggestion === undefined ? {} : { suggestion }),
      ...(this.#comments.size === 0 ? {} : { comments: [...this.#comments] }),
    };
  }
}

const isLike = (one: OfficeRun, other: OfficeRun): boolean =>
  JSON.stringify({ ...one, text: "" }) === JSON.stringify({ ...other, text: "" });

const textIn = (element: XmlElement): string =>
  element.nodes.map((node) => (node.kind === "text" ? node.text : "")).join("");

const textBelow = (element: XmlElement, name: string): string =>
  below(element, name).map(textIn).join("").slice(0, 200);

function below(element: XmlElement, name: string): XmlElement[] {
  return elementsIn(element).flatMap((child) =>
    child.name === name ? [child] : child.name === "mc:Fallback" ? [] : below(child, name),
  );
}

const anchored = (name: string | undefined): string | undefined => (name === undefined ? undefined : `#${name}`);

const linkOf = (instruction: string): string | undefined => /^\s*HYPERLINK\s+"([^"]+)"/.exec(instruction)?.[1];
