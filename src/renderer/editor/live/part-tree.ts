import { syntaxTree } from "@codemirror/language";
import { type EditorState, type Extension, Facet, StateField, type Text, type Transaction } from "@codemirror/state";
import { afterEdit, type KnownPart, type PartTree, parseAround } from "../local-tree";

/** Whether the text is too long for a tree of all of it, so that what is in view is parsed by itself. */
export const parsesLocally = Facet.define<boolean, boolean>({ combine: (values) => values.includes(true) });

/** Parts of a text that were parsed, latest last; several rooms ask for the same part within one update. */
const parsed = new WeakMap<Text, { from: number; to: number; part: PartTree | null }[]>();
const MOST_PARTS = 4;

/** The tree that covers `from`–`to`, as far as it is known. Null where that is one enormous line. */
export function partTree(state: EditorState, from: number, to: number): PartTree | null {
  if (!state.facet(parsesLocally)) return { tree: syntaxTree(state), offset: 0, opener: "" };
  const { doc } = state;
  const parts = parsed.get(doc) ?? [];
  const known = parts.find((each) => each.from <= from && each.to >= to);
  if (known) return known.part;
  const part = parseAround(doc, from, to, reusable.get(doc) ?? null);
  parsed.set(doc, [...parts.slice(1 - MOST_PARTS), { from, to, part }]);
  return part;
}

/** What is left of a text's parts after an edit, for the next look at it. */
const reusable = new WeakMap<Text, KnownPart>();

/** An edit of a few letters costs the block that it is in, not all that is in view. */
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

/** A text that is parsed where somebody looks; what was parsed is carried through its edits in every mode. */
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

/** A language has been loaded: what was parsed without it is parsed again. */
export function forgetParts(doc: Text): void {
  parsed.delete(doc);
  reusable.delete(doc);
}
