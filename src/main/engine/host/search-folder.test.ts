import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { FileMatches, FolderQuery, FolderSearchPage } from "../../../core/text/folder-search";
import { docxOf } from "../office/package/packages.fixture";
import { engineForTests } from "../tools/engine-for-tests";
import { createEngine } from "./create-engine";

const plain = { regex: false, caseSensitive: false, wholeWord: false, include: "", exclude: "" };
const ask = (text: string, more: Partial<FolderQuery> = {}): FolderQuery => ({ ...plain, text, ...more });

type Searched = Omit<FolderSearchPage, "files"> & { files: FileMatches[]; pages: number };

async function searched(pages: AsyncIterable<FolderSearchPage>): Promise<Searched> {
  const files: FileMatches[] = [];
  let count = 0;
  let last: FolderSearchPage | null = null;
  for await (const page of pages) {
    files.push(...page.files);
    count++;
    last = page;
  }
  if (last === null) throw new Error("a search brings at least one page");
  return { ...last, files, pages: count };
}

function over(files: Record<string, string | Uint8Array>) {
  const on = engineForTests(files);
  return {
    ...on,
    find: (text: string, more: Partial<FolderQuery> = {}, only?: string[]) =>
      searched(
        on.engine.searchFolder(ask(text, more), {
          caller: on.caller,
          signal: new AbortController().signal,
          unsaved: "included",
          ...(only ? { only } : {}),
        }),
      ),
  };
}

const rows = ({ files }: Searched) =>
  files.flatMap(({ name, paragraphs }) =>
    paragraphs.map(({ line, sections, excerpt }) =>
      [
        `${name}:${line}`,
        sections.join(" / "),
        excerpt.map(({ kind, text }) => ({ text, match: `[${text}]`, gap: "…" })[kind]).join(""),
      ].join(" | "),
    ),
  );

describe("searching the folder", () => {
  const text =
    "---\ntitle: Apples\n---\n\n# Fruit\n\nIntro.\n\n## Apples\n\nAn apple\nand an Apple.\n\n- pear\n- apple 🍎 apple\n";

  it("yields paragraphs with their sections, lines and all matches, one result for several matches", async () => {
    const found = await over({ "a.md": text, "b/c.txt": "no\n\nan apple here\n", "d.md": "# None\n" }).find("apple");
    expect(rows(found)).toEqual([
      "a.md:2 |  | --- title: [Apple]s ---",
      "a.md:9 | Fruit | ## [Apple]s",
      "a.md:11 | Fruit / Apples | An [apple] and an [Apple].",
      "a.md:15 | Fruit / Apples | - [apple] 🍎 [apple]",
      "b/c.txt:3 |  | an [apple] here",
    ]);
    expect(found).toMatchObject({ paragraphCount: 5, fileCount: 2, status: "done", unread: 0 });
    const third = found.files[0]?.paragraphs[2];
    expect(text.slice(third?.from, third?.to)).toBe("apple");
    expect(third?.match).toBe("apple");
    expect(found.files[0]).toMatchObject({ path: "/w/a.md", count: 4, isOffice: false });
  });

  it("gives the right offsets after letters of every width, and with CRLF", async () => {
    const wide = "一🍎é apple 二🍎 apple\r\n\r\nzwei  apple\r\n";
    const found = await over({ "a.md": wide }).find("apple");
    const inMemory = wide.replaceAll("\r\n", "\n");
    expect(found.files[0]?.paragraphs.map(({ from, to }) => inMemory.slice(from, to))).toEqual(["apple", "apple"]);
    expect(rows(found)).toEqual(["a.md:1 |  | 一🍎é [apple] 二🍎 [apple]", "a.md:3 |  | zwei [apple]"]);
  });

  it("respects letter case, whole words and regular expressions if requested", async () => {
    const on = over({ "a.md": "Apple apples APPLE\n\napfel 12\n" });
    expect(rows(await on.find("apple", { wholeWord: true }))).toEqual(["a.md:1 |  | [Apple] apples [APPLE]"]);
    expect(rows(await on.find("Apple", { caseSensitive: true }))).toEqual(["a.md:1 |  | [Apple] apples APPLE"]);
    expect(rows(await on.find("ap\\w+ \\d+|^apple", { regex: true }))).toEqual([
      "a.md:1 |  | [Apple] apples APPLE",
      "a.md:3 |  | [apfel 12]",
    ]);
    expect(rows(await on.find("a.c"))).toEqual([]);
  });

  it("rejects an invalid regular expression with the search engine's message", async () => {
    const on = over({ "a.md": "x\n" });
    await expect(on.find("(?=x)", { regex: true })).rejects.toThrow(/not a regular expression: look-around/);
    await expect(on.find("(", { regex: true })).rejects.toThrow(/not a regular expression/);
    await expect(on.find("")).rejects.toThrow(/pattern is empty/);
    await expect(over({}).find("(", { regex: true })).rejects.toThrow(/not a regular expression/);
  });

  it("searches only the files that the filters allow", async () => {
    const on = over({ "a.md": "apple\n", "b.txt": "apple\n", "drafts/c.md": "apple\n", "drafts/d.txt": "apple\n" });
    const names = async (more: Partial<FolderQuery>) => (await on.find("apple", more)).files.map(({ name }) => name);
    expect(await names({ include: "*.md" })).toEqual(["a.md", "drafts/c.md"]);
    expect(await names({ exclude: "drafts" })).toEqual(["a.md", "b.txt"]);
    expect(await names({ include: "*.md", exclude: "/drafts/" })).toEqual(["a.md"]);
    expect(await names({ include: "nowhere" })).toEqual([]);
  });

  it("searches only given files, unless they are hidden or ignored", async () => {
    const on = over({
      ".gitignore": "out\n",
      "a.md": "apple\n",
      "b[1].md": "apple\n",
      "out/c.md": "apple\n",
      ".d.md": "apple\n",
    });
    const only = ["/w/b[1].md", "/w/out/c.md", "/w/.d.md", "/w/gone.md", "/elsewhere.md"];
    const found = await on.find("apple", {}, only);
    expect(found.files.map(({ name }) => name)).toEqual(["b[1].md"]);
    expect(found.status).toBe("done");
  });

  it("finds text in Word documents, by paragraph number", async () => {
    const found = await over({
      "a.docx": docxOf("<w:p><w:r><w:t>One</w:t></w:r></w:p><w:p><w:r><w:t>An apple</w:t></w:r></w:p>"),
    }).find("apple");
    expect(rows(found)).toEqual(["a.docx:2 |  | An [apple]"]);
    expect(found.files[0]?.isOffice).toBe(true);
  });

  it("sorts numbers in file names as people do", async () => {
    const found = await over({ "chapter 10.md": "apple\n", "chapter 2.md": "apple\n", "a/x.md": "apple\n" }).find(
      "apple",
    );
    expect(found.files.map(({ name }) => name)).toEqual(["a/x.md", "chapter 2.md", "chapter 10.md"]);
  });

  it("shows a limited number of paragraphs and counts all", async () => {
    const many = "apple\n\n".repeat(1500);
    const found = await over({ "a.md": many, "b.md": many, "c.md": many }).find("apple");
    expect(found).toMatchObject({ paragraphCount: 4500, fileCount: 3 });
    expect(found.files.map(({ count, paragraphs }) => [count, paragraphs.length])).toEqual([
      [1500, 1500],
      [1500, 500],
      [1500, 0],
    ]);
  });

  it("shows a part of a line with millions of letters", async () => {
    const long = `${"ab🍎".repeat(500_000)} apple ${"cd".repeat(500_000)} apple\n`;
    const found = await over({ "a.md": long }).find("apple");
    const [paragraph] = found.files[0]?.paragraphs ?? [];
    expect(long.slice(paragraph?.from, paragraph?.to)).toBe("apple");
    expect(rows(found)[0]?.length).toBeLessThan(300);
    expect(rows(found)[0]).toMatch(/🍎 \[apple\] cd/);
  });

  it("yields the first files first, and ends when it is aborted", async () => {
    const files = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${at}.md`, `# ${at}\n\napple\n`]));
    const on = engineForTests(files);
    const abort = new AbortController();
    const pages = on.engine.searchFolder(ask("apple"), {
      caller: on.caller,
      signal: abort.signal,
      unsaved: "included",
    });
    const first = await pages.next();
    expect(first.value).toMatchObject({ searched: 24, of: 500, status: "more", fileCount: 24 });
    abort.abort(new Error("not wanted"));
    await expect(pages.next()).rejects.toThrow("not wanted");
  });
});

describe("on the real disk", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-search-")));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("finds the same as in memory, leaves out what git ignores, and includes unsaved edits of open documents", async () => {
    const files: Record<string, string> = {
      ".gitignore": "node_modules\n",
      "a.md": "# A\n\napple\n",
      "sub/b.md": "nothing yet\n",
      "node_modules/c.md": "apple\n",
    };
    const root = join(folder, "work");
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), content);
    }
    const open = join(root, "sub/b.md");
    const handedOver: string[] = [];
    const engine = await createEngine({
      dataDir: join(folder, "data"),
      canvas: {
        async handOver(path) {
          handedOver.push(path);
          // The canvas saves its unsaved edits.
          if (path === open) writeFileSync(open, "an apple, just typed\n");
        },
        hasConflict: () => false,
        openPaths: () => [open],
        show: async () => false,
      },
    });
    const caller = { id: "s", name: "you", roots: [root] };
    const { signal } = new AbortController();
    const before = await searched(engine.searchFolder(ask("apple"), { caller, signal, unsaved: "left out" }));
    expect(rows(before)).toEqual(["a.md:3 | A | [apple]"]);
    expect(handedOver).toEqual([]);
    const found = await searched(engine.searchFolder(ask("apple"), { caller, signal, unsaved: "included" }));
    expect(rows(found)).toEqual(["a.md:3 | A | [apple]", "sub/b.md:1 |  | an [apple], just typed"]);
    expect(handedOver).toContain(open);
    await engine.close();
  });
});
