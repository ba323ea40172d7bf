import { ChangeSet, EditorState, Text } from "@codemirror/state";
import fc from "fast-check";
import { expect, it } from "vitest";
import { applyChanges } from "../../core/text/change";
import { moveLineRanges } from "../../core/text/move-line-ranges";
import { edited, someText } from "../../core/text/texts.fixture";
import type { Reading } from "../../shared/contract";
import { toChangeSet, toChanges, toText } from "./change-sets";
import { readingsField, ToldReadings } from "./read-ranges";

const reading = (...lines: [number, number][]): Reading => ({
  ...{ by: "Claude", kind: "read", tool: "doc_read", at: "2026-01-01T00:00:00.000Z", sought: null },
  lines: lines.map(([from, to]) => ({ from, to })),
});

/** The client over a saved text with unsaved edits. */
function page(saved: string, version = "v1") {
  let state = EditorState.create({ doc: toText(saved), extensions: readingsField });
  const sync = { base: { version, text: toText(saved) }, unsaved: ChangeSet.empty(saved.length) };
  const told = new ToldReadings(sync, (spec) => {
    state = state.update(spec).state;
    told.happened(state);
  });
  return {
    told,
    lines: () => told.$readings.get().map(({ lines }) => lines.map(({ from, to }) => [from, to])),
    types(from: number, to: number, insert: string) {
      const transaction = state.update({ changes: { from, to, insert } });
      sync.unsaved = sync.unsaved.compose(transaction.changes);
      state = transaction.state;
      told.happened(state);
    },
    saves(next: string) {
      sync.base = { version: next, text: state.doc };
      sync.unsaved = ChangeSet.empty(state.doc.length);
      told.settle();
    },
  };
}

const text = "one\ntwo\nthree\nfour\n";

it("reported read ranges are mapped to the unsaved text", () => {
  const { told, lines, types } = page(text);
  types(0, 0, "new\n");
  types(8, 11, "2");
  told.heard({ doc: "doc", version: "v1", readings: [reading([1, 4])] });
  expect(lines()).toEqual([
    [
      [2, 2],
      [4, 5],
    ],
  ]);
});

it("read ranges follow every edit, and a changed line loses its mark", () => {
  const { told, lines, types } = page(text);
  told.heard({ doc: "doc", version: "v1", readings: [reading([2, 3])] });
  types(0, 0, "0\n0\n");
  expect(lines()).toEqual([[[4, 5]]]);
  types(4, 4, "x");
  expect(lines()).toEqual([[[4, 5]]]);
  types(9, 9, "x");
  expect(lines()).toEqual([[[5, 5]]]);
  types(0, 20, "");
  expect(lines()).toEqual([]);
});

it("an edit that moves no read range notifies nobody", () => {
  const { told, types } = page(text);
  told.heard({ doc: "doc", version: "v1", readings: [reading([1, 2])] });
  const before = told.$readings.get();
  types(10, 10, "x");
  expect(told.$readings.get()).toBe(before);
});

it("a report about a later version waits for it, and a newer report replaces it", () => {
  const { told, lines, types, saves } = page(text);
  types(0, 0, "new\n");
  told.heard({ doc: "doc", version: "v2", readings: [reading([1, 1])] });
  told.heard({ doc: "doc", version: "v2", readings: [reading([2, 3])] });
  expect(lines()).toEqual([]);
  expect(told.isWaiting).toBe(true);
  saves("v2");
  expect(lines()).toEqual([[[2, 3]]]);
  expect(told.isWaiting).toBe(false);
});

it("lines move in the window as they do in main, whatever the edit", () => {
  fc.assert(
    fc.property(edited(someText), ({ text: before, changes }) => {
      const ranges = [{ from: 1, to: before.split("\n").length }];
      let state = EditorState.create({ doc: toText(before), extensions: readingsField });
      const sync = { base: { version: "v", text: toText(before) }, unsaved: ChangeSet.empty(before.length) };
      const told = new ToldReadings(sync, (spec) => {
        state = state.update(spec).state;
      });
      told.heard({ doc: "doc", version: "v", readings: [{ ...reading(), lines: ranges }] });
      const set = toChangeSet(changes, before.length);
      state = state.update({ changes: set }).state;
      expect(state.doc.eq(Text.of(applyChanges(before, changes).split("\n")))).toBe(true);
      // The editor joins adjacent changes: main receives the same ones.
      expect(state.field(readingsField).flatMap(({ lines }) => lines)).toEqual(
        moveLineRanges(before, toChanges(set), ranges),
      );
    }),
  );
});
