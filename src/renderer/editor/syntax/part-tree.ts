import { ensureSyntaxTree, language, syntaxTree } from "@codemirror/language";
import { type EditorState, type Extension, Facet, StateField, type Text, type Transaction } from "@codemirror/state";
import type { Tree } from "@lezer/common";
import { afterEdit, type KnownPart, type PartTree, parseRange } from "./local-tree";

/** Whether the text is too long for a complete tree, so that only the visible part is parsed. */
export const parsesLocally = Facet.define<boolean, boolean>({ combine: (values) => values.includes(true) });

/** Parsed parts of a text, latest last; several extensions request the same part within one update. */
const parsed = new WeakMap<Text, { from: number; to: number; part: PartTree | null }[]>();
const MAX_PARTS = 4;

/** How long the editor's tree is waited for, in milliseconds. */
const PATIENCE = 20;

/** The known part of the tree that covers `from`–`to`. Null if that is one giant line. */
export function partTree(state: EditorState, from: number, to: number): PartTree | null {
  const whole = state.facet(parsesLocally) ? null : wholeTree(state, to);
  return whole ? { tree: whole, offset: 0, opener: "" } : ownPart(state.doc, from, to);
}

/**
 * The editor's tree, if it reaches to `to`. On a busy machine the time that CodeMirror has for it ends early, and there may be none for a moment: then a
 * table would be plain text, and the next key would do something else in it. A text without a language has an empty tree.
 */
function wholeTree(state: EditorState, to: number): Tree | null {
  const tree = syntaxTree(state);
  if (tree.length >= to || !state.facet(language)) return tree;
  return ensureSyntaxTree(state, to, PATIENCE);
}

function ownPart(doc: Text, from: number, to: number): PartTree | null {
  const parts = parsed.get(doc) ?? [];
  const known = parts.find((each) => each.from <= from && each.to >= to);
  if (known) return known.part;
  const part = parseRange(doc, from, to, reusable.get(doc) ?? null);
  parsed.set(doc, [...parts.slice(1 - MAX_PARTS), { from, to, part }]);
  return part;
}

/** Keeps the parts that are still valid after an edit. */
const reusable = new WeakMap<Text, KnownPart>();

/** A small edit reparses the block that it is in, not the whole view. */
export function carryParts({ startState, changes, newDoc }: Transaction): void {
  if (!startState.facet(parsesLocally) || reusable.has(newDoc)) return;
  const parts = parsed.get(startState.doc) ?? [];
  const largest = parts.reduce<PartTree | null>(
    (best, { part }) => (part && part.tree.length >= (best?.tree.length ?? 0) ? part : best),
    null,
  );
  const known = largest && afterEdit(largest, changes);
  if (known) reusable.set(newDoc, known);
}

/** A text that is parsed on demand; parsed parts are kept across edits in every mode. */
export const localParsing: Extension = [
  parsesLocally.of(true),
  StateField.define<null>({
    create: () => null,
    update: (_, transaction) => {
      if (transaction.docChanged) carryParts(transaction);
      return null;
    },
  }),
];

/** A language was loaded: parts that were parsed without it are parsed again. */
export function forgetParts(doc: Text): void {
  parsed.delete(doc);
  reusable.delete(doc);
}
