import { expect, test, vi } from "vitest";
import type { BookRow, TargetDraft } from "../../../../shared/book";
import { createUnsavedTargets } from "./unsaved-targets";

const row = (version: string | null, translation: string | null): BookRow => ({
  id: "a1",
  chapter: "one",
  index: 0,
  text: "Source.",
  isBlank: false,
  versions: 1,
  sourceChanged: false,
  task: null,
  comment: null,
  state: translation === null ? "untranslated" : "translated",
  version,
  translation,
});

/** A paragraph whose selected version is main's; `held` delays an answer. */
function createTargets(first: BookRow = row("v1", "old")) {
  let there = first;
  let release: (() => void) | null = null;
  let isHeld = false;
  const kept: unknown[] = [];
  const stored: string[] = [];
  let language = "English";
  let currentRow = async (): Promise<BookRow | null> => there;
  const targets = createUnsavedTargets({
    async store(_, { text, base, language }) {
      stored.push(language);
      if (isHeld) await new Promise<void>((done) => (release = done));
      if (base !== there.version) return { ok: false, error: { code: "stale", message: "another version" } };
      there = row(`${there.version}+`, text);
      return { ok: true, row: there };
    },
    currentRow: async () => currentRow(),
    language: () => language,
    onStored: () => {},
    emptyMessage: () => "empty",
    journal: (texts) => kept.push(texts),
  });
  return {
    targets,
    kept,
    stored,
    /** The book is shown in another language. */
    change: (to: string) => {
      language = to;
    },
    useCurrentRow: (own: typeof currentRow) => {
      currentRow = own;
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

test("a text is saved over its base version, and is no longer unsaved", async () => {
  const { targets, there } = createTargets();
  targets.type(there(), "new");
  expect(targets.of("a1")).toMatchObject({ text: "new", base: "v1" });
  expect(await targets.save("a1")).toBe(true);
  expect(there().translation).toBe("new");
  expect(targets.of("a1")).toBeUndefined();
});

test("typing back to the saved text leaves nothing to save", () => {
  const { targets, there } = createTargets();
  targets.type(there(), "olds");
  targets.type(there(), "old");
  expect(targets.of("a1")).toBeUndefined();
});

test("a refreshed row keeps the unsaved text and its base version", async () => {
  const { targets, there, write } = createTargets();
  const seen = there();
  targets.type(seen, "mine");
  targets.reconcile(write("theirs"));
  // The row has been replaced by the new version.
  targets.type(there(), "mine!");
  expect(targets.of("a1")).toMatchObject({ text: "mine!", base: "v1", theirs: { text: "theirs" } });
  expect(await targets.save("a1")).toBe(false);
  expect(there().translation).toBe("theirs");
});

test("an unseen write by an agent is detected on save, and both texts are kept", async () => {
  const { targets, there, write } = createTargets();
  targets.type(there(), "mine");
  write("theirs");
  expect(await targets.save("a1")).toBe(false);
  expect(targets.of("a1")).toMatchObject({ text: "mine", theirs: { text: "theirs" }, why: null });
  expect(there().translation).toBe("theirs");
});

test("resolving a conflict overwrites their text or discards the user's", async () => {
  const mine = createTargets();
  mine.targets.type(mine.there(), "mine");
  mine.targets.reconcile(mine.write("theirs"));
  expect(await mine.targets.resolve("a1", "mine")).toBe(true);
  expect(mine.there().translation).toBe("mine");
  const theirs = createTargets();
  theirs.targets.type(theirs.there(), "mine");
  theirs.targets.reconcile(theirs.write("theirs"));
  await theirs.targets.resolve("a1", "theirs");
  expect(theirs.targets.of("a1")).toBeUndefined();
  expect(theirs.there().translation).toBe("theirs");
});

test("an agent's write of the same text is not a conflict", () => {
  const { targets, there, write } = createTargets();
  targets.type(there(), "same");
  targets.reconcile(write("same"));
  expect(targets.of("a1")).toBeUndefined();
});

test("text typed during a save is based on the saved version", async () => {
  const { targets, there, hold, release } = createTargets();
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

test("two saves at once store the text once, and the second waits for the first", async () => {
  const { targets, there, hold, release } = createTargets();
  hold();
  targets.type(there(), "new");
  const both = Promise.all([targets.save("a1"), targets.save("a1")]);
  release();
  expect(await both).toEqual([true, true]);
  expect(there().version).toBe("v1+");
});

test("typing back during a save is saved as well", async () => {
  const { targets, there, hold, release } = createTargets();
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

test("an empty text is rejected with a message, and can be discarded", async () => {
  const { targets, there } = createTargets();
  targets.type(there(), "  ");
  expect(await targets.save("a1")).toBe(false);
  expect(targets.of("a1")?.why).toBe("empty");
  targets.discard("a1");
  expect(targets.of("a1")).toBeUndefined();
  expect(there().translation).toBe("old");
});

test("unsaved text survives a reload with its base version", async () => {
  vi.useFakeTimers();
  const { targets, there, kept } = createTargets();
  targets.type(there(), "half a sen");
  vi.runAllTimers();
  vi.useRealTimers();
  const last = kept.at(-1) as Parameters<typeof targets.restore>[0];
  expect(last).toEqual({ a1: { text: "half a sen", base: "v1", baseText: "old", language: "English" } });
  const again = createTargets();
  again.targets.restore(last);
  again.targets.reconcile(again.there());
  expect(await again.targets.save("a1")).toBe(true);
  expect(again.there().translation).toBe("half a sen");
  targets.discard("a1");
  targets.journalNow();
  expect(kept.at(-1)).toEqual({});
});

test("keys that follow each other without a pause reach the journal within a second", () => {
  vi.useFakeTimers();
  const { targets, there, kept } = createTargets();
  for (let count = 1; count <= 50; count++) {
    targets.type(there(), "x".repeat(count));
    vi.advanceTimersByTime(100);
  }
  vi.useRealTimers();
  const last = kept.at(-1) as Record<string, TargetDraft>;
  expect(last["a1"]?.text.length).toBeGreaterThan(45);
});

test("an unsaved text keeps its language over a change of language and a crash", async () => {
  const { targets, there, change, stored, kept } = createTargets();
  targets.type(there(), "new");
  change("German");
  targets.type(there(), "newer");
  targets.journalNow();
  expect(kept.at(-1)).toMatchObject({ a1: { text: "newer", language: "English" } });
  await targets.save("a1");
  expect(stored).toEqual(["English"]);
});

test("text typed while a deleted paragraph is looked up is kept", async () => {
  const { targets, there, write, useCurrentRow } = createTargets();
  targets.type(there(), "new");
  const before = there();
  write("theirs");
  useCurrentRow(async () => {
    targets.type(before, "new, and more");
    return null;
  });
  expect(await targets.save("a1")).toBe(false);
  expect(targets.of("a1")).toMatchObject({ text: "new, and more", why: "another version" });
});

test("a row in another language is no conflict with an unsaved text", () => {
  const { targets, there, write, change } = createTargets();
  targets.type(there(), "mine");
  change("German");
  targets.reconcile(write("deutsch"));
  expect(targets.of("a1")).toMatchObject({ text: "mine", theirs: null });
  change("English");
  targets.reconcile(write("theirs"));
  expect(targets.of("a1")).toMatchObject({ text: "mine", theirs: { text: "theirs" } });
});
