import { expect, test } from "vitest";
import { readArgument } from "./read-argument";

const doc = "00000000-0000-4000-8000-000000000000";
const spans = (count: number) => Array.from({ length: count }, (_, at) => ({ from: at, to: at, insert: "x" }));

test("as many changes as the journal takes are accepted, and no more", () => {
  const save = (changes: unknown) => readArgument("document:save", { doc, base: "v", seq: 1, changes, why: "auto" });
  expect(save(spans(1_000_000)).status).toBe("fits");
  expect(save(spans(1_000_001))).toEqual({ status: "refused", why: "holds a list that is too long" });
});

test("any other list has a smaller limit", () => {
  expect(readArgument("workspace:watch", new Array(250_001))).toMatchObject({ why: "holds a list that is too long" });
});

test("bytes are accepted where the schema has them: ten megabytes as well as one", () => {
  const image = { doc, name: "a.png", bytes: new Uint8Array(10_000_000) };
  expect(readArgument("document:add-image", image).status).toBe("fits");
  expect(readArgument("document:add-image", { ...image, name: new Uint8Array(1) }).status).toBe("refused");
});
