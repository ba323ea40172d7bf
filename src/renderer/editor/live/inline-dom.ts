import type { SyntaxNode } from "@lezer/common";
import { element } from "./element";
import { entityCharacter } from "./entities";

/** Deeper nesting is shown as source. */
const MAX_DEPTH = 12;

/** The source position of each DOM text node, for clicks. */
export type SourcePositions = WeakMap<Text, number>;

export type Brush = { source: string; positions: SourcePositions; isDefined(label: string): boolean };

/**
 * Renders an inline node as DOM elements created one by one: emphasis, code, links (inert), line breaks. Never inserts
 * HTML of the document.
 */
export function inlineDom(node: SyntaxNode, brush: Brush): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fill(fragment, node, node.from, node.to, brush, 0);
  return fragment;
}

function fill(into: Node, node: SyntaxNode, from: number, to: number, brush: Brush, depth: number): void {
  let at = from;
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.to <= at) continue;
    if (child.from >= to) break;
    write(into, brush, at, child.from);
    at = child.to;
    paint(into, child, brush, depth + 1);
  }
  write(into, brush, at, to);
}

function write(into: Node, { source, positions }: Brush, from: number, to: number, shown?: string): void {
  if (to <= from) return;
  const text = document.createTextNode(shown ?? source.slice(from, to));
  positions.set(text, from);
  into.appendChild(text);
}

const WRAPPERS: Readonly<Record<string, keyof HTMLElementTagNameMap>> = {
  Emphasis: "em",
  StrongEmphasis: "strong",
  Strikethrough: "del",
  Highlight: "mark",
  InlineCode: "code",
};

const HIDDEN = new Set([
  "EmphasisMark",
  "StrikethroughMark",
  "HighlightMark",
  "CodeMark",
  "LinkMark",
  "LinkTitle",
  "WikiMark",
  "FootnoteMark",
  "TableDelimiter",
]);

function paint(into: Node, node: SyntaxNode, brush: Brush, depth: number): void {
  const { source } = brush;
  const { name, from, to } = node;
  if (depth > MAX_DEPTH) {
    write(into, brush, from, to);
    return;
  }
  if (HIDDEN.has(name)) return;
  const wrapper = WRAPPERS[name];
  if (wrapper) {
    const made = element(wrapper, "");
    fill(made, node, from, to, brush, depth);
    into.appendChild(made);
    return;
  }
  switch (name) {
    case "Escape":
      write(into, brush, from + 1, to);
      return;
    case "Entity":
      write(into, brush, from, to, entityCharacter(source.slice(from, to)) ?? source.slice(from, to));
      return;
    case "HTMLTag":
      if (/^<br\s*\/?>$/i.test(source.slice(from, to))) into.appendChild(element("br", ""));
      else write(into, brush, from, to);
      return;
    case "Link":
      paintLink(into, node, brush, depth);
      return;
    case "Image": {
      const made = element("span", "cm-live-image-name");
      const [open, close] = node.getChildren("LinkMark");
      if (open && close) write(made, brush, open.to, close.from);
      into.appendChild(made);
      return;
    }
    case "Autolink":
    case "WikiLink":
    case "FootnoteReference":
    case "URL": {
      const made = element(name === "FootnoteReference" ? "sup" : "span", "cm-live-link");
      if (name === "URL") write(made, brush, from, to);
      else if (name === "WikiLink") {
        const content = node.getChild("WikiAlias") ?? node.getChild("WikiTarget");
        if (content) write(made, brush, content.from, content.to);
      } else {
        const content = node.getChild("URL") ?? node.getChild("FootnoteLabel");
        if (content) write(made, brush, content.from, content.to);
      }
      into.appendChild(made);
      return;
    }
    default:
      fill(into, node, from, to, brush, depth);
  }
}

function paintLink(into: Node, node: SyntaxNode, brush: Brush, depth: number): void {
  const [open, close, paren] = node.getChildren("LinkMark");
  if (!open || !close) {
    write(into, brush, node.from, node.to);
    return;
  }
  const label = node.getChild("LinkLabel");
  const written =
    label && label.to - label.from > 2
      ? brush.source.slice(label.from + 1, label.to - 1)
      : brush.source.slice(open.to, close.from);
  if (!paren && !brush.isDefined(written)) {
    write(into, brush, node.from, node.to);
    return;
  }
  const made = element("span", "cm-live-link");
  fill(made, node, open.to, close.from, brush, depth);
  into.appendChild(made);
}
