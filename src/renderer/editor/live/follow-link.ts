import { type EditorState, type Extension, Facet } from "@codemirror/state";
import { type Command, EditorView } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { partTree } from "../syntax/part-tree";
import { focusContents } from "./contents-widget";
import { definitionOf, definitions } from "./definitions";

/** A link as written: an address or path, the target of a wiki link, a footnote label, or the name of a tag. */
export type LinkAtCursor = { kind: "address" | "wiki" | "note" | "tag"; target: string; from: number; to: number };

/**
 * Opens the target of a link here or in the group beside; true if it was handled. The first handler that returns true
 * wins.
 */
export const followLink = Facet.define<(link: LinkAtCursor, view: EditorView, where: "here" | "beside") => boolean>();

/** The link at a position, in any notation; null if there is none. */
export function linkAt(state: EditorState, at: number): LinkAtCursor | null {
  // Plain text has no links.
  if (state.field(definitions, false) === undefined) return null;
  const line = state.doc.lineAt(at);
  const part = partTree(state, line.from, line.to);
  if (!part) return null;
  for (const side of [1, -1] as const) {
    for (let node: SyntaxNode | null = part.tree.resolveInner(at - part.offset, side); node; node = node.parent) {
      const found = linkOf(state, node, part.offset);
      if (found) return found;
    }
  }
  return null;
}

/** The link of a syntax node; `offset` is where its tree begins in the text. */
function linkOf(state: EditorState, node: SyntaxNode, offset: number): LinkAtCursor | null {
  const text = (child: SyntaxNode | null) => (child ? state.sliceDoc(child.from + offset, child.to + offset) : "");
  const span = { from: node.from + offset, to: node.to + offset };
  switch (node.name) {
    case "Link":
    case "Image": {
      const target = addressOf(state, node, offset);
      return target === null ? null : { kind: "address", target, ...span };
    }
    case "Autolink":
      return { kind: "address", target: text(node.getChild("URL")), ...span };
    case "URL":
      return node.parent && ["Link", "Image", "Autolink"].includes(node.parent.name)
        ? null
        : { kind: "address", target: text(node), ...span };
    case "WikiLink":
    case "WikiEmbed":
      return { kind: "wiki", target: text(node.getChild("WikiTarget")).trim(), ...span };
    case "FootnoteReference":
      return { kind: "note", target: text(node.getChild("FootnoteLabel")), ...span };
    case "Hashtag":
      return node.parent?.name === "Link" ? null : { kind: "tag", target: text(node).slice(1), ...span };
    default:
      return null;
  }
}

/** The address of a link or an image, resolving references; null if it is undefined. */
export function addressOf(state: EditorState, node: SyntaxNode, offset: number): string | null {
  const text = (from: number, to: number) => state.sliceDoc(from + offset, to + offset);
  const url = node.getChild("URL");
  if (url) return meant(text(url.from, url.to));
  const marks = node.getChildren("LinkMark");
  const [open, close, paren] = marks;
  if (!open || !close) return null;
  if (paren) return "";
  const label = node.getChild("LinkLabel");
  const written = label && label.to - label.from > 2 ? text(label.from + 1, label.to - 1) : text(open.to, close.from);
  return definitionOf(state.field(definitions), written)?.text ?? null;
}

/** Without angle brackets and backslash escapes. */
const meant = (written: string) => written.replace(/^<(.*)>$/s, "$1").replace(/\\([!-/:-@[-`{-~])/g, "$1");

/**
 * Ctrl+click (⌘ on macOS) follows a link, with Alt in the group beside; on a footnote reference it goes to the
 * footnote.
 */
export const linkClicks: Extension = [
  EditorView.domEventHandlers({
    mousedown(event, view) {
      if (event.button !== 0 || !(event.ctrlKey || event.metaKey) || event.shiftKey) return false;
      if (!(event.target instanceof HTMLElement) || !event.target.closest(".cm-line")) return false;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      return at !== null && followLinkAt(view, at, event.altKey ? "beside" : "here");
    },
  }),
];

/** Follows the link at a position; false if there is none, or it could not be opened. */
export function followLinkAt(view: EditorView, at: number, where: "here" | "beside" = "here"): boolean {
  const link = linkAt(view.state, at);
  return link !== null && follow(view, link, where);
}

/** The same at the cursor. In `[TOC]`, it moves the focus to the first link of the list. */
export const followLinkAtCursor: Command = (view) =>
  focusContents(view) || followLinkAt(view, view.state.selection.main.head);

/** The same, in the group beside. */
export const followLinkBeside: Command = (view) => followLinkAt(view, view.state.selection.main.head, "beside");

/** Follows a link; false if it could not be opened. */
function follow(view: EditorView, link: LinkAtCursor, where: "here" | "beside"): boolean {
  if (view.state.facet(followLink).some((go) => go(link, view, where))) return true;
  if (link.kind !== "note") return false;
  const note = definitionOf(view.state.field(definitions), `^${link.target}`);
  if (!note) return false;
  view.dispatch({
    selection: { anchor: note.from },
    effects: EditorView.scrollIntoView(note.from, { y: "center" }),
    userEvent: "select.jump",
  });
  return true;
}
