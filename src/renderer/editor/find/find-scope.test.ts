import { getSearchQuery, search, setSearchQuery } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { MatchCount } from "./count-matches";
import { findScope, findScopes, limitToSelection, queryOf } from "./find-scope";
import { matchesIn, replacementOf } from "./sliced-find";

const stateOf = (doc: string, anchor = 0, head = 0) =>
  EditorState.create({ doc, selection: { anchor, head }, extensions: [search(), findScopes] });

const found = (state: EditorState, query: ReturnType<typeof queryOf>) =>
  [...matchesIn(state, query, 0, state.doc.length)].flatMap((step) => ("match" in step ? [step.match.from] : []));

test("a search that is limited to the selection finds only what is inside, also after edits before it", () => {
  let state = stateOf("tide tide tide tide", 5, 14);
  const limited = limitToSelection(state, queryOf({ search: "tide" }, null), true);
  state = state.update(limited ?? {}).state;
  expect(findScope(state)).toEqual({ from: 5, to: 14 });
  const query = queryOf({ search: "tide" }, findScope(state));
  expect(found(state, query)).toEqual([5, 10]);
  state = state.update({ changes: { from: 0, insert: "The " } }).state;
  expect(found(state, query)).toEqual([9, 14]);
  state = state.update(limitToSelection(state, query, false) ?? {}).state;
  expect(getSearchQuery(state).test).toBeUndefined();
  expect(found(state, queryOf({ search: "tide" }, findScope(state)))).toEqual([4, 9, 14, 19]);
  expect(limitToSelection(stateOf("tide"), query, true)).toBe(null);
});

test("in a replacement for an expression \\n is a line break and \\t a tab; in other texts they are two characters", () => {
  const insert = (regexp: boolean, replace: string) => {
    const query = queryOf({ search: "a(b)", replace, regexp }, null);
    const match = { from: 0, to: 2, groups: regexp ? ["ab", "b"] : null, isPrecise: true };
    const state = stateOf("ab ab").update({ effects: setSearchQuery.of(query) }).state;
    return [replacementOf(query, match), query.literal, state.doc.lines];
  };
  expect(insert(true, "$1\\n\\t$1\\\\n")).toEqual(["b\n\tb\\n", false, 1]);
  expect(insert(false, "\\n")).toEqual(["\\n", true, 1]);
});

test("more than a thousand matches are counted, in slices, and each has its number", () => {
  const state = stateOf("tide ".repeat(30_000));
  const query = queryOf({ search: "tide" }, null);
  const count = new MatchCount(state, query);
  expect(count.run(() => true)).toBe(false);
  while (!count.run(() => true));
  expect(count.total).toBe(30_000);
  expect([count.indexOf(0, 4), count.indexOf(5 * 1499, 5 * 1499 + 4), count.indexOf(1, 5)]).toEqual([1, 1500, 0]);
  expect(count.isOf(state, query)).toBe(true);
  const many = new MatchCount(stateOf("a ".repeat(100_001)), queryOf({ search: "a" }, null));
  many.run(() => false);
  expect(many.total).toBe(null);
});
