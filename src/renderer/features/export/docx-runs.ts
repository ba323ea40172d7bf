import type { Marks, Picture, Run } from "../../../core/office/docx/docx-plan";
import { linkKind } from "../../rendering/links";
import { edgeOf } from "./comment-marks";
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

/** The runs of the inline content of elements of a rendered page. */
export function inlineRuns(pictures: ReadonlyMap<Element, Picture>) {
  const runsOf = (element: Element, blanks?: "as it is"): Run[] => {
    const runs = inlineOf(element, {}, blanks);
    return blanks ? runs : trimmed(runs);
  };

  function inlineOf(element: Element, marks: Marks, blanks?: "as it is"): Run[] {
    return [...element.childNodes].flatMap((node) => {
      if (node.nodeType === 3) return textRuns(node.textContent ?? "", marks, blanks);
      return isElement(node) ? inline(node, marks, blanks) : [];
    });
  }

  function inline(element: Element, marks: Marks, blanks?: "as it is"): Run[] {
    const name = element.localName;
    const edge = edgeOf(element);
    if (edge) return [{ kind: "comment", ...edge }];
    if (name === "br") return [{ kind: "break" }];
    if (name === "img") {
      const picture = pictures.get(element);
      return picture
        ? [{ kind: "picture", picture }]
        : textRuns(element.getAttribute("alt") ?? "", { ...marks, italic: true });
    }
    if (name === "input") return textRuns(element.hasAttribute("checked") ? "☑ " : "☐ ", marks);
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

  return { runsOf, inlineOf, inline };
}

export const isElement = (node: Node): node is Element => node.nodeType === 1;

/** A text as runs; `blanks`: with its line breaks and spaces, as in code. */
export function textRuns(content: string, marks: Marks, blanks?: "as it is"): Run[] {
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

/** Without whitespace at either end and around line breaks, as a browser renders it. */
export function trimmed(runs: readonly Run[]): Run[] {
  const kept = runs.flatMap((run, at): Run[] => {
    if (run.kind !== "text") return [run];
    const begun = runs[at - 1]?.kind === "break" ? run.text.trimStart() : run.text;
    const text = runs[at + 1]?.kind === "break" ? begun.trimEnd() : begun;
    return text === "" ? [] : [{ ...run, text }];
  });
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
