import { expect, test } from "vitest";
import { isLost } from "./is-lost";

const has = (text: string) => (bytes: Uint8Array) => Buffer.from(bytes).includes(text);
const matchers = { before: has("old"), after: has("new") };
const bytes = (...texts: string[]) => texts.map((text) => Buffer.from(text));

test("old content that exists nowhere is lost, whatever the answer was", () => {
  for (const ok of [true, false]) expect(isLost({ matchers }, { ok, available: bytes("new") })).toBe(true);
  for (const ok of [true, false])
    expect(isLost({ matchers }, { ok, available: bytes("new", "the old words") })).toBe(false);
});

test("confirmed content that exists nowhere is lost; after a rejected write the caller still has it", () => {
  expect(isLost({ matchers }, { ok: true, available: bytes("old") })).toBe(true);
  expect(isLost({ matchers }, { ok: false, available: bytes("old") })).toBe(false);
});

test("content that its own author has replaced is not lost once that is confirmed", () => {
  expect(isLost({ matchers, mayReplace: true }, { ok: true, available: bytes("new") })).toBe(false);
  expect(isLost({ matchers, mayReplace: true }, { ok: false, available: bytes("new") })).toBe(true);
});

test("no old content can be lost if there was none", () => {
  expect(isLost({ matchers: { ...matchers, before: null } }, { ok: false, available: [] })).toBe(false);
});
