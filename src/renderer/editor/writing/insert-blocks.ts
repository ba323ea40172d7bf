import { EditorSelection, type EditorState, type StateCommand } from "@codemirror/state";
import { apply, type Edit, mapSelection, oneStep } from "./format";
import { goingOn, readOpening } from "./opening";
import { verbatimAt } from "./prose";
import { selectedLines } from "./selected-lines";

/** Puts a fence around the selected lines, or begins a code block; within one, removes its fences. */
export const toggleCodeBlock: StateCommand = (target) => {
  const { state } = target;
  const { main } = state.selection;
  const inside = verbatimAt(state, main.head);
  if (inside?.name === "FencedCode") return apply(target, removeFences(state, inside.from, inside.to));
  if (inside) return false;
  const lines = selectedLines(state);
  const [first] = lines;
  const last = lines.at(-1);
  if (!first || !last) return false;
  const quotes = /^(?: {0,3}> ?)*/.exec(first.text)?.[0] ?? "";
  if (main.empty && first.text.slice(quotes.length).trim() === "") {
    const insert = `\`\`\`\n${quotes}\n${quotes}\`\`\``;
    const at = first.from + quotes.length;
    const edit = { from: at, to: first.to, insert };
    return apply(target, [edit], EditorSelection.single(at + 3));
  }
  const longest = Math.max(2, ...lines.flatMap(({ text }) => (text.match(/`{3,}/g) ?? []).map((run) => run.length)));
  const fence = "`".repeat(longest + 1);
  const edits = [
    { from: first.from, to: first.from, insert: `${quotes}${fence}\n` },
    { from: last.to, to: last.to, insert: `\n${quotes}${fence}` },
  ];
  const changes = state.changes(edits);
  const moved = (position: number) => position + quotes.length + fence.length + 1;
  return apply(
    target,
    edits,
    state.selection.ranges.length > 1
      ? mapSelection(state.selection, changes)
      : EditorSelection.single(moved(main.anchor), moved(main.head)),
  );
};

/** Removes the fence lines, each with one line break. */
function removeFences(state: EditorState, from: number, to: number): Edit[] {
  const { doc } = state;
  const open = doc.lineAt(from);
  const close = doc.lineAt(to);
  // Text after the fence, or an item's marker before it, would be deleted with its line.
  if (!/^[ \t>]*(?:`{3,}|~{3,})[ \t]*[\w+#.{}=-]{0,40}[ \t]*$/.test(open.text)) return [];
  if (open.number === close.number) return [{ from: open.from, to: open.to, insert: "" }];
  const isClosed = /^[ \t>]*(?:`{3,}|~{3,})[ \t]*$/.test(close.text);
  const opened = { from: open.from, to: open.to + 1, insert: "" };
  if (!isClosed) return [opened];
  // An empty block has only one line break between its fences.
  if (close.number === open.number + 1) return [{ from: open.from, to: close.to, insert: "" }];
  return [opened, { from: close.from - 1, to: close.to, insert: "" }];
}

/** Inserts a block below the cursor's line, with the blank lines that Markdown needs around it. */
function blockBelow(state: EditorState, block: string): { edit: Edit; start: number } {
  const { doc, selection } = state;
  const here = doc.lineAt(selection.main.head);
  const { openers } = readOpening(here.text);
  const isBlank = here.text.trim() === "";
  const indent = isBlank ? here.text : goingOn(here.text, openers[0]);
  const before = isBlank
    ? here.number > 1 && doc.line(here.number - 1).text.trim() !== ""
      ? "\n"
      : ""
    : `\n${indent}\n${indent}`.replace(/[ \t]+$/, "");
  const below = here.number < doc.lines ? doc.line(here.number + 1).text.trim() : null;
  const after = below === null ? "\n" : below === "" ? "" : "\n";
  const from = here.to;
  return { edit: { from, to: from, insert: `${before}${block}${after}` }, start: from + before.length };
}

const insertBelow =
  (block: string): StateCommand =>
  (target) => {
    const { state } = target;
    if (verbatimAt(state, state.selection.main.head)) return false;
    const { edit } = blockBelow(state, block);
    const end = edit.from + edit.insert.length;
    return apply(target, [edit], EditorSelection.single(Math.min(end, state.doc.length + edit.insert.length)));
  };

/** Inserts a thematic break below the cursor's line. */
export const insertRule = insertBelow("---");

/** The same with a page break, which other programs take for a comment. */
export const insertPageBreak = insertBelow("<!-- pagebreak -->");

/** The same with the place of the table of contents. */
export const insertContents = insertBelow("[TOC]");

const ROW = "|     |     |     |";
const TABLE = `${ROW}\n| --- | --- | --- |\n${ROW}\n${ROW}`;

/** Inserts an empty table of three columns below the cursor's line, with the cursor in its first cell. */
export const insertTable: StateCommand = (target) => {
  const { state } = target;
  if (verbatimAt(state, state.selection.main.head)) return false;
  const { edit, start } = blockBelow(state, TABLE);
  return apply(target, [edit], EditorSelection.single(start + 2));
};

/** How many characters are searched for footnotes; in a longer text, numbers beyond may repeat. */
const SEARCHED = 20_000_000;

/**
 * Inserts a footnote with the next free number, begins its text at the end of the document, and moves the cursor there.
 * In the text of a footnote, returns to its reference.
 */
export const insertFootnote: StateCommand = (target) => {
  const { state, dispatch } = target;
  const { doc, selection } = state;
  const { main } = selection;
  const here = doc.lineAt(main.head);
  const defined = /^ {0,3}\[\^([^\s[\]^]+)\]:/.exec(here.text)?.[1];
  const text = doc.sliceString(0, SEARCHED);
  if (defined !== undefined) {
    const call = text.search(new RegExp(`\\[\\^${escaped(defined)}\\](?!:)`));
    if (call < 0) return false;
    dispatch(
      state.update({ selection: { anchor: call + defined.length + 3 }, scrollIntoView: true, userEvent: "select" }),
    );
    return true;
  }
  if (state.readOnly || verbatimAt(state, main.head)) return false;
  const used = new Set([...text.matchAll(/\[\^(\d{1,6})\]/g)].map(([, label]) => Number(label)));
  let number = 1;
  while (used.has(number)) number++;
  const last = doc.line(doc.lines);
  const isAfterNote = /^ {0,3}\[\^[^\s[\]^]+\]:/.test(last.text);
  const gap =
    last.text.trim() === ""
      ? doc.lines > 1 && doc.line(doc.lines - 1).text.trim() === ""
        ? ""
        : "\n"
      : isAfterNote
        ? "\n"
        : "\n\n";
  const call = `[^${number}]`;
  const note = `${gap}${call}: `;
  const isAtEnd = main.to === doc.length;
  const changes = isAtEnd
    ? [{ from: main.to, insert: `${call}\n\n${call}: ` }]
    : [
        { from: main.to, insert: call },
        { from: doc.length, insert: note },
      ];
  const end = doc.length + (isAtEnd ? call.length * 2 + 4 : call.length + note.length);
  dispatch(oneStep(state, { changes, selection: { anchor: end } }));
  return true;
};

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
