import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { docCommands } from "./commands/doc";
import { type CliFixture, createCliFixture, runGalley } from "./testing/galley-process";
import { runMain } from "./testing/run-main";

const spec =
  "---\na: 1\n---\n# Introduction\n\nHello.\n\n## Overview\n\nfoo\n\n# Requirements\n\n## Auth\n\nlogin\n\n## Overview\n\nbar\n";

let fixture: CliFixture;

beforeEach(async () => {
  fixture = await createCliFixture();
  await put("spec.md", spec);
});
afterEach(() => fixture.remove());

const put = async (name: string, text: string | Buffer) => {
  await mkdir(join(fixture.root, name, ".."), { recursive: true });
  await writeFile(join(fixture.root, name), text);
};
const textOf = (name: string) => readFile(join(fixture.root, name), "utf8");
const doc = (...args: string[]) => runMain(fixture, ["doc", ...args]);
const dataOf = async (...args: string[]) => {
  const { code, stdout, stderr } = await doc(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
};

describe("reading [004-33]", () => {
  test("toc prints data, or text with --format text; also by its old name", async () => {
    const data = await dataOf("toc", "spec.md");
    expect(data).toMatchObject({ file: "spec.md", frontmatter: { line_start: 1, line_end: 3 } });
    expect(data.sections.map(({ path }: { path: string }) => path)).toEqual(["introduction", "requirements"]);
    const outline =
      "[frontmatter] (1-3, 13B)\n# Introduction (4-11, 42B)\n  ## Overview (8-11, 18B)\n# Requirements (12-20, 49B)\n  ## Auth (14-17, 16B)\n  ## Overview (18-20, 17B)\n";
    expect((await doc("toc", "spec.md", "--format", "text")).stdout).toBe(outline);
    expect((await runGalley(fixture, ["invar", "doc", "toc", "spec.md", "--format=text"])).stdout).toBe(outline);
    expect((await dataOf("toc", "spec.md", "--depth", "1")).sections[0].children).toEqual([]);
  });

  test("toc takes several files, patterns and the filter", async () => {
    await put("docs/a b.md", "# A\n");
    await put("docs/-c.md", "# C\n");
    const names = ({ files }: { files: { file: string }[] }) => files.map(({ file }) => file);
    expect(names(await dataOf("toc", "docs/*.md"))).toEqual(["docs/-c.md", "docs/a b.md"]);
    expect(names(await dataOf("toc", "spec.md", "docs/a b.md"))).toEqual(["docs/a b.md", "spec.md"]);
    expect(names(await dataOf("toc", "**/*.md", "--documents", "spec.md", "--documents", "docs/-*"))).toEqual([
      "docs/-c.md",
      "spec.md",
    ]);
    expect((await dataOf("toc", "--root", "docs", "--", "-c.md")).sections[0].title).toBe("C");
  });

  test("a long outline is printed completely unless a limit is given", async () => {
    await put("long.md", Array.from({ length: 400 }, (_, index) => `# Part number ${index}\n`).join(""));
    const whole = await doc("toc", "long.md", "--format", "text");
    expect(whole.stdout.trimEnd().split("\n")).toHaveLength(400);
    const part = await doc("toc", "long.md", "--format", "text", "--max-tokens", "100");
    expect(part.stdout.length).toBeLessThan(600);
  });

  test("read prints a section as data, or its exact text", async () => {
    expect(await dataOf("read", "spec.md", "auth")).toMatchObject({
      path: "requirements/auth",
      line_start: 14,
      line_end: 17,
    });
    expect((await doc("read", "spec.md", "auth", "--format", "text")).stdout).toBe("## Auth\n\nlogin\n");
    expect((await dataOf("read", "spec.md", "intro", "--no-include-children")).content).toBe(
      "# Introduction\n\nHello.\n",
    );
    const many = await dataOf("read-many", "spec.md", "@14", "@frontmatter");
    expect(many.sections.map(({ path }: { path: string }) => path)).toEqual(["requirements/auth", "@frontmatter"]);
  });

  test("find takes files and then a pattern; the last argument is a file if one of that name exists", async () => {
    await put("docs/a.md", "# Auth\n");
    const paths = async (...args: string[]) =>
      (await dataOf("find", ...args)).matches.map(
        ({ file, path }: { file: string; path: string }) => `${file} ${path}`,
      );
    expect(await paths("spec.md", "*over*")).toEqual([
      "spec.md introduction/overview",
      "spec.md requirements/overview",
    ]);
    expect(await paths("spec.md", "docs/a.md", "auth")).toEqual(["docs/a.md auth", "spec.md requirements/auth"]);
    expect(await paths("docs/a.md", "docs/*.md")).toEqual(["docs/a.md auth"]);
    expect(await paths("spec.md", "--pattern", "auth")).toEqual(["spec.md requirements/auth"]);
    expect(await paths("spec.md", "--content", "LOGIN", "--level", "2", "--min-size", "5")).toEqual([
      "spec.md requirements/auth",
    ]);
    expect((await doc("find", "spec.md", "auth", "--format", "text")).stdout).toBe(
      "1 section found in spec.md\nrequirements/auth (14-17, 16)\n",
    );
  });
});

describe("editing", () => {
  test("new text comes from an option, a file or standard input", async () => {
    expect(await dataOf("replace", "spec.md", "auth", "--content", "one")).toMatchObject({
      success: true,
      new_line_start: 14,
    });
    expect(await textOf("spec.md")).toBe(spec.replace("login", "one"));
    await put("new.txt", "\uFEFFtwo\r\n");
    await dataOf("replace", "spec.md", "auth", "--content-file", "new.txt");
    expect(await textOf("spec.md")).toBe(spec.replace("login", "two"));
    const piped = await runGalley(fixture, ["doc", "replace", "spec.md", "auth"], "three\n");
    expect(piped.code).toBe(0);
    expect(await textOf("spec.md")).toBe(spec.replace("login", "three"));
    await dataOf("replace", "spec.md", "auth", "--content", "## Login\n\nfour", "--no-keep-heading");
    expect(await textOf("spec.md")).toBe(spec.replace("## Auth\n\nlogin", "## Login\n\nfour"));
  });

  test("insert and delete change the document", async () => {
    const inserted = await dataOf(
      "insert",
      "spec.md",
      "auth",
      "--content",
      "### Tokens\n\njwt",
      "--position",
      "last_child",
    );
    expect(inserted).toMatchObject({ success: true, inserted_at: 18, new_section_path: "requirements/auth/tokens" });
    const deleted = await doc("delete", "spec.md", "tokens", "--format", "text");
    expect(deleted.stdout).toBe("spec.md deleted requirements/auth/tokens: lines 18-21 went\n");
    expect(await textOf("spec.md")).toBe(spec);
  });

  test("a dry run prints the diff and writes nothing, neither to the file nor to history", async () => {
    const { stdout } = await doc("delete", "spec.md", "auth", "--dry-run", "--format", "text");
    expect(stdout).toContain("\n-## Auth\n");
    expect(await textOf("spec.md")).toBe(spec);
    const history = await runMain(fixture, ["call", "doc_history", '{"path":"spec.md"}']);
    expect(JSON.parse(history.stdout).data.versions).toEqual([]);
  });

  test.each(["--base", "--version"])("%s names the version that the edit is based on", async (option) => {
    const { version } = await dataOf("toc", "spec.md");
    await dataOf("replace", "spec.md", "intro", "--content", "Hi.", option, version, "--no-include-children");
    const elsewhere = await dataOf("replace", "spec.md", "auth", "--content", "one", option, version);
    expect(elsewhere.success).toBe(true);
    const { code, stdout, stderr } = await doc("replace", "spec.md", "auth", "--content", "two", option, version);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("section auth of spec.md changed since the version named: line 16 is different now");
    expect(await textOf("spec.md")).toBe(spec.replace("Hello.", "Hi.").replace("login", "one"));
  });
});

describe("errors", () => {
  test("a tool error prints its sentence to standard error, and exits with 1", async () => {
    const { code, stdout, stderr } = await doc("read", "spec.md", "overview");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(
      'galley: Ambiguous "overview" matches:\n  1. introduction/overview (@8)\n  2. requirements/overview (@18)\nUse full path or @line to disambiguate.\n',
    );
    for (const args of [
      ["toc", "nix.md"],
      ["toc", "."],
      ["toc", "a.docx"],
      ["delete", "spec.md", "nowhere"],
    ]) {
      expect((await doc(...args)).code).toBe(1);
    }
  });

  test.each<[string[], RegExp]>([
    [["toc"], /needs FILE…/],
    [["toc", "spec.md", "--depth", "x"], /--depth needs a whole number of at least 1/],
    [["find", "spec.md", "--level", "7"], /--level needs a whole number from 1 to 6/],
    [["toc", "spec.md", "--format", "yaml"], /--format is json or text/],
    [["insert", "spec.md", "auth", "--content", "# x", "--position", "inside"], /--position is one of before, after/],
    [["replace", "spec.md", "auth"], /Standard input is empty/],
    [["replace", "spec.md", "auth", "--content", "a", "--content-file", "b"], /not both/],
    [["replace", "spec.md", "auth", "--content-file", "missing"], /cannot be read/],
    [["delete", "spec.md", "auth", "--include-children", "--no-include-children"], /contradict/],
    [["delete", "spec.md", "auth", "--base", "a", "--version", "b"], /two versions/],
    [["delete", "spec.md", "auth", "--versoin", "b"], /did you mean --version\?/],
    [["tok", "spec.md"], /did you mean doc toc\?/],
  ])("doc %j is wrong usage: one sentence, exit code 2, nothing changed", async (args, sentence) => {
    const { code, stdout, stderr } = await doc(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(await textOf("spec.md")).toBe(spec);
  });

  test("every command has help that explains every option", async () => {
    expect((await doc()).stdout).toContain("galley doc toc FILE…");
    for (const { name, options } of docCommands) {
      const { code, stdout } = await runMain(fixture, ["help", ...name.split(" ")]);
      expect(code).toBe(0);
      for (const option of Object.keys(options))
        expect(stdout).toMatch(new RegExp(`^  --${option}\\b.*\\S\\n?.*[a-z]`, "m"));
    }
  });
});
