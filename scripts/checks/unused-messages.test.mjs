import { expect, it } from "vitest";
import { findUnusedMessages } from "./unused-messages.mjs";

const table = `const english = {
  open: "Open",
  edits: (count: number) => \`${"$"}{count} edits\`,
  files: { rename: "Rename", trash: "Move to the trash" },
};
export type Messages = typeof english;
export let messages: Messages = english;
registerMessages<Messages>({ en: english, "zh-CN": chinese }, (now) => {
  messages = now;
});`;

/** The unused keys of the table, if this is the only code that reads it. */
const unusedIn = (code, path = "src/renderer/view.tsx") =>
  findUnusedMessages(
    new Map([
      ["src/renderer/messages.ts", table],
      [path, `import { type Messages, messages } from "./messages";\n${code}`],
    ]),
  ).map((line) => line.replace("src/renderer/messages.ts: nothing shows ", ""));

const reading = "const all = [messages.open, messages.edits(1)];";

it.each([
  ["that nothing reads", `${reading} messages.files.rename;`],
  ["that only a comment mentions", `${reading} show(messages.files); list.rename; // trash`],
  ["of another object's member of that name", `${reading} files.trash(messages.files.rename);`],
  ["that destructuring leaves out", `${reading} list.trash; const { files: { rename } } = messages;`],
  ["that an alias leaves out", `${reading} const words = messages.files; words.rename;`],
  ["that a parameter of the table's type leaves out", `${reading} const label = (t: Messages["files"]) => t.rename;`],
  ["that a template cannot name", `${reading} messages.files[\`re${"$"}{what}\`];`],
  ["that no file names, in a part that goes elsewhere", `${reading} show(messages.files); list.rename;`],
])("finds a string %s", (_, code) => {
  expect(unusedIn(code)).toEqual(["files.trash"]);
});

it("a string that only a test reads is unused", () => {
  expect(unusedIn("messages.open;", "src/renderer/view.test.ts")).toContain("open");
});

it.each([
  ["read by its path", "messages.files.trash; messages.files.rename.length;"],
  ["destructured", "const { files: { trash, rename } } = messages;"],
  [
    "read through aliases",
    "const t = messages; const { files } = t; const names = files; [names.trash, names.rename];",
  ],
  ["read with a computed key that some file has", `messages.files[what]; const all = ["trash", "rename"];`],
  ["read with a key made by a template", `messages.files[\`${"$"}{what}\`];`],
  ["passed on, and read elsewhere", "show(messages.files); t.trash + t.rename;"],
])("a string counts as used if it is %s", (_, code) => {
  expect(unusedIn(`${reading} ${code}`)).toEqual([]);
});

it("a table that is loaded later is read by its path", () => {
  const code = `(await import("./messages")).messages.files.trash;`;
  expect(unusedIn(`${reading} ${code}`)).toEqual(["files.rename"]);
});
