import { createTargetJournal } from "../books/target-journal";
import { createJournal } from "./journal";

// Usage: folder. Stores and removes a text and a book target in the journals there, and prints a line after each step.
const [folder = ""] = process.argv.slice(2);
const journal = createJournal(folder);
const targets = createTargetJournal(`${folder}/targets`, { notice: console.log, failed: console.log });
const record = { doc: "document-1", path: null, name: "Untitled", base: "", baseText: "", seq: 1, encoding: "utf-8" };

await journal.keep({ ...record, changes: [{ from: 0, to: 0, insert: "typed" }], lineEnding: "LF" });
console.log("kept text");
await journal.clear("document-1", null);
console.log("cleared text");
const draft = { text: "typed", base: null, baseText: "", language: "English" };
await targets.keep("/w/book", "window-1", { p1: draft });
console.log("kept target");
await targets.keep("/w/book", "window-1", {});
console.log("cleared target");
