import { expect, it } from "vitest";
import { findBannedWords, wordsOf } from "./words.mjs";

const inFile = (text, allowed) => findBannedWords(new Map([["src/a.ts", text]]), allowed);

it("a name is read as its words", () => {
  expect(wordsOf("isRoomForUs")).toEqual(["is", "room", "for", "us"]);
  expect(wordsOf("HTTPDoor_kind")).toEqual(["http", "door", "kind"]);
});

it.each([
  ["a variable", "const told = 1;"],
  ["a parameter", "function f(told: string) {}"],
  ["a function", "function tellAll() {}"],
  ["a type and its member", "type Room = { a: 1 };"],
  ["a member of a type", "type A = { heard(): void };"],
  ["a key of an object", "const a = { desk: 1 };"],
  ["a method", "class A { mendLinks() {} }"],
  ["a private member", "class A { #told = []; }"],
  ["a name in a pattern", "const { a: world } = b;"],
])("finds a banned word in %s, with the line", (_, text) => {
  expect(inFile(`\n${text}`)).toEqual([expect.stringMatching(/^src\/a\.ts:2 \w+: not "\w+" but: /)]);
});

it("lets words be that are part of another word, and names that others declare", () => {
  expect(
    inFile("const placeholder = 1;\nconst saying = a.told;\nawait Promise.allSettled([]);\nconst { told } = b;"),
  ).toEqual([]);
});

it("finds a banned phrase in a comment", () => {
  expect(inFile("// It is made " + "anew.")).toEqual([expect.stringContaining("again")]);
});

it.each([
  ["src/a.css", ".panel-" + "room {}", "pane"],
  ["src/a.tsx", 'const a = <p className="heard-' + 'only" />;', "visually-hidden"],
  ["src/a.ts", "// The renderer is " + "told.", "notified"],
  ["src/a.ts", "// It came in by the " + "door.", "transport"],
])("finds a class or phrase of earlier versions in %s: %s", (path, text, plain) => {
  expect(findBannedWords(new Map([[path, text]]))).toEqual([expect.stringContaining(plain)]);
});

it("lets the ids of commands be that are in stored key bindings", () => {
  expect(inFile('run("next-room"); run("book-desk");')).toEqual([]);
});

it("lets allowed names be, and asks to remove one that is no longer used", () => {
  expect(inFile("type A = { room: string };", { room: "stored" })).toEqual([]);
  expect(inFile("", { room: "stored" })).toEqual([expect.stringContaining("no longer used")]);
});
