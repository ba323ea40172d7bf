import { EditorSelection, type EditorState } from "@codemirror/state";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parsesLocally } from "../syntax/part-tree";
import { toText } from "../text/change-sets";
import { blocks } from "./blocks";
import { definitions } from "./definitions";
import { drawer, showEmbed } from "./live-host";
import { liveState, seen } from "./live-text.fixture";
import { tables } from "./tables";

const draws = [
  drawer.of(async () => ({ status: "failed" as const, message: "no frame" })),
  showEmbed.of(() => () => {}),
];

const piece = fc.constantFrom(
  ..."\n|\n\n|# |## |===\n|---\n|- |  - |1. |[ ] |[x] |> |> > |[!NOTE]\n|**|*|_|~~|`|``|```|```js\n|~~~\n|$$\n|$$|$|[|]|(|)|](|[^1]|[^1]: |[[|]]|![|<kbd>|</kbd>|<br>|<!--|-->|<details>\n|</details>\n|<div>|</div>\n|<img src=a>|&amp;|\\|\t|    |\\||\\| a \\| b \\|\n|\\|---\\|---\\|\n|a|b c|word|語|שלום|https://x.y|<https://x.y>|[r]: z\n|title: x\n|😀|\u0301|"
    .split(/(?<!\\)\|/)
    .map((each) => each.replace(/\\\|/g, "|")),
);
const document = fc.array(piece, { maxLength: 60, size: "max" }).map((pieces) => pieces.join(""));
/** Long enough that an edit reuses a part of its tree. */
const long = fc.array(piece, { minLength: 60, maxLength: 500, size: "max" }).map((pieces) => pieces.join(""));
const runs = process.env["GALLEY_LONG"] ? 20_000 : 120;

/** A state of a text that contains `|`s and arrows itself. */
function stateOf(doc: string, isLocal: boolean): EditorState {
  const empty = liveState("", draws, ...(isLocal ? [parsesLocally.of(true)] : []));
  return empty.update({ changes: { from: 0, insert: toText(doc) } }).state;
}

const selections = fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { minLength: 1, maxLength: 3 });
const select = (state: EditorState, chosen: [number, number][]): EditorState => {
  const within = (at: number) => (state.doc.length === 0 ? 0 : at % (state.doc.length + 1));
  const ranges = chosen.map(([a, b]) => EditorSelection.range(within(a), within(b)));
  return state.update({ selection: EditorSelection.create(ranges) }).state;
};

it("any document can be shown with any selection, and its text does not change", () => {
  fc.assert(
    fc.property(document, selections, fc.boolean(), (doc, chosen, isLocal) => {
      const state = select(stateOf(doc, isLocal), chosen);
      seen(state);
      expect(state.doc.toString()).toBe(doc.replace(/\r\n?/g, "\n"));
    }),
    { numRuns: runs },
  );
});

it("selecting everything shows everything as source", () => {
  fc.assert(
    fc.property(document, (doc) => {
      const state = stateOf(doc, false);
      // The cells of a table stay cells.
      fc.pre(state.field(tables).drawn.length === 0);
      const all = state.update({ selection: { anchor: 0, head: state.doc.length } }).state;
      // A widget beside the text, such as a button, hides nothing.
      expect(seen(all).replaceAll(/\[(?:CopyButton|Image|Math|Diagram)\]/g, "")).toBe(all.doc.toString());
    }),
    { numRuns: runs },
  );
});

it("after any edit the preview equals that of a newly opened document", () => {
  fc.assert(
    fc.property(fc.oneof(document, long), piece, fc.nat(3000), fc.nat(60), (doc, insert, from, length) => {
      const before = stateOf(doc, true);
      const start = from % (before.doc.length + 1);
      const end = Math.min(before.doc.length, start + length);
      const edited = before.update({ changes: { from: start, to: end, insert } }).state;
      const fresh = select(stateOf(edited.doc.toString(), true), [
        [edited.selection.main.anchor, edited.selection.main.head],
      ]);
      expect(blocksOf(edited)).toEqual(blocksOf(fresh));
      expect(seen(edited)).toBe(seen(fresh));
      expect(definitionsOf(edited)).toEqual(definitionsOf(fresh));
    }),
    { numRuns: runs },
  );
});

it("the header of a broken table belongs to the paragraph above it again", () => {
  const words = "some words of a line\n".repeat(20);
  const doc = `before\n\n${words}one \`x\n|a|b|\n|---|---|\n\nafter`;
  const dashes = doc.indexOf("---");
  const before = stateOf(doc, true);
  seen(before);
  const edited = before.update({ changes: { from: dashes, insert: "x`" } }).state;
  expect(seen(edited)).toBe(seen(stateOf(edited.doc.toString(), true)));
});

function blocksOf(state: EditorState): string[] {
  const found: string[] = [];
  state.field(blocks).decorations.between(0, state.doc.length, (from, to, { spec }) => {
    found.push(`${from}-${to} ${spec.widget?.constructor.name}`);
  });
  return found;
}

function definitionsOf(state: EditorState): string[] {
  const found: string[] = [];
  for (const at = state.field(definitions).iter(); at.value; at.next())
    found.push(`${at.from}-${at.to} ${at.value.definition.label} ${at.value.definition.text}`);
  return found;
}

it("hostile documents take time linear in their length [A25]", () => {
  const hostile = [
    `${"> ".repeat(10_000)}a`,
    "*".repeat(50_000),
    "[".repeat(50_000),
    "$a ".repeat(20_000),
    "[[".repeat(20_000),
    "[^".repeat(20_000),
    "$$\n".repeat(20_000),
    `${"| a ".repeat(50_000)}|\n${"|---".repeat(50_000)}|\n`,
    "```\n".repeat(20_000),
    "<kbd>".repeat(10_000),
    `![a](data:image/png;base64,${"A".repeat(90_000)})`,
    "- ".repeat(5_000),
    "[a]: b\n".repeat(10_000),
    "![".repeat(20_000),
  ];
  for (const doc of hostile) {
    const began = process.cpuUsage();
    const state = stateOf(doc.slice(0, 100_000), true);
    seen(state);
    expect(process.cpuUsage(began).user / 1000, doc.slice(0, 20)).toBeLessThan(5000);
  }
}, 60_000);
