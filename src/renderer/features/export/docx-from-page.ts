import type { Cell, ListItem, Marks, Paragraph, Part, Picture, Run } from "../../../core/office/docx/docx-plan";
import { linkKind } from "../../rendering/links";
import { mathParts } from "./math-parts";

/** Syntax colours of the light theme. */
const COLOURS: readonly (readonly [RegExp, string])[] = [
  [/tok-keyword/, "93316B"],
  [/tok-string/, "2A6537"],
  [/tok-number/, "834D00"],
  [/tok-name/, "28589E"],
  [/tok-type/, "0B6464"],
  [/tok-property/, "474C8F"],
  [/tok-regexp/, "A03028"],
  [/tok-comment/, "65625A"],
];

const BARS: Record<string, string> = {
  note: "28589E",
  tip: "2F6B3C",
  important: "7A3FA0",
  warning: "8A5200",
  caution: "A8322A",
};

const MARKS: Record<string, Marks> = {
  strong: { bold: true },
  b: { bold: true },
  th: { bold: true },
  summary: { bold: true },
  em: { italic: true },
  i: { italic: true },
  cite: { italic: true },
  dfn: { italic: true },
  var: { italic: true },
  del: { strike: true },
  s: { strike: true },
  u: { underline: true },
  ins: { underline: true },
  code: { code: true },
  samp: { code: true },
  tt: { code: true },
  kbd: { keys: true },
  sub: { sub: true },
  sup: { sup: true },
  mark: { mark: true },
};

const BLOCKS =
  /^(?:p|div|section|h[1-6]|ul|ol|li|blockquote|pre|table|hr|dl|dt|dd|details|summary|figure|figcaption|caption|center|main)$/;

type BlockContext = { indent: number; bar?: string; isQuote: boolean; align?: "left" | "center" | "right" };

/** Converts a rendered page to the parts of a Word document, with footnotes by number. */
export function docxFromPage(body: Element, pictures: ReadonlyMap<Element, Picture>) {
  let lists = 0;
  const notes: Record<string, Paragraph[]> = {};

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

  /** The blocks of an element; loose inline content between them becomes a paragraph. */
  function blocks(element: Element, where: BlockContext): Part[] {
    const parts: Part[] = [];
    let loose: Run[] = [];
    const flush = () => {
      if (loose.some((run) => run.kind !== "text" || run.text.trim() !== ""))
        parts.push(paragraph(trimmed(loose), where));
      loose = [];
    };
    for (const node of element.childNodes) {
      if (node.nodeType === 3) loose.push(...text(node.textContent ?? "", {}));
      if (!isElement(node)) continue;
      if (BLOCKS.test(node.localName)) {
        flush();
        parts.push(...block(node, where));
      } else loose.push(...inline(node, {}));
    }
    flush();
    return parts;
  }

  function block(element: Element, where: BlockContext): Part[] {
    const name = element.localName;
    const anchors = element.id ? [element.id] : [];
    const align = /align-(left|center|right)/.exec(element.className)?.[1] as BlockContext["align"];
    if (/^h[1-6]$/.test(name))
      return [
        paragraph(runsOf(element), { ...where, isQuote: false }, { style: "heading", level: Number(name[1]), anchors }),
      ];
    switch (name) {
      case "p": {
        if (element.className === "alert-title") return [paragraph(runsOf(element), where, { style: "alert title" })];
        const isFormula = element.children.length === 1 && element.querySelector('math[display="block"]') !== null;
        return [
          paragraph(runsOf(element), { ...where, ...(align ? { align } : {}) }, isFormula ? { style: "formula" } : {}),
        ];
      }
      case "blockquote":
        return blocks(element, { ...where, indent: where.indent + 1, isQuote: true, bar: "8B867B" });
      case "ul":
      case "ol":
        return listed(element, where);
      case "pre":
        return [paragraph(runsOf(element, "as it is"), where, { style: "code" })];
      case "hr":
        return element.className === "footnotes-sep" ? [] : [paragraph([], where, { style: "rule" })];
      case "table":
        return table(element, where);
      case "summary":
      case "dt":
        return [paragraph(inlineOf(element, { bold: true }), where)];
      case "dd":
        return blocks(element, { ...where, indent: where.indent + 1 });
      case "center":
        return blocks(element, { ...where, align: "center" });
      case "section":
        if (element.className === "footnotes") {
          gatherNotes(element);
          return [];
        }
        return blocks(element, where);
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
          const align = /align-(left|center|right)/.exec(cell.className)?.[1] as BlockContext["align"];
          const isHead = cell.localName === "th";
          const inside = { indent: 0, isQuote: false, ...(align ? { align } : {}) };
          const span = (name: string) => Math.min(100, Math.max(1, Number(cell.getAttribute(name)) || 1));
          const parts = blocks(cell, inside);
          return { parts: isHead ? parts.map(bolder) : parts, isHead, columns: span("colspan"), rows: span("rowspan") };
        }),
      );
    }
    return rows.length === 0 ? [] : [{ kind: "table", rows, indent: where.indent }];
  }

  function gatherNotes(section: Element): void {
    for (const note of section.querySelectorAll(":scope > ol > li")) {
      const number = /^fn(\d+)$/.exec(note.id)?.[1];
      if (!number) continue;
      for (const back of note.querySelectorAll(".footnote-backref")) back.remove();
      const parts = blocks(note, { indent: 0, isQuote: false });
      notes[number] = parts.filter((part) => part.kind === "paragraph");
    }
  }

  const runsOf = (element: Element, blanks?: "as it is"): Run[] => {
    const runs = inlineOf(element, {}, blanks);
    return blanks ? runs : trimmed(runs);
  };

  function inlineOf(element: Element, marks: Marks, blanks?: "as it is"): Run[] {
    return [...element.childNodes].flatMap((node) => {
      if (node.nodeType === 3) return text(node.textContent ?? "", marks, blanks);
      return isElement(node) ? inline(node, marks, blanks) : [];
    });
  }

  function inline(element: Element, marks: Marks, blanks?: "as it is"): Run[] {
    const name = element.localName;
    if (name === "br") return [{ kind: "break" }];
    if (name === "img") {
      const picture = pictures.get(element);
      return picture
        ? [{ kind: "picture", picture }]
        : text(element.getAttribute("alt") ?? "", { ...marks, italic: true });
    }
    if (name === "input") return text(element.hasAttribute("checked") ? "☑ " : "☐ ", marks);
    if (name === "math") return [{ kind: "math", math: mathParts(element) }];
    if (name === "sup" && element.className === "footnote-ref") {
      const number = /^#fn(\d+)$/.exec(element.querySelector("a")?.getAttribute("href") ?? "")?.[1];
      return number ? [{ kind: "note", number: Number(number) }] : [];
    }
    if (name === "a") {
      const address = element.getAttribute("href") ?? "";
      const kind = linkKind(address);
      const runs = inlineOf(element, marks, blanks);
      const leads = kind === "web" || kind === "mail" || (kind === "fragment" && address.length > 1);
      return leads ? [{ kind: "link", address, runs }] : runs;
    }
    if (name === "code" && element.parentElement?.localName === "pre") return inlineOf(element, marks, blanks);
    const colour = name === "span" ? COLOURS.find(([classes]) => classes.test(element.className))?.[1] : undefined;
    const more = { ...marks, ...MARKS[name], ...(colour ? { colour } : {}) };
    return inlineOf(element, more, blanks);
  }

  const parts = blocks(body, { indent: 0, isQuote: false });
  return { parts, notes };
}

const isElement = (node: Node): node is Element => node.nodeType === 1;

function text(content: string, marks: Marks, blanks?: "as it is"): Run[] {
  if (!blanks) {
    const run = content.replace(/[ \t\n]+/g, " ");
    return run === "" ? [] : [{ kind: "text", text: run, marks }];
  }
  return content
    .split("\n")
    .flatMap((line, index): Run[] => [
      ...(index > 0 ? [{ kind: "break" as const }] : []),
      ...(line === "" ? [] : [{ kind: "text" as const, text: line, marks }]),
    ]);
}

/** Without leading and trailing whitespace, as a browser renders it. */
function trimmed(runs: readonly Run[]): Run[] {
  const kept = [...runs];
  for (let first = kept[0]; first?.kind === "text"; first = kept[0]) {
    const left = first.text.trimStart();
    kept.shift();
    if (left === "") continue;
    kept.unshift({ ...first, text: left });
    break;
  }
  for (let last = kept.at(-1); last?.kind === "text" || last?.kind === "break"; last = kept.at(-1)) {
    const left = last.kind === "text" ? last.text.trimEnd() : "";
    kept.pop();
    if (left === "") continue;
    kept.push({ ...(last as Extract<Run, { kind: "text" }>), text: left });
    break;
  }
  return kept;
}

const bolder = (part: Part): Part =>
  part.kind === "table"
    ? part
    : {
        ...part,
        runs: part.runs.map((run) => (run.kind === "text" ? { ...run, marks: { ...run.marks, bold: true } } : run)),
      };
