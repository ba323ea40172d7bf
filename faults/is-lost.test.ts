import { expect, test } from "vitest";
import { isLost } from "./is-lost";

const has = (text: string) => (bytes: Uint8Array) => Buffer.from(bytes).includes(text);
const words = { before: has("old"), after: has("new") };
const bytes = (...texts: string[]) => texts.map((text) => Buffer.from(text));

test("words of before that are nowhere are lost, whatever was answered", () => {
  for (const ok of [true, false]) expect(isLost({ words }, { ok, held: bytes("new") })).toBe(true);
  for (const ok of [true, false]) expect(isLost({ words }, { ok, held: bytes("new", "the old words") })).toBe(false);
});

test("confirmed words that are nowhere are lost; of a refused write the caller still has them", () => {
  expect(isLost({ words }, { ok: true, held: bytes("old") })).toBe(true);
  expect(isLost({ words }, { ok: false, held: bytes("old") })).toBe(false);
});

test("what its own author has replaced is not missed once that is confirmed", () => {
  expect(isLost({ words, mayReplace: true }, { ok: true, held: bytes("new") })).toBe(false);
  expect(isLost({ words, mayReplace: true }, { ok: false, held: bytes("new") })).toBe(true);
});

test("where there was nothing before, nothing of before can be lost", () => {
  expect(isLost({ words: { ...words, before: null } }, { ok: false, held: [] })).toBe(false);
});
