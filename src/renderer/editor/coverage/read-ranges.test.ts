import { ChangeSet, EditorState, Text } from "@codemirror/state";
import fc from "fast-check";
import { expect, it } from "vitest";
import { applyChanges } from "../../../core/text/change";
import { moveLineRanges } from "../../../core/text/move-line-ranges";
import { edited, someText } from "../../../core/text/texts.fixture";
import type { ReadRange } from "../../../shared/contract";
import { toChangeSet, toChanges, toText } from "../text/change-sets";
import { ReadRangesClient, readRangesField } from "./read-ranges";

const readRange = (...lines: [number, number][]): ReadRange => ({
  by: "Claude",
  kind: "read",
  tool: "doc_read",
  at: "2026-01-01T00:00:00.000Z",
  sought: null,
  lines: lines.map(([from, to]) => ({ from, to })),
});

/** The client over a saved text with unsaved edits. */
function page(saved: string, version = "v1") {
  let state = EditorState.create({ doc: toText(saved), extensions: readRangesField });
  const sync = { base: { version, text: toText(saved) }, unsaved: ChangeSet.empty(saved.length) };
  const client = new ReadRangesClient(sync, (spec) => {
    state = state.update(spec).state;
    client.handleTransaction(state);
  });
  return {
    client,
    lines: () => client.$readRanges.get().map(({ lines }) => lines.map(({ from, to }) => [from, to])),
    types(from: number, to: number, insert: string) {
      const transaction = state.update({ changes: { from, to, insert } });
      sync.unsaved = sync.unsaved.compose(transaction.changes);
      state = transaction.state;
      client.handleTransaction(state);
    },
    saves(next: string) {
      sync.base = { version: next, text: state.doc };
      sync.unsaved = ChangeSet.empty(state.doc.length);
      client.applyReceived();
    },
  };
}

const text = "one\ntwo\nthree\nfour\n";

it("reported read ranges are mapped to the unsaved text", () => {
  const { client, lines, types } = page(text);
  types(0, 0, "new\n");
  types(8, 11, "2");
  client.handleEvent({ doc: "doc", version: "v1", ranges: [readRange([1, 4])] });
  expect(lines()).toEqual([
    [
      [2, 2],
      [4, 5],
    ],
  ]);
});

it("read ranges follow every edit, and a changed line loses its mark", () => {
  const { client, lines, types } = page(text);
  client.handleEvent({ doc: "doc", version: "v1", ranges: [readRange([2, 3])] });
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
  const { client, types } = page(text);
  client.handleEvent({ doc: "doc", version: "v1", ranges: [readRange([1, 2])] });
  const before = client.$readRanges.get();
  types(10, 10, "x");
  expect(client.$readRanges.get()).toBe(before);
});

it("a report about a later version waits for it, and a newer report replaces it", () => {
  const { client, lines, types, saves } = page(text);
  types(0, 0, "new\n");
  client.handleEvent({ doc: "doc", version: "v2", ranges: [readRange([1, 1])] });
  client.handleEvent({ doc: "doc", version: "v2", ranges: [readRange([2, 3])] });
  expect(lines()).toEqual([]);
  expect(client.hasUnapplied).toBe(true);
  saves("v2");
  expect(lines()).toEqual([[[2, 3]]]);
  expect(client.hasUnapplied).toBe(false);
});

it("lines move in the window as they do in main, whatever the edit", () => {
  fc.assert(
    fc.property(edited(someText), ({ text: before, changes }) => {
      const ranges = [{ from: 1, to: before.split("\n").length }];
      let state = EditorState.create({ doc: toText(before), extensions: readRangesField });
      const sync = { base: { version: "v", text: toText(before) }, unsaved: ChangeSet.empty(before.length) };
      const client = new ReadRangesClient(sync, (spec) => {
        state = state.update(spec).state;
      });
      client.handleEvent({ doc: "doc", version: "v", ranges: [{ ...readRange(), lines: ranges }] });
      const set = toChangeSet(changes, before.length);
      state = state.update({ changes: set }).state;
      expect(state.doc.eq(Text.of(applyChanges(before, changes).split("\n")))).toBe(true);
      // The editor joins adjacent changes: main receives the same ones.
      expect(state.field(readRangesField).flatMap(({ lines }) => lines)).toEqual(
        moveLineRanges(before, toChanges(set), ranges),
      );
    }),
  );
});
