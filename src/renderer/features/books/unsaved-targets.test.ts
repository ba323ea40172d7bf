import { expect, test, vi } from "vitest";
import type { BookRow, TargetDraft } from "../../../shared/book";
import { createUnsavedTargets } from "./unsaved-targets";

const row = (version: string | null, translation: string | null): BookRow => ({
  ...{ id: "a1", chapter: "one", index: 0, text: "Source.", isBlank: false, versions: 1, sourceChanged: false },
  ...{ task: null, comment: null, state: translation === null ? "untranslated" : "translated", version, translation },
});

/** A paragraph whose selected version is main's; `held` delays an answer. */
function desk(first: BookRow = row("v1", "old")) {
  let there = first;
  let release: (() => void) | null = null;
  let isHeld = false;
  const kept: unknown[] = [];
  const stored: string[] = [];
  let language = "English";
  let look = async (): Promise<BookRow | null> => there;
  const targets = createUnsavedTargets({
    async store(_, { text, base, language }) {
      stored.push(language);
      if (isHeld) await new Promise<void>((done) => (release = done));
      if (base !== there.version) return { ok: false, error: { code: "stale", message: "another version" } };
      there = row(`${there.version}+`, text);
      return { ok: true, row: there };
    },
    look: async () => look(),
    language: () => language,
    stored: () => {},
    emptyWhy: () => "empty",
    keep: (texts) => kept.push(texts),
  });
  return {
    targets,
    kept,
    stored,
    /** The book is shown in another language. */
    change: (to: string) => {
      language = to;
    },
    lookWith: (own: typeof look) => {
      look = own;
    },
    there: () => there,
    /** An agent writes the paragraph. */
    write(text: string) {
      there = row(`${there.version}*`, text);
      return there;
    },
    hold: () => {
      isHeld = true;
    },
    release() {
      isHeld = false;
      release?.();
    },
  };
}

test("what is typed is stored over the version it was typed on, and is unsaved no more", async () => {
  const { targets, there } = desk();
  targets.type(there(), "new");
  expect(targets.of("a1")).toMatchObject({ text: "new", base: "v1" });
  expect(await targets.save("a1")).toBe(true);
  expect(there().translation).toBe("new");
  expect(targets.of("a1")).toBeUndefined();
});

test("typing back to what stands there leaves nothing to store", () => {
  const { targets, there } = desk();
  targets.type(there(), "olds");
  targets.type(there(), "old");
  expect(targets.of("a1")).toBeUndefined();
});

test("a refresh of the row takes nothing away from what is typed, and keeps the version it was typed on", async () => {
  const { targets, there, write } = desk();
  const seen = there();
  targets.type(seen, "mine");
  targets.meet(write("theirs"));
  // The row has been replaced by the new version.
  targets.type(there(), "mine!");
  expect(targets.of("a1")).toMatchObject({ text: "mine!", base: "v1", theirs: { text: "theirs" } });
  expect(await targets.save("a1")).toBe(false);
  expect(there().translation).toBe("theirs");
});

test("an agent's write that nobody has told of yet is met when it is stored: both texts are there", async () => {
  const { targets, there, write } = desk();
  targets.type(there(), "mine");
  write("theirs");
  expect(await targets.save("a1")).toBe(false);
  expect(targets.of("a1")).toMatchObject({ text: "mine", theirs: { text: "theirs" }, why: null });
  expect(there().translation).toBe("theirs");
});

test("in a conflict one's own text goes over theirs, or goes", async () => {
  const mine = desk();
  mine.targets.type(mine.there(), "mine");
  mine.targets.meet(mine.write("theirs"));
  expect(await mine.targets.settle("a1", "mine")).toBe(true);
  expect(mine.there().translation).toBe("mine");
  const theirs = desk();
  theirs.targets.type(theirs.there(), "mine");
  theirs.targets.meet(theirs.write("theirs"));
  await theirs.targets.settle("a1", "theirs");
  expect(theirs.targets.of("a1")).toBeUndefined();
  expect(theirs.there().translation).toBe("theirs");
});

test("an agent that writes the very same words is no conflict", () => {
  const { targets, there, write } = desk();
  targets.type(there(), "same");
  targets.meet(write("same"));
  expect(targets.of("a1")).toBeUndefined();
});

test("what is typed while it is being stored is typed over what was stored", async () => {
  const { targets, there, hold, release } = desk();
  hold();
  targets.type(there(), "one");
  const saving = targets.save("a1");
  targets.type(there(), "one two");
  release();
  expect(await saving).toBe(false);
  expect(there().translation).toBe("one");
  expect(targets.of("a1")).toMatchObject({ text: "one two", base: there().version, baseText: "one", saving: null });
  expect(await targets.save("a1")).toBe(true);
  expect(there().translation).toBe("one two");
});

test("twice at once is stored once, and the second waits for the first", async () => {
  const { targets, there, hold, release } = desk();
  hold();
  targets.type(there(), "new");
  const both = Promise.all([targets.save("a1"), targets.save("a1")]);
  release();
  expect(await both).toEqual([true, true]);
  expect(there().version).toBe("v1+");
});

test("typing back while it is being stored is stored as well: nothing is taken for saved that is not", async () => {
  const { targets, there, hold, release } = desk();
  hold();
  targets.type(there(), "new");
  const saving = targets.save("a1");
  targets.type(there(), "old");
  release();
  await saving;
  expect(targets.of("a1")).toMatchObject({ text: "old", baseText: "new" });
  expect(await targets.save("a1")).toBe(true);
  expect(there().translation).toBe("old");
});

test("an empty text is refused in words, and given up with what stands there", async () => {
  const { targets, there } = desk();
  targets.type(there(), "  ");
  expect(await targets.save("a1")).toBe(false);
  expect(targets.of("a1")?.why).toBe("empty");
  targets.giveUp("a1");
  expect(targets.of("a1")).toBeUndefined();
  expect(there().translation).toBe("old");
});

test("what is unsaved is kept for a page that goes, and comes back with the version it was typed on", async () => {
  vi.useFakeTimers();
  const { targets, there, kept } = desk();
  targets.type(there(), "half a sen");
  vi.runAllTimers();
  vi.useRealTimers();
  const last = kept.at(-1) as Parameters<typeof targets.restore>[0];
  expect(last).toEqual({ a1: { text: "half a sen", base: "v1", baseText: "old", language: "English" } });
  const again = desk();
  again.targets.restore(last);
  again.targets.meet(again.there());
  expect(await again.targets.save("a1")).toBe(true);
  expect(again.there().translation).toBe("half a sen");
  targets.giveUp("a1");
  targets.keepNow();
  expect(kept.at(-1)).toEqual({});
});

test("keys that follow each other without a rest reach the journal within a second", () => {
  vi.useFakeTimers();
  const { targets, there, kept } = desk();
  for (let count = 1; count <= 50; count++) {
    targets.type(there(), "x".repeat(count));
    vi.advanceTimersByTime(100);
  }
  vi.useRealTimers();
  const last = kept.at(-1) as Record<string, TargetDraft>;
  expect(last["a1"]?.text.length).toBeGreaterThan(45);
});

test("what is typed keeps the language that it was typed in, over a change of language and a crash", async () => {
  const { targets, there, change, stored, kept } = desk();
  targets.type(there(), "new");
  change("German");
  targets.type(there(), "newer");
  targets.keepNow();
  expect(kept.at(-1)).toMatchObject({ a1: { text: "newer", language: "English" } });
  await targets.save("a1");
  expect(stored).toEqual(["English"]);
});

test("what is typed on while a paragraph that is gone is looked for stays", async () => {
  const { targets, there, write, lookWith } = desk();
  targets.type(there(), "new");
  const before = there();
  write("theirs");
  lookWith(async () => {
    targets.type(before, "new, and more");
    return null;
  });
  expect(await targets.save("a1")).toBe(false);
  expect(targets.of("a1")).toMatchObject({ text: "new, and more", why: "another version" });
});
