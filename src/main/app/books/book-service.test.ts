import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, it } from "vitest";
import { createTestJobs, type TestJobs } from "./jobs/testing/test-jobs";
import { bookRequestSchemas } from "./requests";

const made: TestJobs[] = [];

afterEach(async () => {
  for (const each of made.splice(0)) await each.end();
});

/** Opens a book in the window. */
async function openBook(files: Record<string, string>) {
  const laid = await createTestJobs(files);
  made.push(laid);
  const { handlers } = laid.testApp.window;
  await laid.ask(handlers["book:open"](laid.book));
  const id = async (text: string, chapter = "1.md"): Promise<string> =>
    (await laid.rows(chapter)).find((row) => row.text === text)?.id ?? "";
  return {
    ...laid,
    get testApp() {
      return laid.testApp;
    },
    handlers,
    id,
  };
}

describe("the book service", () => {
  it("shows chapters with their counts, and rows with what is known of each", async () => {
    const { handlers, ask, book, id, rows } = await openBook({
      "v1/1.md": "# 一\n\n王来了。\n王走了。",
      "2.md": "two",
    });
    const first = await id("王来了。", "v1/1.md");
    await ask(handlers["book:set-language"]({ book, language: "English" }));
    await ask(handlers["book:translate"]({ book, paragraph: first, text: "The King came.", base: null }));
    const { shown: overview } = await ask(handlers["book:overview"](book));
    expect(overview).toMatchObject({
      kind: "folder",
      title: "book",
      language: "English",
      languages: ["English"],
      unit: "lines",
      volumes: [
        { id: "", chapters: [{ id: "2.md", paragraphs: 1, translated: 0 }] },
        { id: "v1", chapters: [{ id: "v1/1.md", title: "一", paragraphs: 3, translated: 1 }] },
      ],
      counts: { paragraphs: 4, translated: 1, accepted: 0 },
    });
    expect(
      (await rows("v1/1.md")).map(({ text, state, isBlank, versions }) => [text, state, isBlank, versions]),
    ).toEqual([
      ...[
        ["# 一", "untranslated", false, 0],
        ["", "untranslated", true, 0],
      ],
      ...[
        ["王来了。", "translated", false, 1],
        ["王走了。", "untranslated", false, 0],
      ],
    ]);
    const { places } = await ask(handlers["book:filter"]({ book, filters: ["translated"] }));
    expect(places).toEqual([{ id: first, chapter: "v1/1.md", index: 2 }]);
    const found = await ask(
      handlers["book:find"]({ book, sought: "king", isRegex: false, in: "translation", chapter: null }),
    );
    expect(found.places).toEqual([{ id: first, chapter: "v1/1.md", index: 2 }]);
    expect(await handlers["book:rows"]({ book, chapter: "gone.md" })).toMatchObject({ ok: false });
  });

  it("finds all paragraphs that match, however many, and an invalid expression is rejected", async () => {
    const text = Array.from({ length: 1200 }, (_, at) => `the ${at}`).join("\n");
    const { handlers, ask, book } = await openBook({ "1.md": text, "2.md": "the\nno" });
    const request = { book, sought: "the", isRegex: false, in: "both" as const, chapter: null };
    expect((await ask(handlers["book:find"](request))).places).toHaveLength(1201);
    expect((await ask(handlers["book:find"]({ ...request, chapter: "2.md" }))).places).toHaveLength(1);
    const invalid = await handlers["book:find"]({ ...request, sought: "(", isRegex: true });
    expect(invalid).toMatchObject({ ok: false, error: { code: "bad_arguments" } });
  });

  it("never overwrites a translation that the user has not seen, and keeps every version", async () => {
    const { handlers, ask, book, id } = await openBook({ "1.md": "one" });
    const paragraph = await id("one");
    const { row } = await ask(handlers["book:translate"]({ book, paragraph, text: "eins", base: null }));
    const stale = await handlers["book:translate"]({ book, paragraph, text: "uno", base: null });
    expect(stale).toMatchObject({ ok: false, error: { code: "stale" } });
    await ask(handlers["book:translate"]({ book, paragraph, text: "Eins", base: row.version }));
    const { versions } = await ask(handlers["book:versions"]({ book, paragraph }));
    expect(versions.map(({ text, isSelected, task }) => [text, isSelected, task])).toEqual([
      ...[
        ["Eins", true, null],
        ["eins", false, null],
      ],
    ]);
    const back = await ask(handlers["book:select"]({ book, paragraph, version: versions[1]?.id ?? "" }));
    expect(back.row).toMatchObject({ translation: "eins", versions: 2 });
    expect(await handlers["book:translate"]({ book, paragraph, text: "  ", base: null })).toMatchObject({ ok: false });
  });

  it("accepts the current version, until there is another or the acceptance is taken back", async () => {
    const { handlers, ask, book, id, rows } = await openBook({ "1.md": "one\ntwo" });
    const [one, two] = [await id("one"), await id("two")];
    const { row } = await ask(handlers["book:translate"]({ book, paragraph: one, text: "eins", base: null }));
    expect((await ask(handlers["book:accept"]({ book, paragraphs: [one, two] }))).accepted).toBe(1);
    expect((await rows("1.md")).map(({ state }) => state)).toEqual(["accepted", "untranslated"]);
    await ask(handlers["book:unaccept"]({ book, paragraphs: [one] }));
    expect((await rows("1.md"))[0]?.state).toBe("translated");
    await ask(handlers["book:accept"]({ book, paragraphs: [one] }));
    await ask(handlers["book:translate"]({ book, paragraph: one, text: "Eins", base: row.version }));
    expect((await rows("1.md"))[0]?.state).toBe("translated");
    const back = await handlers["book:send-back"]({ book, paragraphs: [one], comment: "No." });
    expect(back).toMatchObject({ ok: false, error: { code: "wrong_state", hint: "Start a job on them instead." } });
  });

  it("accepts a translation in the same step that saves it, also as one of a source that changed", async () => {
    const { handlers, ask, book, id, rows, write } = await openBook({ "1.md": "one, here\ntwo" });
    const paragraph = await id("one, here");
    const typed = { book, paragraph, text: "eins", base: null, as: "accepted" as const };
    expect((await ask(handlers["book:translate"](typed))).row).toMatchObject({
      translation: "eins",
      state: "accepted",
    });
    write("1.md", "one , here\ntwo");
    expect((await rows("1.md"))[0]).toMatchObject({ id: paragraph, state: "accepted", sourceChanged: true });
    await ask(handlers["book:accept"]({ book, paragraphs: [paragraph] }));
    expect((await rows("1.md"))[0]).toMatchObject({ state: "accepted", sourceChanged: false, versions: 1 });
  });

  it("other paragraphs with the same source get a translation if they have none and nobody is at work on them, with one undo", async () => {
    const source = "The wind went on all night.";
    const { handlers, ask, book, id, rows, testApp } = await openBook({
      "1.md": [source, source, "two", `${source} `, source].join("\n"),
      "2.md": `${source}\nThe wind went on all day.`,
    });
    const texts = async () => (await rows("1.md")).map(({ translation, state }) => [translation, state].join(" "));
    const [first, second] = (await rows("1.md")).map((row) => row.id);
    const paragraph = first ?? "";
    await ask(handlers["book:set-language"]({ book, language: "German" }));
    await ask(handlers["book:translate"]({ book, paragraph: second ?? "", text: "Schon da.", base: null }));
    const typed = { book, paragraph, text: "Der Wind.", base: null, as: "accepted" as const };
    const { row } = await ask(handlers["book:translate"](typed));
    const engine = await testApp.engine();
    const caller = { id: "agent", name: "Agent", roots: [testApp.folder] };
    const opening = { book: "book", type: "translation", chapters: ["2.md"], target_language: "German" };
    expect(await engine.run({ name: "open_task", arguments: opening, caller })).toMatchObject({ ok: true });
    expect(await ask(handlers["book:repeats"]({ book, paragraph }))).toMatchObject({ count: 2 });
    const version = row.version ?? "";
    const { filled } = await ask(handlers["book:fill-repeats"]({ book, paragraph, version }));
    expect(filled).toHaveLength(2);
    const after = ["Der Wind. accepted", "Schon da. translated", " untranslated", "Der Wind. translated"];
    expect(await texts()).toEqual([...after, "Der Wind. translated"]);
    expect((await rows("2.md"))[0]).toMatchObject({ state: "in work", translation: null });
    const stale = handlers["book:fill-repeats"]({ book, paragraph, version: "999" });
    expect(await stale).toMatchObject({ ok: false, error: { code: "stale" } });

    // What was accepted or rewritten since stays.
    await ask(handlers["book:accept"]({ book, paragraphs: [filled[0]?.paragraph ?? ""] }));
    expect(await ask(handlers["book:empty-repeats"]({ book, filled }))).toMatchObject({ emptied: 1 });
    expect((await texts()).slice(3)).toEqual(["Der Wind. accepted", " untranslated"]);

    const other = await id("The wind went on all day.", "2.md");
    const { matches } = await ask(handlers["book:matches"]({ book, paragraph: other }));
    expect(matches.map(({ percent, target, place }) => [percent, target, place?.chapter])).toEqual([
      [83, "Der Wind.", "1.md"],
      [83, "Schon da.", "1.md"],
    ]);
  });

  it("reports what another process writes in the work, and an edited source", async () => {
    const { handlers, ask, book, id, testApp, write } = await openBook({ "1.md": "one", "2.md": "two" });
    const paragraph = await id("two", "2.md");
    await ask(handlers["book:translate"]({ book, paragraph, text: "zwei", base: null }));
    const changes = () => testApp.desktop.events("book:changed");
    await expect.poll(changes).toContainEqual({
      book,
      chapters: ["2.md"],
      rows: [expect.objectContaining({ id: paragraph, translation: "zwei" })],
    });
    const before = changes().length;
    const database = new DatabaseSync(join(book, ".galley", "book.db"));
    database.exec("UPDATE translations SET selected = 0");
    database.close();
    const since = () => changes().slice(before);
    await expect
      .poll(since)
      .toEqual([{ book, chapters: ["2.md"], rows: [expect.objectContaining({ id: paragraph, translation: null })] }]);
    write("1.md", "one\nmore");
    await expect.poll(() => since().length).toBeGreaterThan(1);
    expect(since().at(-1)).toEqual({ book, chapters: null, rows: null });
    await handlers["book:close"](book);
  });

  it("reports what another process wrote just before the user's own change too", async () => {
    const { handlers, ask, book, id, testApp } = await openBook({ "1.md": "one", "2.md": "two\nthree" });
    const [one, two, three] = [await id("one"), await id("two", "2.md"), await id("three", "2.md")];
    for (const paragraph of [one, two])
      await ask(handlers["book:translate"]({ book, paragraph, text: "eins", base: null }));
    const changes = () => testApp.desktop.events("book:changed");
    await expect.poll(() => changes().length).toBeGreaterThan(0);
    const before = changes().length;
    const database = new DatabaseSync(join(book, ".galley", "book.db"));
    database.exec(`UPDATE translations SET selected = 0 WHERE paragraph = '${one}'`);
    database.close();
    await ask(handlers["book:translate"]({ book, paragraph: three, text: "drei", base: null }));
    const changed = () => changes().slice(before);
    expect(new Set(changed().flatMap(({ rows }) => (rows ?? []).map((row) => row.id)))).toEqual(new Set([one, three]));
    // Only the changed rows are sent, not the chapter.
    await ask(handlers["book:accept"]({ book, paragraphs: [two] }));
    expect(changed().at(-1)).toEqual({ book, chapters: ["2.md"], rows: [expect.objectContaining({ id: two })] });
    await handlers["book:close"](book);
  });

  it("stores what the user sets of the checks in the book, and has it after a restart", async () => {
    const laid = await openBook({ "1.md": "one" });
    const { ask, book } = laid;
    const set = (changes: Parameters<(typeof laid.handlers)["book:set-checks"]>[0]["changes"]) =>
      ask(laid.handlers["book:set-checks"]({ book, changes }));
    await set([
      { kind: "quotes", level: "reject" },
      { kind: "glossary", level: "reject" },
      { kind: "names", level: "off" },
    ]);
    await set([{ kind: "quotes", level: "flag" }]);
    const database = new DatabaseSync(join(book, ".galley", "book.db"), { readOnly: true });
    const stored = database.prepare("SELECT name, value FROM facts WHERE name LIKE 'check %' ORDER BY name").all();
    database.close();
    expect(stored.map((fact) => ({ ...fact }))).toEqual([
      { name: "check glossary", value: "reject" },
      { name: "check names", value: "off" },
    ]);
    await laid.restart();
    const { shown } = await ask(laid.testApp.window.handlers["book:open"](book));
    expect(shown.checks.filter(({ level, standard }) => level !== standard)).toEqual([
      expect.objectContaining({ kind: "glossary", level: "reject" }),
      expect.objectContaining({ kind: "names", level: "off" }),
    ]);
    const wrong = { book, changes: [{ kind: "later", level: "off" }] } as never;
    expect(bookRequestSchemas["book:set-checks"].safeParse(wrong).success).toBe(false);
  });

  it("edits glossary and style in place, and rejects an edit of an older version", async () => {
    const { handlers, ask, book, id } = await openBook({
      "1.md": "王来了。",
      ".galley/glossary.md": "# Words\n\n王 = King\n",
    });
    const { shown: overview } = await ask(handlers["book:overview"](book));
    expect(overview.glossary.entries).toEqual([{ term: "王", translation: "King", note: "" }]);
    const { version } = overview.glossary;
    const edits = [{ edit: "add" as const, entry: { term: "后", translation: "Queen", note: "" } }];
    await ask(handlers["book:edit-glossary"]({ book, version, edits }));
    expect(readFileSync(join(book, ".galley/glossary.md"), "utf8")).toBe("# Words\n\n王 = King\n后 = Queen\n");
    expect(await handlers["book:edit-glossary"]({ book, version, edits })).toMatchObject({ error: { code: "stale" } });
    const { style } = await ask(handlers["book:edit-style"]({ book, version: "", text: "Short sentences.\n" }));
    expect(style.text).toBe("Short sentences.\n");
    const paragraph = await id("王来了。");
    await ask(handlers["book:translate"]({ book, paragraph, text: "The ruler came.", base: null }));
    const { found } = await ask(handlers["book:inconsistencies"](book));
    expect(found).toEqual([
      {
        id: paragraph,
        chapter: "1.md",
        index: 0,
        term: "王",
        expected: "King",
        text: "王来了。",
        translation: "The ruler came.",
      },
    ]);
    expect((await ask(handlers["book:filter"]({ book, filters: ["inconsistent"] }))).places).toHaveLength(1);
    const { text } = await ask(handlers["book:prompt"]({ book, kind: "translation", task: null }));
    expect(text).toContain("Short sentences.");
  });

  it("takes blocks for paragraphs if the user says so, but not while somebody is translating", async () => {
    const { handlers, ask, book, rows, testApp } = await openBook({
      "1.md": "one\ntwo\n\nthree",
      ".galley/book.json": '{"title":"T"}',
    });
    const { shown: overview } = await ask(handlers["book:set-unit"]({ book, unit: "blocks" }));
    expect(overview).toMatchObject({ title: "T", unit: "blocks", counts: { paragraphs: 2 } });
    expect((await rows("1.md"))[0]?.text).toBe("one two");
    const engine = await testApp.engine();
    const caller = { id: "agent", name: "agent", roots: [testApp.folder] };
    await engine.run({ name: "open_task", arguments: { book: "book", type: "translation" }, caller });
    const refused = await handlers["book:set-unit"]({ book, unit: "lines" });
    expect(refused).toMatchObject({ ok: false, error: { code: "wrong_state" } });
  });

  it("lists books with work, checks if a path is a book, and exports to where the user says", async () => {
    const { handlers, ask, book, id, testApp, rows } = await openBook({ "1.md": "# one\ntwo" });
    await ask(handlers["book:set-language"]({ book, language: "German" }));
    await ask(handlers["book:translate"]({ book, paragraph: await id("two"), text: "zwei", base: null }));
    expect((await ask(handlers["book:list"](undefined))).books).toMatchObject([
      { book, name: "book", displayPath: "book", kind: "folder", hasWork: true },
    ]);
    mkdirSync(join(testApp.folder, "empty"));
    expect(await ask(handlers["book:look"](join(testApp.folder, "empty")))).toMatchObject({ kind: null });
    expect(await handlers["book:look"]("/etc")).toMatchObject({ ok: false });
    const markdown = await ask(
      handlers["book:export"]({ book, format: "markdown", layout: "translation", which: "all" }),
    );
    expect(markdown.exported).toMatchObject({ path: `${book}.German`, total: 2, translated: 1 });
    expect(readFileSync(join(`${book}.German`, "1.md"), "utf8")).toBe("# one\nzwei");
    const target = join(testApp.folder, "out.docx");
    testApp.desktop.picks.push(null, target);
    expect(
      (await ask(handlers["book:export"]({ book, format: "docx", layout: "translation", which: "all" }))).exported,
    ).toBeNull();
    expect(
      (await ask(handlers["book:export"]({ book, format: "docx", layout: "translation", which: "all" }))).exported,
    ).toMatchObject({ path: target });
    expect(existsSync(target)).toBe(true);
    expect(await rows("1.md")).toHaveLength(2);
  });

  it("opens nothing that the user has not opened, nor through a link [A10 A18]", async () => {
    const { handlers, testApp } = await openBook({ "1.md": "one" });
    symlinkSync("/usr/share", join(testApp.folder, "elsewhere"));
    for (const path of ["/usr/share", join(testApp.folder, "elsewhere"), join(testApp.dataDir, "x")])
      expect(await handlers["book:open"](path)).toMatchObject({ ok: false, error: { code: "outside_workspace" } });
  });

  it("gives a window back after a crash what was typed into targets and not stored", async () => {
    const laid = await openBook({ "1.md": "one" });
    const { ask, book, id } = laid;
    const paragraph = await id("one");
    const drafts = { [paragraph]: { text: "ei", base: null, baseText: "", language: "German" } };
    await laid.handlers["book:keep-targets"]({ book, drafts });
    await laid.testApp.app.storeSession();
    await laid.restart();
    const { handlers } = laid.testApp.window;
    await ask(handlers["book:open"](book));
    const other = await laid.testApp.app.openWindow();
    expect(await ask(other.handlers["book:recover-targets"](book))).toMatchObject({ drafts: {} });
    expect(await ask(handlers["book:recover-targets"](book))).toMatchObject({ drafts });
  });

  it("stores nothing under another language than it was written in", async () => {
    const { handlers, ask, book, id, rows } = await openBook({ "1.md": "王来了。" });
    const paragraph = await id("王来了。");
    await ask(handlers["book:set-language"]({ book, language: "German" }));
    const typed = { book, paragraph, text: "The King came.", base: null, language: "English" };
    expect(await handlers["book:translate"](typed)).toMatchObject({ ok: false, error: { code: "wrong_state" } });
    expect((await rows("1.md"))[0]?.versions).toBe(0);
    await ask(handlers["book:set-language"]({ book, language: "English" }));
    await ask(handlers["book:translate"](typed));
    expect((await rows("1.md"))[0]?.translation).toBe("The King came.");
  });
});
