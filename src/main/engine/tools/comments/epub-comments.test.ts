import { expect, it } from "vitest";
import { packageText } from "../../books";
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

it("a rejected deletion leaves the comments of an EPUB on their words", async () => {
  const { run, call, engine, caller, outside } = opened();
  await run("comments", { action: "add", path: "sea.epub", quote: "Nobody *came*.", text: "Who?" });
  const { document, places } = packageText(await engine.bookView("sea.epub", caller).open());
  const { from = 0, to = 0 } = places.at(-1) ?? {};
  await engine.comments.protect(document, { kind: "paragraph", mode: "locked", from, to }, ["/w"]);
  await outside("sea.epub", epubOf(one.replace("*came*", "ever came"), two));
  const { threads } = await run("comments", { action: "list" });
  expect(threads).toMatchObject([{ anchor: { state: "moved", now: "Nobody ever came." } }]);
  expect((await call("workspace", { action: "delete", path: "sea.epub" })).error?.code).toBe("protected");
  expect((await run("comments", { action: "list" })).threads).toEqual(threads);
});

it("one of several same paragraphs stays protected after a restart, though all around them is the same", async () => {
  const song =
    "# Song\n\nFirst line of a song that goes on and on, and on and on.\n\nLa la.\n\nLast line of the song that went on and on, and on and on.\n";
  const on = engineForTests({ "sea.epub": epubOf(song, song, song) });
  const { document, places } = packageText(await on.engine.bookView("sea.epub", on.caller).open());
  const same = places.filter(({ from, to }) => document.text.slice(from, to) === "La la.");
  const { from = 0, to = 0 } = same[1] ?? {};
  await on.engine.comments.protect(document, { kind: "paragraph", mode: "locked", from, to }, ["/w"]);
  await on.engine.comments.close();
  const again = engineForTests({}, { store: on.store });
  expect(await again.engine.comments.locks(document)).toMatchObject([{ range: { from, to } }]);
});

it("a protected paragraph of an EPUB is not restored to an earlier version, and is found in a later one", async () => {
  const { paragraphs, call, engine, caller, outside, bytesOf } = opened();
  const open = async () => packageText(await engine.bookView("sea.epub", caller).open());
  const { document, places } = await open();
  const last = (await paragraphs()).findLast(({ text }) => text === "The wind went on.");
  const place = places.find(({ id }) => id === last?.id);
  const passage = { kind: "paragraph", mode: "locked", from: place?.from ?? 0, to: place?.to ?? 0 } as const;
  await engine.comments.protect(document, passage, ["/w"]);
  await outside("sea.epub", epubOf("# Part 0\n\nA beginning.\n", one, two));
  const later = await open();
  const [lock] = await engine.comments.locks(later.document);
  const now = later.places.find(({ id }) => id === last?.id);
  expect(lock?.range).toEqual({ from: now?.from, to: now?.to });
  const user = { kind: "you", name: "you" } as const;
  await engine.documents.changeBytes("/w/sea.epub", ["/w"], { by: user, reason: "replaced", edit: () => epubOf(two) });
  const before = await bytesOf("sea.epub");
  const { version } = await engine.documents.readBytes("/w/sea.epub", ["/w"]);
  const { versions } = (await call("doc_history", { path: "sea.epub" })).data as { versions: { version_id: string }[] };
  const restored = { path: "sea.epub", version_id: versions.at(-1)?.version_id, version };
  const { error, message } = await call("doc_restore", restored);
  expect([error?.code, message]).toEqual(["protected", expect.stringContaining("must not be changed by agents")]);
  expect(await bytesOf("sea.epub")).toEqual(before);
});
