import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { createEngine } from "../../host/create-engine";
import { docxOf } from "../../office/package/packages.fixture";
import { createMemory } from "../../storage/files/memory";
import { engineForTests } from "../engine-for-tests";

type Match = { file: string; id: string; line: number; text: string };

const matchesOf = (data: Record<string, unknown> | undefined): Match[] => data?.["matches"] as Match[];

describe("the list of matching paragraphs", () => {
  it("[JR-document-tools-002.1] the answer ends with the ids of the matching paragraphs", async () => {
    const on = engineForTests({ "a.md": "# Fruit\n\nAn apple.\n\nA pear.\n\n- one Apple more\n" });
    const { message, summary, data } = await on.call("grep", { pattern: "apple", path: "a.md" });
    const matches = matchesOf(data);
    expect(matches.map(({ file, line, text }) => [file, line, text])).toEqual([
      ["a.md", 3, "An apple."],
      ["a.md", 7, "- one Apple more"],
    ]);
    expect(message.endsWith(`\nMatching paragraphs: ${matches.map(({ id }) => id).join(", ")}`)).toBe(true);
    expect(summary).toBe("found 2 matches in 2 paragraphs of 1 file for “apple”");
  });

  it("[JR-document-tools-002.2] a paragraph with several matches is named once", async () => {
    const on = engineForTests({ "a.md": "apple one\napple two\n\napple three\n" });
    const { message, summary, data } = await on.call("grep", { pattern: "apple", path: "a.md" });
    const ids = [...new Set(matchesOf(data).map(({ id }) => id))];
    expect(matchesOf(data)).toHaveLength(3);
    expect(ids).toHaveLength(2);
    expect(message.endsWith(`\nMatching paragraphs: ${ids.join(", ")}`)).toBe(true);
    expect(summary).toContain("2 paragraphs");
  });

  it("[JR-document-tools-002.3] after ten ids the list says how many more there are", async () => {
    const text = Array.from({ length: 17 }, (_, index) => `apple ${index}\n`).join("\n");
    const on = engineForTests({ "a.md": text });
    const { message, data } = await on.call("grep", { pattern: "apple", path: "a.md", max_results: 3 });
    expect(message).toMatch(/\nMatching paragraphs: (jr_para_\w{12}, ){9}jr_para_\w{12} \.\.\. and 7 more$/);
    expect(data).toMatchObject({ match_count: 17, paragraph_count: 17, truncated: true });
    expect(matchesOf(data)).toHaveLength(3);
  });

  it("[JR-document-tools-002.1] [JR-document-tools-002.3] several documents are listed in order, Word documents too", async () => {
    const rows = Array.from({ length: 6 }, (_, index) => `<w:p><w:r><w:t>Apple ${index}</w:t></w:r></w:p>`);
    const on = engineForTests({
      "b.docx": docxOf(rows.join("")),
      "a.md": Array.from({ length: 5 }, (_, index) => `apple ${index} apple\n`).join("\n"),
    });
    const { message, summary, data } = await on.call("grep", { pattern: "apple", path: "." });
    const ids = matchesOf(data).map(({ id }) => id);
    expect(matchesOf(data).map(({ file }) => file)).toEqual([...Array(5).fill("a.md"), ...Array(6).fill("b.docx")]);
    expect(message.endsWith(`\nMatching paragraphs: ${ids.slice(0, 10).join(", ")} ... and 1 more`)).toBe(true);
    expect(summary).toBe("found 11 matches in 11 paragraphs of 2 files for “apple”");
    expect(summary).not.toContain("jr_para_");
  });

  it("[JR-document-tools-002.4] without a match there is neither list nor footer", async () => {
    const on = engineForTests({ "a.md": "pear\n" });
    const { ok, message, summary, data } = await on.call("grep", { pattern: "apple", path: "a.md" });
    expect(ok).toBe(true);
    expect(message).toBe("no matches for “apple” in a.md");
    expect(message).not.toContain("Matching paragraphs");
    expect(summary).toBe("found no matches for “apple”");
    expect(data).toMatchObject({ matches: [], match_count: 0, paragraph_count: 0 });
  });
});

describe("on the disk", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-grep-")));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let count = 0;

  /** An engine on the real disk, and a second one that reads every file, for comparison. */
  async function both(files: Record<string, string | Uint8Array>) {
    const root = join(folder, String(++count), "work");
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    const engine = await createEngine({ dataDir: join(folder, String(count), "data") });
    const caller = { id: "c", name: "tester", roots: [root] };
    const inMemory = engineForTests(files);
    return {
      root,
      engine,
      grep: async (args: Record<string, unknown>) =>
        engine.run({ name: "grep", arguments: { path: ".", ...args }, caller }),
      expected: async (args: Record<string, unknown>) => inMemory.call("grep", { path: ".", ...args }),
    };
  }

  const plain = (data: Record<string, unknown> | undefined) =>
    matchesOf(data).map(({ file, line, text }) => [file, line, text]);

  it("finds the same as reading every file would, in every encoding and line ending", async () => {
    const on = await both({
      "a.md": "# Café\n\nAn apple — a day.\n",
      "sub/-b &$.md": "apple\r\n\r\nend apple\r\n",
      "latin.txt": Buffer.from("caf\xe9 apple\n\nna\xefve, d\xe9j\xe0 vu, caf\xe9 encore\n", "latin1"),
      "utf16.txt": Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("Café apple\n", "utf16le")]),
      "mac.txt": "one\rapple\rcafé",
      "plain-mac.txt": "one\rapple\rtwo",
      "far.txt": Buffer.from(`${"plain words\n\n".repeat(20_000)}na\xefve encore\n`, "latin1"),
      "cut.md": Buffer.concat([Buffer.from("encore — café apple\n\nna"), Buffer.from([0xc3])]),
      "signed.md": "\uFEFFencore\n\na \uFFFD of its own\n",
      "bin.dat": Buffer.from("apple\0"),
      ".hidden.md": "apple café\n",
      ".gitignore": "out\n*.log\n",
      "out/x.md": "apple café\n",
      "x.log": "apple café\n",
      "doc.docx": docxOf("<w:p><w:r><w:t>Café apple</w:t></w:r></w:p>"),
      ".secret.docx": docxOf("<w:p><w:r><w:t>Café apple</w:t></w:r></w:p>"),
    });
    for (const args of [
      { pattern: "apple" },
      { pattern: "café" },
      { pattern: "caf." },
      { pattern: "^apple$" },
      { pattern: "apple$" },
      { pattern: "\\bna\\w+ve" },
      { pattern: "apple", whole_word: true },
      { pattern: "Café", case_sensitive: true },
      { pattern: "naïve", whole_word: true },
      { pattern: "encor.", whole_word: true },
      { pattern: "déjà v", regex: false },
      { pattern: "^encore" },
      { patterns: ["vu,", "na[^a]ve"] },
      { pattern: "apple", path: "**/*.md" },
      { pattern: "apple", path: "sub" },
    ]) {
      const found = await on.grep(args);
      expect(found.ok, found.message).toBe(true);
      expect([args, plain(found.data)]).toEqual([args, plain((await on.expected(args)).data)]);
    }
    await on.engine.close();
  });

  it("follows no link out of the folder, and no link to a folder inside [A18]", async () => {
    const on = await both({ "a/b.md": "apple\n" });
    writeFileSync(join(folder, "outside.md"), "apple\n");
    symlinkSync(folder, join(on.root, "out"));
    symlinkSync(join(on.root, "a"), join(on.root, "again"));
    expect(plain((await on.grep({ pattern: "apple" })).data)).toEqual([["a/b.md", 1, "apple"]]);
    expect((await on.grep({ pattern: "apple", path: "out" })).error?.code).toBe("outside_workspace");
    await on.engine.close();
  });

  it("patterns on which a backtracking engine would hang are answered at once [A25]", async () => {
    const on = await both({ "a.txt": `${"a".repeat(200_000)}!\n` });
    const start = performance.now();
    for (const pattern of ["(a+)+$", "(a|a)*b", "(a*)*c", "(.*)*x", "^(([a-z])+.)+[A-Z]([a-z])+$"]) {
      expect((await on.grep({ pattern, case_sensitive: true })).ok).toBe(true);
    }
    expect(performance.now() - start).toBeLessThan(30_000);
    await on.engine.close();
  });

  it("larger files than tools read are skipped and reported; files that are not text are not mentioned", async () => {
    const on = await both({ "a.txt": "needle\n", "film.mp4": Buffer.from("\0\0\0 ftyp"), "huge.md": "needle " });
    for (const name of ["film.mp4", "huge.md"]) truncateSync(join(on.root, name), 64 * 1024 * 1024 + 1);
    // A sparse file contains zero bytes; only its beginning must not.
    const file = openSync(join(on.root, "huge.md"), "r+");
    writeSync(file, "needle ".repeat(2_000), 0);
    closeSync(file);
    for (const pattern of ["needle", "n.edle|needle"]) {
      const found = await on.grep({ pattern });
      expect(plain(found.data)).toEqual([["a.txt", 1, "needle"]]);
      expect(found.message).toContain("\n1 file could not be read as text and was left out\n");
    }
    expect((await on.grep({ pattern: "(" })).error?.code).toBe("bad_arguments");
    expect((await on.grep({ pattern: "needle", path: "huge.md" })).error?.code).toBe("too_large");
    await on.engine.close();
  });

  it("a long line is shown around its match", async () => {
    const on = await both({ "a.txt": `${"é ".repeat(300_000)}needle ${"x ".repeat(300_000)}\n` });
    const { data, message } = await on.grep({ pattern: "needle" });
    const [match] = matchesOf(data);
    expect(match?.text).toMatch(/^\.\.\..*needle.*\.\.\.$/);
    expect(message.length).toBeLessThan(2_000);
    await on.engine.close();
  });

  it("open documents on disk are searched too, except hidden ones and those that git ignores", async () => {
    const root = join(folder, "open", "work");
    mkdirSync(join(root, "out"), { recursive: true });
    writeFileSync(join(root, ".gitignore"), "out\n");
    const typed = ["a [1].md", "out/b.md", ".c.md"].map((path) => join(root, path));
    for (const path of typed) writeFileSync(path, "nothing\n");
    const engine = await createEngine({
      dataDir: join(folder, "open", "data"),
      canvas: {
        async handOver(realPath) {
          if (typed.includes(realPath)) writeFileSync(realPath, "an apple\n");
        },
        hasConflict: () => false,
        openPaths: () => typed,
        show: async () => false,
      },
    });
    const caller = { id: "c", name: "tester", roots: [root] };
    const { data } = await engine.run({ name: "grep", arguments: { pattern: "apple", path: "." }, caller });
    expect(plain(data)).toEqual([["a [1].md", 1, "an apple"]]);
    await engine.close();
  });

  it("the user's unsaved edits are saved before the search", async () => {
    const handed: string[] = [];
    const store = createMemory({ "/w/a.md": "nothing\n", "/w/b.md": "nothing\n" });
    const on = engineForTests(
      {},
      {
        store,
        canvas: {
          async handOver(realPath) {
            handed.push(realPath);
            if (realPath === "/w/a.md") await store.update(realPath, () => Buffer.from("an apple\n"));
          },
          hasConflict: () => false,
          openPaths: () => ["/w/a.md"],
          show: async () => false,
        },
      },
    );
    expect(plain((await on.call("grep", { pattern: "apple", path: "." })).data)).toEqual([["a.md", 1, "an apple"]]);
    expect(handed).toContain("/w/a.md");
  });
});

it("footer, counts and rows agree for any matches", async () => {
  const block = fc.array(fc.constantFrom("apple", "pear", "apple pear", "plum"), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(block, { maxLength: 12 }), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 20 }),
      async (files, max_results) => {
        const texts = files.map((blocks) => blocks.map((lines) => `${lines.join("\n")}\n`).join("\n"));
        const on = engineForTests(Object.fromEntries(texts.map((text, index) => [`${index}.txt`, text])));
        const { message, summary, data } = await on.call("grep", { pattern: "apple", path: ".", max_results });
        const matching = files.flat().filter((lines) => lines.some((line) => line.includes("apple"))).length;
        const lines = files.flat(2).filter((line) => line.includes("apple")).length;
        expect(data).toMatchObject({ match_count: lines, paragraph_count: matching, truncated: lines > max_results });
        expect(matchesOf(data)).toHaveLength(Math.min(lines, max_results));
        if (matching === 0) {
          expect(message).not.toContain("Matching paragraphs");
          return;
        }
        expect(summary).toContain(`in ${matching} paragraph${matching === 1 ? "" : "s"} of`);
        const list = message.slice(message.lastIndexOf("\n") + 1).replace("Matching paragraphs: ", "");
        const [named = "", more = ""] = list.split(" ... and ");
        expect(named.split(", ")).toHaveLength(Math.min(10, matching));
        expect(new Set(named.split(", ")).size).toBe(Math.min(10, matching));
        expect(more).toBe(matching > 10 ? `${matching - 10} more` : "");
        const shown = [...new Set(matchesOf(data).map(({ id }) => id))];
        expect(named.split(", ").slice(0, shown.length)).toEqual(shown.slice(0, 10));
      },
    ),
    { numRuns: process.env["GALLEY_LONG"] ? 400 : 5 },
  );
});
