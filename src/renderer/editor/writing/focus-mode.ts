import "./focus-mode.css";
import { EditorState, type Extension, type Range } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { Settings } from "../../../shared/contract";

/** The maximum number of lines of a paragraph, and the maximum number of characters of one that is split into sentences. */
const LIMITS = { lines: 500, characters: 20_000 };

const inFocus = Decoration.line({ class: "cm-in-focus" });
const beside = Decoration.mark({ class: "cm-beside-focus" });
const sentences = new Intl.Segmenter(undefined, { granularity: "sentence" });

/** The lines around the cursor up to the next empty ones, and the sentence at the cursor. */
export function focusAt(state: EditorState): {
  lines: number[];
  from: number;
  to: number;
  sentence: { from: number; to: number };
} {
  const { doc, selection } = state;
  const isText = (number: number) => number >= 1 && number <= doc.lines && doc.line(number).text.trim() !== "";
  let first = doc.lineAt(selection.main.from);
  let last = doc.lineAt(selection.main.to);
  for (let n = 0; n < LIMITS.lines && isText(first.number) && isText(first.number - 1); n++)
    first = doc.line(first.number - 1);
  for (let n = 0; n < LIMITS.lines && isText(last.number) && isText(last.number + 1); n++)
    last = doc.line(last.number + 1);
  const lines: number[] = [];
  for (let n = first.number; n <= last.number && lines.length < LIMITS.lines * 3; n++) lines.push(doc.line(n).from);
  const span = { from: first.from, to: last.to };
  return { lines, ...span, sentence: sentenceAt(state, span) };
}

function sentenceAt(state: EditorState, span: { from: number; to: number }): { from: number; to: number } {
  const { head } = state.selection.main;
  if (span.to - span.from > LIMITS.characters) return span;
  for (const { index, segment } of sentences.segment(state.sliceDoc(span.from, span.to))) {
    const from = span.from + index;
    const to = from + segment.length;
    if (head < to || to === span.to) return { from, to };
  }
  return span;
}

const dimming = (unit: "paragraph" | "sentence") =>
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = this.#draw(view.state);
      }
      update({ docChanged, selectionSet, state }: ViewUpdate): void {
        if (docChanged || selectionSet) this.decorations = this.#draw(state);
      }
      #draw(state: EditorState): DecorationSet {
        const { lines, from, to, sentence } = focusAt(state);
        const found: Range<Decoration>[] = lines.map((at) => inFocus.range(at));
        if (unit === "sentence") {
          if (from < sentence.from) found.push(beside.range(from, sentence.from));
          if (sentence.to < to) found.push(beside.range(sentence.to, to));
        }
        return Decoration.set(found, true);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );

/** Keyboard input keeps the cursor's line in the middle; the pointer does not scroll. */
const typewriter: Extension = [
  EditorView.editorAttributes.of({ class: "cm-typewriter" }),
  EditorState.transactionExtender.of((transaction) => {
    const isOwn = ["input", "delete", "select", "move", "undo", "redo"].some((event) => transaction.isUserEvent(event));
    if (!isOwn || transaction.isUserEvent("select.pointer")) return null;
    return { effects: EditorView.scrollIntoView(transaction.newSelection.main.head, { y: "center" }) };
  }),
];

/** Dims all but the current text, and keeps the cursor's line in the middle. */
export const focusMode = ({ focusMode: isDimmed, focusUnit, typewriterMode }: Settings): Extension => [
  isDimmed ? [EditorView.editorAttributes.of({ class: "cm-focus-mode" }), dimming(focusUnit)] : [],
  typewriterMode ? typewriter : [],
];
