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

it.each([
  ["a participle as a type", "type Found = { a: 1 };"],
  ["a place as a type", "export type CellPlace = { row: number };"],
  ["a queue that is named by an order", "const inTurn = serialQueue();"],
  ["a private queue", "class A { readonly #inOrder = keyedQueue(); }"],
  ["a look as a noun", "type CalloutLook = string;"],
  ["a look as a delay", "const LOOK_MS = 200;"],
  ["the renderer as a page", "class PageWindow {}"],
])("finds %s", (_, text) => {
  expect(inFile(`\n${text}`)).toEqual([expect.stringMatching(/^src\/a\.ts:2 /)]);
});

it("lets verbs, functions of sheets, and pages of paper be", () => {
  expect(
    inFile('const lookUp = 1; const f = "XLOOKUP("; type Foundation = 1; const pageBreak = 1; const inOrder = [];'),
  ).toEqual([]);
});

it.each([
  ["in a comment", "// It is " + "refused."],
  ["in a title", 'it("is ' + 'refused", () => {'],
  ["of a limit", "/** The " + "most lines that are shown. */"],
  ["of a denial", "// A link is " + "no file."],
  ["of an extent", "/** The text as " + "far as it is known. */"],
  ["of a plan", "// What is " + "to be written."],
])("finds a phrase %s", (_, text) => {
  expect(inFile(text)).toEqual([expect.stringMatching(/^src\/a\.ts:1 /)]);
});

it("finds what messages say, and lets words of the wire be", () => {
  expect(findBannedWords(new Map([["src/messages.ts", 'const a = { b: "It was ' + 'refused." };']]))).toHaveLength(1);
  expect(findBannedWords(new Map([["src/messages.ts", "const a = { refused: 1 };"]]))).toEqual([]);
  expect(
    inFile('const status = "refused"; // `refused` is a status; there is no other way, as far as possible'),
  ).toEqual([]);
});

it("finds banned words in the names of files", () => {
  const named = (path) => findBannedWords(new Map([[path, ""]]));
  expect(named("src/comment-" + "places.ts")).toEqual([expect.stringContaining("location")]);
  expect(named("src/page-" + "window.ts")).toEqual([expect.stringContaining("renderer")]);
  expect(named("src/http-" + "door.ts")).toEqual([expect.stringContaining("transport")]);
  expect(named("src/core/page-breaks.ts")).toEqual([]);
});

it("finds phrases in documents, whose names of types and files are no names of the code", () => {
  const inDocument = (text) => findBannedWords(new Map([["docs/a.md", text]]));
  expect(inDocument("It is made " + "anew, and then " + "refused.")).toHaveLength(2);
  expect(inDocument("const told = 1; type Found = 1; // as far as it is known")).toEqual([]);
});
