import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { highlightedText, tagText } from "./syntax/markdown-syntax";

/** Colours and sizes are variables of `editor/editor-layout.css`: the same theme serves light and dark. */
const baseTheme = EditorView.theme({
  "&": {
    height: "100%",
    fontSize: "var(--canvas-size, 16px)",
    color: "var(--ink)",
    background: "var(--paper)",
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { overflow: "auto", lineHeight: "var(--canvas-leading)", fontFamily: "var(--canvas-font)" },
  ".cm-content": { caretColor: "var(--accent)", padding: "2.5rem 0 40vh" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px", marginLeft: "-1px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--selection)",
  },
  ".cm-gutters": { background: "transparent", border: "none", color: "var(--ink-faint)" },
});

/** Maps syntax tags to classes that `editor/editor-layout.css` styles. */
export const highlights = HighlightStyle.define([
  { tag: tags.heading1, class: "cm-h1" },
  { tag: tags.heading2, class: "cm-h2" },
  { tag: tags.heading3, class: "cm-h3" },
  { tag: [tags.heading4, tags.heading5, tags.heading6], class: "cm-h4" },
  { tag: tags.heading, class: "cm-table-header" },
  { tag: tags.processingInstruction, class: "cm-syntax" },
  { tag: tags.strong, class: "cm-strong" },
  { tag: tags.emphasis, class: "cm-emphasis" },
  { tag: tags.strikethrough, class: "cm-strikethrough" },
  { tag: highlightedText, class: "cm-highlight" },
  { tag: tagText, class: "cm-hashtag" },
  { tag: tags.link, class: "cm-link" },
  { tag: tags.url, class: "cm-url" },
  { tag: tags.labelName, class: "cm-label" },
  { tag: tags.string, class: "cm-title" },
  { tag: tags.monospace, class: "cm-code" },
  { tag: tags.atom, class: "cm-task" },
  { tag: tags.contentSeparator, class: "cm-rule" },
  { tag: tags.comment, class: "cm-comment" },
  { tag: [tags.escape, tags.character], class: "cm-escape" },
  { tag: [tags.tagName, tags.angleBracket, tags.attributeName, tags.attributeValue], class: "cm-html" },
  // Only in code: `live.css` has their colours.
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.self, tags.null], class: "cm-code-keyword" },
  { tag: [tags.number, tags.bool, tags.unit, tags.color], class: "cm-code-number" },
  { tag: [tags.special(tags.string), tags.inserted], class: "cm-code-string" },
  { tag: [tags.regexp, tags.deleted, tags.invalid], class: "cm-code-regexp" },
  { tag: [tags.typeName, tags.className, tags.namespace], class: "cm-code-type" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], class: "cm-code-property" },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.definition(tags.variableName)],
    class: "cm-code-name",
  },
  { tag: [tags.meta, tags.documentMeta, tags.annotation], class: "cm-comment" },
]);

/** The editor's theme and highlighting. */
export const theme: Extension = [baseTheme, syntaxHighlighting(highlights)];
