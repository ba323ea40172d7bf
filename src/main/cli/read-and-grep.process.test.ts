import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { docxOf } from "../engine/office/package/packages.fixture";
import { grep } from "./commands/grep";
import { read } from "./commands/read";
import { type CliFixture, createCliFixture, runGalley } from "./testing/galley-process";
import { runMain } from "./testing/run-main";

let fixture: CliFixture;

beforeEach(async () => {
  fixture = await createCliFixture();
});
afterEach(() => fixture.remove());

async function put(name: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(fixture.root, name)), { recursive: true });
  await writeFile(join(fixture.root, name), content);
}

const galley = (...args: string[]) => runMain(fixture, args);
/** In a process of its own: the built command line, with its search program and its workers. */
const galleyProcess = (...args: string[]) => runGalley(fixture, args);

describe("galley read", () => {
  test("prints each paragraph with its id, a range of them, or those named by id", async () => {
    await put("a b.md", "# One\n\ntwo\n\n- three\n- four\n");
    const all = await galleyProcess("read", "a b.md");
    expect(all).toMatchObject({ code: 0, stderr: "" });
    const rows = all.stdout.trimEnd().split("\n");
    expect(rows.map((row) => row.replace(/^\[jr_para_[a-z2-9]{12}\] /, ""))).toEqual([
      "# One",
      "two",
      "- three",
      "- four",
    ]);
    expect((await galley("read", "a b.md", "--offset", "2", "--limit", "1")).stdout).toBe(`${rows[1]}\n`);
    expect((await galley("read", "a b.md", "--offset=-1")).stdout).toBe(`${rows[3]}\n`);
    const [, second = "", , fourth = ""] = rows.map((row) => row.slice(1, 21));
    expect((await galley("read", "a b.md", "--ids", `${fourth},${second}`)).stdout).toBe(`${rows[1]}\n${rows[3]}\n`);
    expect((await galley("read", "a b.md", "--ids", fourth, "--ids", second)).stdout).toBe(`${rows[1]}\n${rows[3]}\n`);
    expect(JSON.parse((await galley("read", "a b.md", "--limit", "1", "--json")).stdout)).toMatchObject({
      paragraphs: [{ id: rows[0]?.slice(1, 21), index: 1, kind: "heading", text: "# One" }],
      total: 4,
      next_offset: 2,
    });
  });

  test("a document longer than one answer is printed completely, and with --limit only that many paragraphs", async () => {
    await put(
      "long.md",
      Array.from({ length: 3_000 }, (_, index) => `Paragraph ${index} ${"word ".repeat(20)}\n`).join("\n"),
    );
    const { stdout } = await galleyProcess("read", "long.md");
    expect(stdout.trimEnd().split("\n")).toHaveLength(3_000);
    expect(JSON.parse((await galley("read", "long.md", "--json")).stdout)).toMatchObject({ next_offset: null });
    expect((await galley("read", "long.md", "--limit", "2500")).stdout.trimEnd().split("\n")).toHaveLength(2_500);
  });

  test("reads Office documents too", async () => {
    await put("b.docx", docxOf("<w:p><w:r><w:t>Apple pie</w:t></w:r></w:p>"));
    expect((await galleyProcess("read", "b.docx")).stdout).toMatch(/^\[jr_para_\w{12}\] Apple pie\n$/);
  });

  test("reports what is wrong, and fails for unknown ids", async () => {
    await put("a.md", "one\n");
    expect(await galley("read", "gone.md")).toMatchObject({ code: 1, stdout: "" });
    const unknown = await galley("read", "a.md", "--ids", "jr_para_aaaaaaaaaaaa");
    expect(unknown).toMatchObject({ code: 1, stdout: "" });
    expect(unknown.stderr).toBe("galley: no paragraph of a.md has the id jr_para_aaaaaaaaaaaa\n");
    expect((await galley("read", "a.md", "--ids", "x", "--limit", "1")).stderr).toContain("cannot be combined");
    for (const args of [["read"], ["read", "a.md", "--limit", "0"], ["read", "a.md", "--ids", ","], ["read", "a", "b"]])
      expect((await galley(...args)).code).toBe(2);
    expect(await readFile(join(fixture.root, "a.md"), "utf8")).toBe("one\n");
  });
});

describe("galley grep", () => {
  beforeEach(async () => {
    await put("a.md", "# Apples\n\nan Apple a day\n\nno pear\n");
    await put("docs/b.md", "apple-tree\n");
    await put("docs/c.txt", "a.pple\n");
    await put(".hidden.md", "apple\n");
  });

  test("prints file, line and text; exits with 0 after a match, else with 1", async () => {
    expect(await galleyProcess("grep", "apple\\b")).toEqual({
      code: 0,
      stdout: "a.md:3:an Apple a day\ndocs/b.md:1:apple-tree\n",
      stderr: "",
    });
    expect(await galleyProcess("grep", "quince")).toEqual({ code: 1, stdout: "", stderr: "" });
    expect((await galley("grep", "apple", "docs")).stdout).toBe("docs/b.md:1:apple-tree\n");
    expect((await galley("grep", "apple", "docs", "a.md", "-w")).stdout).toBe(
      "docs/b.md:1:apple-tree\na.md:3:an Apple a day\n",
    );
    expect((await galley("grep", "-rin", "APPLE", "docs")).stdout).toBe("docs/b.md:1:apple-tree\n");
    expect((await galley("grep", "Apple", "-s", "-l")).stdout).toBe("a.md\n");
    expect((await galley("grep", "apple", "-c")).stdout).toBe("a.md:2\ndocs/b.md:1\n");
    expect((await galley("grep", "-F", "a.p")).stdout).toBe("docs/c.txt:1:a.pple\n");
    expect((await galley("grep", "-e", "pear", "-e", "tree")).stdout).toBe("a.md:5:no pear\ndocs/b.md:1:apple-tree\n");
    expect((await galley("grep", "--regexp=-tree", "docs/*.md")).stdout).toBe("docs/b.md:1:apple-tree\n");
    expect((await galley("grep", "apple", "--documents", "docs/b.md")).stdout).toBe("docs/b.md:1:apple-tree\n");
    expect((await galley("grep", "day", "-C", "1")).stdout).toBe("a.md-2-\na.md:3:an Apple a day\na.md-4-\n");
  });

  test("--ids prints the ids that galley read takes", async () => {
    const { stdout } = await galley("grep", "day", "--ids");
    const [, id = ""] = /^a\.md:3:\[(jr_para_\w{12})\] an Apple a day\n$/.exec(stdout) ?? [];
    expect((await galley("read", "a.md", "--ids", id)).stdout).toBe(`[${id}] an Apple a day\n`);
  });

  test("--json prints the tool's data; for several paths a list", async () => {
    expect(JSON.parse((await galley("grep", "pear", "--json")).stdout)).toMatchObject({
      matches: [{ file: "a.md", line: 5 }],
      match_count: 1,
    });
    expect(JSON.parse((await galley("grep", "quince", "a.md", "docs", "--json")).stdout)).toMatchObject([
      { match_count: 0 },
      { match_count: 0 },
    ]);
  });

  test("a path of - is standard input, alone or before files, and nothing of it stays", async () => {
    const piped = await runGalley(fixture, ["grep", "pear", "-", "a.md"], "one\na pear\n");
    expect(piped).toEqual({ code: 0, stdout: "(standard input):2:a pear\na.md:5:no pear\n", stderr: "" });
    expect(await runMain(fixture, ["grep", "pear", "-"], "none")).toEqual({ code: 1, stdout: "", stderr: "" });
  });

  test("all matches are printed, unless --max-results sets a limit", async () => {
    await put("many.txt", "row\n".repeat(500));
    expect((await galley("grep", "row")).stdout.split("\n")).toHaveLength(501);
    const some = await galley("grep", "row", "-m", "3");
    expect(some.stdout.split("\n")).toHaveLength(4);
    expect(some.stderr).toBe("galley: only the first 3 of 500 matching lines are shown\n");
  });

  test.each<[string[], RegExp]>([
    [[], /needs PATTERN/],
    [["("], /not a regular expression/],
    [[""], /the pattern is empty/],
    [["apple", "-C", "51"], /--context needs a whole number from 0 to 50/],
    [["apple", "--json", "-l"], /cannot be combined/],
    [["apple", "-is"], /contradict each other/],
    [["apple", "--contxt", "1"], /did you mean --context\?/],
    [["apple", "--root", "gone"], /there is no such folder/],
  ])("grep %j is wrong usage: one sentence, exit code 2", async (args, sentence) => {
    const { code, stdout, stderr } = await galley("grep", ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  test("a path that cannot be searched is reported with exit code 2, and the rest is searched", async () => {
    const { code, stdout, stderr } = await galleyProcess("grep", "pear", "gone.md", "a.md");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "a.md:5:no pear\n" });
    expect(stderr).toContain("gone.md");
  });
});

test("help explains every option of both commands", async () => {
  for (const { name, options } of [read, grep]) {
    const { code, stdout } = await galley("help", name);
    expect(code).toBe(0);
    for (const option of Object.keys(options))
      expect(stdout).toMatch(new RegExp(`^  --${option}\\b.*\\S\\n?.*[a-z]`, "m"));
  }
});
