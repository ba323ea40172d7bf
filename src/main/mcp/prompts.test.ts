import { expect, test } from "vitest";
import { listedPrompts, namedPrompt } from "./prompts";

const writes = { set: "documents", changes: "documents", inputSchema: {} } as const;
const reads = { set: "documents", changes: "nothing", inputSchema: {} } as const;
const bookTool = { set: "books", changes: "work", inputSchema: {} } as const;
const names = (...tools: Parameters<typeof listedPrompts>[0]) => listedPrompts(tools).map(({ name }) => name);
const noBook = () => Promise.reject(new Error("no prompt for a book was asked for"));

test("prompts are listed with the tools that they need", () => {
  const books = ["translation", "polishing", "proofreading"];
  const writing = ["review", "summarize", "continue", "fix", "answer_comments"];
  expect(names(bookTool, writes, reads)).toEqual([...books, ...writing]);
  expect(names(writes)).toEqual(writing);
  expect(names(bookTool)).toEqual(books);
  expect(names(reads)).toEqual(["summarize"]);
});

test("a prompt for writers takes its arguments, and says which it does not know", async () => {
  const given = { document: "notes.md", section: " ", wishes: "Keep it short." };
  const { messages } = await namedPrompt({ name: "fix", arguments: given }, noBook);
  const content = messages[0]?.content;
  const text = content?.type === "text" ? content.text : "";
  expect(text).toMatch(/^Fix the section with the cursor in the document "notes.md"/);
  expect(text).toMatch(/Keep it short\.$/);
  await expect(namedPrompt({ name: "review", arguments: { section: "a" } }, noBook)).rejects.toThrow(
    "unknown argument `section`; known here: document, wishes",
  );
  await expect(namedPrompt({ name: "review", arguments: { wishes: "x".repeat(4001) } }, noBook)).rejects.toThrow(
    "wishes is longer than 4000 characters",
  );
  await expect(namedPrompt({ name: "nothing" }, noBook)).rejects.toThrow("Prompt nothing not found");
});
