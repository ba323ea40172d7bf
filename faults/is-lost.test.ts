import { expect, test } from "vitest";
import { isLost } from "./is-lost";

const has = (text: string) => (bytes: Uint8Array) => Buffer.from(bytes).includes(text);
const words = { before: has("old"), after: has("new") };
const bytes = (...texts: string[]) => texts.map((text) => Buffer.from(text));

test("old content that exists nowhere is lost, whatever the answer was", () => {
  for (const ok of [true, false]) expect(isLost({ words }, { ok, held: bytes("new") })).toBe(true);
  for (const ok of [true, false]) expect(isLost({ words }, { ok, held: bytes("new", "the old words") })).toBe(false);
});

test("confirmed content that exists nowhere is lost; after a rejected write the caller still has it", () => {
  expect(isLost({ words }, { ok: true, held: bytes("old") })).toBe(true);
  expect(isLost({ words }, { ok: false, held: bytes("old") })).toBe(false);
});

test("content that its own author has replaced is not lost once that is confirmed", () => {
  expect(isLost({ words, mayReplace: true }, { ok: true, held: bytes("new") })).toBe(false);
  expect(isLost({ words, mayReplace: true }, { ok: false, held: bytes("new") })).toBe(true);
});

test("no old content can be lost if there was none", () => {
  expect(isLost({ words: { ...words, before: null } }, { ok: false, held: [] })).toBe(false);
});
