import { captionLabel, isNumbered, type Sequence } from "../../../core/office/docx/caption-labels";
import type { Cell, Contents, ListItem, Paragraph, Part, Picture, Run } from "../../../core/office/docx/docx-plan";
import { isImageName } from "../../../core/text/format";
import { edgeOf } from "./comment-marks";
import { inlineRuns, isElement, textRuns, trimmed } from "./docx-runs";

const BARS: Record<string, string> = {
  note: "28589E",
  tip: "2F6B3C",
  important: "7A3FA0",
  warning: "8A5200",
  caution: "A8322A",
};

const BLOCKS =
  /^(?:p|div|section|h[1-6]|ul|ol|li|blockquote|pre|table|hr|dl|dt|dd|details|summary|figure|figcaption|caption|center|main)$/;

type BlockContext = { indent: number; bar?: string; isQuote: boolean; align?: "left" | "center" | "right" };

const paragraph = (runs: Run[], where: BlockContext, more: Partial<Paragraph> = {}): Paragraph => ({
  kind: "paragraph",
  style: where.isQuote ? "quote" : "text",
  runs,
  indent: where.indent,
  anchors: [],
  ...(where.bar ? { bar: where.bar } : {}),
  ...(where.align ? { align: where.align } : {}),
  ...more,
});

const caption = (runs: Run[], where: BlockContext, keepsNext?: boolean): Paragraph =>
  paragraph(
    runs,
    { ...where, isQuote: false },
    { style: "caption", ...(keepsNext === undefined ? {} : { keepsNext }) },
  );

/** Converts a rendered page to the parts of a Word document, with footnotes by number. */
export function docxFromPage(body: Element, pictures: ReadonlyMap<Element, Picture>, lang: string) {
  let lists = 0;
  const numbered = numberedCaptions(lang);
  const notes: Record<string, Paragraph[]> = {};
  const { runsOf, inlineOf, inline } = inlineRuns(pictures);

  /** The blocks of an element; loose inline content between them becomes a paragraph. */
  function blocks(element: Element, where: BlockContext): Part[] {
    const parts: Part[] = [];
    let loose: Run[] = [];
    const flush = () => {
      if (loose.some((run) => (run.kind === "text" ? run.text.trim() !== "" : run.kind !== "comment")))
        parts.push(paragraph(trimmed(loose), where));
      loose = [];
    };
    for (const node of element.childNodes) {
      if (node.nodeType === 3) loose.push(...textRuns(node.textContent ?? "", {}));
      if (!isElement(node)) continue;
      if (BLOCKS.test(node.localName)) {
        flush();
        parts.push(...block(node, where));
      } else loose.push(...inline(node, {}));
    }
    flush();
    return parts;
  }

  function block(element: Element, around: BlockContext): Part[] {
    const name = element.localName;
    const anchors = element.id ? [element.id] : [];
    const align = alignOf(element);
    const where = align ? { ...around, align } : around;
    if (/^h[1-6]$/.test(name))
      return [
        paragraph(runsOf(element), { ...where, isQuote: false }, { style: "heading", level: Number(name[1]), anchors }),
      ];
    if (element.className === "contents") return [contents(element)];
    if (element.classList.contains("alert-title")) return [alertTitle(element, runsOf(element), where)];
    switch (name) {
      case "p": {
        const figure = figureIn(element);
        if (figure && pictures.has(figure.image)) {
          const runs = numbered("Figure", textRuns(figure.words, {}), figure.words);
          return [paragraph(runsOf(element), where, { anchors, keepsNext: true }), caption(runs, where, false)];
        }
        const isAlone = [...element.children].filter((child) => edgeOf(child) === null).length === 1;
        const isFormula = isAlone && element.querySelector('math[display="block"]') !== null;
        return [paragraph(runsOf(element), where, { anchors, ...(isFormula ? { style: "formula" } : {}) })];
      }
      case "blockquote":
        return blocks(element, { ...where, indent: where.indent + 1, isQuote: true, bar: "8B867B" });
      case "ul":
      case "ol":
        return listed(element, where);
      case "pre":
        return [paragraph(runsOf(element, "as it is"), where, { style: "code" })];
      case "hr":
        if (element.className === "page-break")
          return [paragraph([], { indent: 0, isQuote: false }, { style: "page break" })];
        return element.className === "footnotes-sep" ? [] : [paragraph([], where, { style: "rule" })];
      case "table":
        return table(element, where);
      case "figcaption":
        return [
          { ...caption(numbered(sequenceOf(element), runsOf(element), element.textContent ?? ""), where), anchors },
        ];
      case "summary":
      case "dt":
        return [paragraph(inlineOf(element, { bold: true }), where)];
      case "dd":
        return blocks(element, { ...where, indent: where.indent + 1 });
      case "center":
        return blocks(element, { ...where, align: "center" });
      case "section":
        if (element.className === "footnotes") {
          Object.assign(
            notes,
            notesIn(element, (note) => blocks(note, { indent: 0, isQuote: false })),
          );
          return [];
        }
        return blocks(element, isEmbed(element) ? { ...where, indent: where.indent + 1, bar: "8B867B" } : where);
      default: {
        const kind = /alert-(\w+)/.exec(element.className)?.[1];
        const bar = kind && element.classList.contains("alert") ? BARS[kind] : undefined;
        return blocks(element, bar ? { ...where, indent: where.indent + 1, bar } : where);
      }
    }
  }

  function listed(list: Element, where: BlockContext, level = 0, outer?: number): Part[] {
    const isOrdered = list.localName === "ol";
    const start = Math.max(0, Number.parseInt(list.getAttribute("start") ?? "1", 10) || 0);
    // Only numbered lists get their own number, so that each counts from its own start.
    const number = isOrdered || outer === undefined ? ++lists : outer;
    const parts: Part[] = [];
    for (const item of list.children) {
      if (item.localName !== "li") continue;
      const box = item.querySelector(":scope > input, :scope > p:first-child > input");
      const task = box && (box.hasAttribute("checked") ? "done task" : "open task");
      box?.remove();
      const listItem: ListItem = { list: number, level, kind: task ?? (isOrdered ? "numbers" : "bullets"), start };
      const own: Part[] = [];
      const inside = { ...where, indent: where.indent + level + 1 };
      let loose = item.ownerDocument.createElement("p");
      const flush = () => {
        if (loose.textContent?.trim() || loose.children.length > 0) own.push(paragraph(runsOf(loose), inside));
        loose = item.ownerDocument.createElement("p");
      };
      for (const node of item.childNodes) {
        if (isElement(node) && (node.localName === "ul" || node.localName === "ol")) {
          flush();
          own.push(...listed(node, where, Math.min(8, level + 1), number));
        } else if (isElement(node) && BLOCKS.test(node.localName)) {
          flush();
          own.push(...block(node, inside));
        } else loose.append(node.cloneNode(true));
      }
      flush();
      const first = own[0];
      if (first?.kind === "paragraph" && !first.item && first.style !== "code") own[0] = { ...first, item: listItem };
      else own.unshift(paragraph([], inside, { item: listItem }));
      parts.push(...own);
    }
    return parts;
  }

  function table(element: Element, where: BlockContext): Part[] {
    const rows: Cell[][] = [];
    for (const row of element.querySelectorAll("tr")) {
      const cells = [...row.children].filter(({ localName }) => localName === "td" || localName === "th");
      if (cells.length === 0) continue;
      rows.push(
        cells.map((cell): Cell => {
          const align = alignOf(cell);
          const isHead = cell.localName === "th";
          const inside = { indent: 0, isQuote: false, ...(align ? { align } : {}) };
          const span = (name: string) => Math.min(100, Math.max(1, Number(cell.getAttribute(name)) || 1));
          const parts = blocks(cell, inside);
          return { parts: isHead ? parts.map(bolder) : parts, isHead, columns: span("colspan"), rows: span("rowspan") };
        }),
      );
    }
    const title = element.className === "front-matter" ? null : element.querySelector(":scope > caption");
    const named = title ? [caption(numbered("Table", runsOf(title), title.textContent ?? ""), where)] : [];
    return rows.length === 0 ? named : [...named, { kind: "table", rows, indent: where.indent }];
  }

  return { parts: blocks(body, { indent: 0, isQuote: false }), notes };
}

/** The footnotes of their section, by number. */
function notesIn(section: Element, blocksOf: (note: Element) => Part[]): Record<string, Paragraph[]> {
  const notes: Record<string, Paragraph[]> = {};
  for (const note of section.querySelectorAll(":scope > ol > li")) {
    const number = /^fn(\d+)$/.exec(note.id)?.[1];
    if (!number) continue;
    for (const back of note.querySelectorAll(".footnote-backref")) back.remove();
    notes[number] = blocksOf(note).filter((part) => part.kind === "paragraph");
  }
  return notes;
}

/** The title of an alert, at the side of the alert's text. */
function alertTitle(element: Element, runs: Run[], where: BlockContext): Paragraph {
  const isRightToLeft = element.closest(".alert")?.getAttribute("dir") === "rtl";
  return paragraph(runs, where, { style: "alert title", ...(isRightToLeft ? { direction: "rtl" as const } : {}) });
}

/** The entries of a table of contents: nested lists of links. */
function contents(element: Element): Contents {
  const entries = [...element.querySelectorAll("li > a")].map((link) => {
    let level = 0;
    for (let list = link.closest("ul"); list; list = list.parentElement?.closest("ul") ?? null) level++;
    return { level, title: link.textContent ?? "", address: link.getAttribute("href") ?? "" };
  });
  return { kind: "contents", entries };
}

/** The alignment that Markdown or HTML gives an element. */
const alignOf = (element: Element): BlockContext["align"] =>
  (/\balign-(left|center|right)\b/.exec(element.className)?.[1] ??
    /^(?:left|center|right)$/i.exec(element.getAttribute("align") ?? "")?.[0].toLowerCase()) as BlockContext["align"];

const isEmbed = (element: Element) => element.className === "embed";

const bolder = (part: Part): Part =>
  part.kind !== "paragraph"
    ? part
    : {
        ...part,
        runs: part.runs.map((run) => (run.kind === "text" ? { ...run, marks: { ...run.marks, bold: true } } : run)),
      };

/** Captions with their labels and numbers, in the language of a BCP 47 tag. */
function numberedCaptions(lang: string) {
  const counted = { Figure: 0, Table: 0 };
  /** The runs of a caption, with a label and a number unless its words bring their own. */
  return (sequence: Sequence, runs: Run[], words: string): Run[] => {
    if (isNumbered(words)) return runs;
    const { before, after } = captionLabel(sequence, lang);
    counted[sequence] += 1;
    const number: Run = { kind: "sequence", sequence, number: counted[sequence] };
    return [...textRuns(before, {}), number, ...textRuns(after, {}), ...runs];
  };
}

/** The image that is alone in a paragraph, with the words of its caption: its title, or else the text for it. Null if there is none. */
function figureIn(paragraph: Element): { image: Element; words: string } | null {
  const image = paragraph.children.length === 1 ? paragraph.querySelector("img") : null;
  if (!image || paragraph.textContent?.trim() !== "") return null;
  const alt = image.getAttribute("alt") ?? "";
  // An embedded image without words has its name.
  const words = (image.getAttribute("title") || (isImageName(alt) ? "" : alt)).trim();
  return words === "" ? null : { image, words };
}

/** What a caption in a `<figure>` counts. */
const sequenceOf = (caption: Element): Sequence =>
  caption.closest("figure")?.querySelector("table") ? "Table" : "Figure";
