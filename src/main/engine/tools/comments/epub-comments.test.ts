import { expect, it } from "vitest";
import { createEpub } from "../../office/epub/create";
import { engineForTests } from "../engine-for-tests";

const epubOf = (...chapters: string[]): Uint8Array =>
  createEpub({
    title: "Sea",
    language: "en",
    identifier: "urn:sea",
    chapters: chapters.map((text, index) => ({ title: `Part ${index + 1}`, volume: "", text })),
  });

const one = "# Part 1\n\nNobody *came*.\n\nThe wind went on.\n";
const two = "# Part 2\n\nThe wind went on.\n";

function opened() {
  const on = engineForTests({ "sea.epub": epubOf(one, two), "note.md": "A note.\n" });
  const run = async (name: string, args: Record<string, unknown>) => {
    const answer = await on.call(name, args);
    expect(answer.ok, answer.message).toBe(true);
    return { ...(answer.data as { threads: object[]; thread: string }), message: answer.message };
  };
  const paragraphs = async () => {
    const open = await on.engine.bookView("sea.epub", on.caller).open();
    return open.book.chapters.flatMap((chapter) =>
      chapter.paragraphs.map(({ id, text }) => ({ id, text, chapter: chapter.id })),
    );
  };
  return { ...on, run, paragraphs };
}

it("an EPUB has comments on paragraphs and words, which change no byte of it and follow a new version", async () => {
  const { run, paragraphs, bytesOf, outside } = opened();
  const before = await bytesOf("sea.epub");
  const last = (await paragraphs()).findLast(({ text }) => text === "The wind went on.");
  const { thread } = await run("comments", { action: "add", path: "sea.epub", paragraph_id: last?.id, text: "Again?" });
  await run("comments", { action: "add", path: "sea.epub", quote: "Nobody", text: "Who?" });
  await run("comments", { action: "reply", thread, text: "Yes." });
  expect(await bytesOf("sea.epub")).toEqual(before);
  await outside("sea.epub", epubOf("# Part 0\n\nA beginning.\n", one, two));
  const { threads, message } = await run("comments", { action: "list" });
  expect(threads).toMatchObject([
    { path: "sea.epub", line_from: null, anchor: { state: "anchored", quote: "Nobody" } },
    {
      thread,
      anchor: { state: "anchored", quote: "The wind went on.", paragraph_id: last?.id },
      messages: [{ text: "Again?" }, { text: "Yes." }],
    },
  ]);
  expect(message).toContain(`sea.epub ${(threads[1] as { anchor: { section: string } }).anchor.section} ${last?.id}`);
});
