import { history, redo, undo } from "@codemirror/commands";
import { EditorSelection, type EditorState, StateEffect, type TransactionSpec } from "@codemirror/state";
import { Decoration, type DecorationSet } from "@codemirror/view";
import fc from "fast-check";
import { expect, it } from "vitest";
import { decorate, moveStyles } from "../markdown-style";
import type { ParsedRange } from "../syntax/changed-blocks";
import { carryParts, parsesLocally, partTree } from "../syntax/part-tree";
import { toText } from "../text/change-sets";
import { blocks } from "./blocks";
import { calloutChoices, calloutFolds } from "./callout-folds";
import { joinedLines } from "./joined-lines";
import { drawer, joinsLines, showEmbed } from "./live-host";
import { liveState } from "./live-text.fixture";
import { liveMarks } from "./marks";
import { moveMarks } from "./moved-marks";
import { tables } from "./tables";

const runs = process.env["GALLEY_LONG"] ? 10_000 : 60;
const extensions = [
  history(),
  calloutChoices,
  calloutFolds,
  joinsLines.of(true),
  joinedLines,
  drawer.of(async () => ({ status: "failed" as const, message: "no frame" })),
  showEmbed.of(() => () => {}),
];

/** Pieces of text that begin, end and change blocks; `¶` is a line break. */
const piece = fc.constantFrom(
  ..."¶|¶¶|# |## |===¶|---¶|- |1. |[x] |> |> > |> [!NOTE]- t¶|**|*|_|`|```|```js¶|~~~¶|$$¶|$|[a](b)|[^1]|¶[^1]: n¶|[r]|¶[r]: z¶|[[w]]|![x](y)|<kbd>|</kbd>|<br>|<!--|-->|<details>¶|</details>¶|&amp;|\\*|\t|    |¶¶| a ¦ b ¶ --¦-- ¶ c ¦ d ¶¶|¶[TOC]¶|word|a b c|שלום|😀|title: x¶|:smile:|==m==|^^"
    .split("|")
    .map((each) => each.replaceAll("¶", "\n").replaceAll("¦", "|")),
);
const paragraph = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(""));
/** Long enough that an edit leaves most blocks as they are. */
const text = fc
  .array(fc.oneof(paragraph, fc.constant("Plain words of a paragraph that is long enough to be reused. ".repeat(3))), {
    minLength: 1,
    maxLength: 30,
    size: "max",
  })
  .map((parts) => parts.join("\n\n"));

type Edit =
  | { kind: "type" | "paste" | "agent" | "compose"; insert: string; at: number; length: number }
  | { kind: "select"; at: number; length: number }
  | { kind: "undo" }
  | { kind: "redo" };
const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom("type" as const, "paste" as const, "agent" as const, "compose" as const),
      insert: fc.oneof(piece, paragraph, fc.constant("")),
      at: fc.nat(6000),
      length: fc.oneof(fc.constant(0), fc.nat(80)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("select" as const), at: fc.nat(6000), length: fc.nat(40) }) },
  { weight: 2, arbitrary: fc.constantFrom({ kind: "undo" as const }, { kind: "redo" as const }) },
);

function applied(state: EditorState, edit: Edit): ReturnType<EditorState["update"]> {
  if (edit.kind === "undo" || edit.kind === "redo") {
    let made = state.update({});
    (edit.kind === "undo" ? undo : redo)({
      state,
      dispatch: (transaction) => {
        made = transaction;
      },
    });
    return made;
  }
  const at = edit.at % (state.doc.length + 1);
  const to = Math.min(state.doc.length, at + edit.length);
  if (edit.kind === "select") return state.update({ selection: EditorSelection.range(at, to) });
  const changes = { from: at, to, insert: toText(edit.insert) };
  const spec: TransactionSpec = {
    changes,
    ...(edit.kind === "agent" ? {} : { selection: { anchor: at + changes.insert.length } }),
    userEvent: { type: "input.type", paste: "input.paste", compose: "input.type.compose", agent: "agent" }[edit.kind],
  };
  return state.update(spec);
}

/** Every decoration with its position and what it looks like. */
function listed(set: DecorationSet): string[] {
  const found: string[] = [];
  set.between(0, 1e9, (from, to, { spec }) => {
    const { widget, ...rest } = spec;
    found.push(`${from} ${to} ${JSON.stringify(rest)} ${widget ? widget.constructor.name : ""}`);
  });
  return found;
}

const width = (of: string) => of.length * 8;

/** All lines, or those around the middle. */
function rangeOf(state: EditorState, extent: "all" | "middle"): ParsedRange | null {
  const { doc } = state;
  const range =
    extent === "all"
      ? { from: 0, to: doc.length }
      : { from: doc.lineAt(doc.length >> 2).from, to: doc.lineAt((doc.length * 3) >> 2).to };
  const part = partTree(state, range.from, range.to);
  return part && { part, doc, range };
}

const drawAll = (state: EditorState, { part, range }: ParsedRange) =>
  Decoration.set(liveMarks({ state, part, ...range, width }), true);

/** Runs edits, and calls back with each of them. Returns how often something moved along. */
function follow(doc: string, edits: Edit[], trees: "whole" | "local", extent: "all" | "middle"): number {
  let moves = 0;
  const empty = liveState("", extensions, ...(trees === "local" ? [parsesLocally.of(true)] : []));
  let { state } = empty.update({ changes: { from: 0, insert: toText(doc) } });
  let before = rangeOf(state, extent);
  let marks = before && drawAll(state, before);
  let styles = before && decorate(state, [before], { width }, trees);
  for (const each of edits) {
    const transaction = applied(state, each);
    const { startState, changes, docChanged } = transaction;
    if (docChanged) carryParts(transaction);
    state = transaction.state;
    const step = { startState, state, changes };
    const after = rangeOf(state, extent);
    if (!after) return moves;
    const all = drawAll(state, after);
    const allStyles = decorate(state, [after], { width }, trees);
    const moved = docChanged && before && marks ? moveMarks(marks, step, before, after, width) : null;
    const restyled = docChanged && before && styles ? moveStyles(styles, step, before, after, { width }, trees) : null;
    if (moved) expect(listed(moved)).toEqual(listed(all));
    if (restyled) expect(listed(restyled)).toEqual(listed(allStyles));
    if (moved && restyled) moves++;
    [before, marks, styles] = [after, moved ?? all, restyled ?? allStyles];
    if (each.kind === "compose") continue;
    expect(drawnAround(state)).toEqual(drawnAround(drawnAgain(state)));
  }
  return moves;
}

/** The same state, with everything around the view drawn again. */
const drawnAgain = (state: EditorState) => state.update({ effects: StateEffect.appendConfig.of([]) }).state;

const drawnAround = (state: EditorState) => ({
  blocks: listed(state.field(blocks).decorations),
  tables: state.field(tables).drawn,
  callouts: [state.field(calloutFolds).folds, listed(state.field(calloutFolds).decorations)],
  joins: listed(state.field(joinedLines)),
});

const followed = (extent: "all" | "middle") =>
  fc.property(text, fc.array(edit, { minLength: 1, maxLength: 8 }), fc.boolean(), (doc, edits, isLocal) => {
    follow(doc, edits, isLocal ? "local" : "whole", extent);
  });

it("what moves along with an edit equals what is drawn for the whole text", () => {
  fc.assert(followed("all"), { numRuns: runs });
});

it("a block is drawn again when the caret leaves the blanks before it", () => {
  // What a run has found: an indented heading whose underline stayed shown.
  fc.assert(followed("middle"), { numRuns: 1, seed: 103965100, path: "53", endOnFailure: true });
});

it("the same is true of lines in the middle of a text", () => {
  fc.assert(followed("middle"), { numRuns: runs });
});

it("typing in a paragraph draws no other one again", () => {
  const paragraphs = Array.from({ length: 12 }, (_, index) => `Paragraph ${index} with **bold** words. `.repeat(4));
  const doc = paragraphs.join("\n\n");
  for (const trees of ["whole", "local"] as const) {
    const at = doc.indexOf("Paragraph 6");
    const keys = [..."abc"].map((insert, index): Edit => ({ kind: "type", insert, at: at + index, length: 0 }));
    // The first key finds no cursor in the paragraph.
    expect(follow(doc, keys, trees, "all")).toBe(3);
  }
});
