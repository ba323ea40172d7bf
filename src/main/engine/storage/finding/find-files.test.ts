import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { ToolError } from "../../ports/tool-error";
import { guarded } from "../files/guarded";
import { createMemory } from "../files/memory";
import { createDisk } from "../saving/disk";
import { type FindOptions, findFiles } from "./find-files";

/** False on a minimal machine. */
const hasGit = spawnSync("git", ["--version"]).status === 0;

const temporary = realpathSync(mkdtempSync(join(tmpdir(), "galley-find-")));
const disk = createDisk({ locksFolder: join(temporary, "locks"), savesFolder: join(temporary, "saves") });
let count = 0;

afterAll(() => {
  disk.close();
  rmSync(temporary, { recursive: true, force: true });
});

const standard: Omit<FindOptions, "folder" | "roots"> = {
  accepts: () => true,
  limit: 1_000,
  deadline: Number.POSITIVE_INFINITY,
  signal: new AbortController().signal,
};

async function find(files: Record<string, string>, pattern: string, options: Partial<FindOptions> = {}) {
  const store = createMemory(Object.fromEntries(Object.entries(files).map(([path, text]) => [`/w/${path}`, text])));
  const roots = options.roots ?? ["/w"];
  const found = await findFiles(guarded(store, { roots }), store, pattern, {
    ...standard,
    folder: "/w",
    ...options,
    roots,
  });
  return found.paths.map((path) => relative("/w", path)).join(" ");
}

const names = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, "x"]));

describe("file patterns", () => {
  const tree = names(
    "a.md",
    "b.txt",
    "c/a.md",
    "c/d/a.md",
    "c/d/e.md",
    ".h/a.md",
    "c/.x.md",
    "[1].md",
    "ä*.md",
    "c{1}.md",
  );
  it.each([
    ["*.md", "[1].md a.md c{1}.md ä*.md"],
    ["**/*.md", "[1].md a.md c/a.md c/d/a.md c/d/e.md c{1}.md ä*.md"],
    ["c/**", "c/a.md c/d/a.md c/d/e.md"],
    ["c/**/a.md", "c/a.md c/d/a.md"],
    ["**/d/*", "c/d/a.md c/d/e.md"],
    ["?.md", "a.md"],
    ["[ab].*", "a.md b.txt"],
    ["[!a].txt", "b.txt"],
    ["{a,b}.{md,txt}", "a.md b.txt"],
    ["{c,c/d}/a.md", "c/a.md c/d/a.md"],
    [".h/*", ".h/a.md"],
    ["c/.*", "c/.x.md"],
    ["\\[1\\].md", "[1].md"],
    ["./c/../*.txt", "b.txt"],
    ["/w/*.txt", "b.txt"],
    ["**/**/**/e.md", "c/d/e.md"],
    ["no/*.md", ""],
    ["[.md", ""],
    ["c{1}.m?", "c{1}.md"],
  ])("%s", async (pattern, expected) => {
    expect(await find(tree, pattern)).toBe(expected);
  });

  it("a pattern outside the roots is rejected, and one from above them searches only the roots [A18]", async () => {
    await expect(find(tree, "../*.md")).rejects.toMatchObject({ code: "outside_workspace" });
    await expect(find(tree, "../*/a.md")).resolves.toBe("a.md");
    await expect(find(tree, "../**/d/e.md")).resolves.toBe("c/d/e.md");
    await expect(find(tree, "*.rst", { roots: ["/w/a.md"] })).resolves.toBe("");
    await expect(find(tree, "../*.md", { roots: ["/w/a.md"] })).rejects.toMatchObject({ code: "outside_workspace" });
    await expect(find(tree, "/etc/*.md")).rejects.toThrow(ToolError);
    expect(await find(tree, "**/*.md", { roots: ["/w/c/d", "/w/a.md"] })).toBe("a.md c/d/a.md c/d/e.md");
    expect(await find(tree, "c/*/e.md", { roots: ["/w/c/d"] })).toBe("c/d/e.md");
  });

  it("many stars and many folders do not take long [A25]", async () => {
    const deep = `${"a/".repeat(60)}${"a".repeat(200)}.md`;
    const started = process.cpuUsage();
    expect(await find(names(deep), `${"**/".repeat(40)}${"*a".repeat(60)}*b`)).toBe("");
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(2_000);
  });

  it("too many braces or too long a pattern is rejected [A25]", async () => {
    await expect(find(tree, "{a,b}".repeat(20))).rejects.toThrow("more than 100");
    await expect(find(tree, "*".repeat(5_000))).rejects.toThrow("4096");
  });

  it("the search stops at the count and at the deadline, and reports which", async () => {
    const store = createMemory(names("/w/a", "/w/b", "/w/c"));
    const search = (options: Partial<FindOptions>) =>
      findFiles(store, store, "*", { ...standard, folder: "/w", roots: ["/w"], ...options });
    expect(await search({ limit: 2 })).toEqual({ paths: ["/w/a", "/w/b"], stopped: "at the count" });
    expect((await search({ deadline: 0 })).stopped).toBe("at the time");
    expect(await search({ accepts: (path) => path === "/w/c", limit: 2 })).toEqual({ paths: ["/w/c"], stopped: null });
  });
});

describe("ignored files", () => {
  it("stay ignored with any pattern", async () => {
    const files = {
      ...names("a.md", "node_modules/x/a.md", "out/a.md", "c/out/a.md", "c/keep.log.md", "c/x.log.md", ".git/a.md"),
      ".gitignore": "node_modules/\n/out\n*.log.md\n",
      "c/.gitignore": "!keep.log.md\n",
    };
    expect(await find(files, "**/*.md")).toBe("a.md c/keep.log.md c/out/a.md");
    expect(await find(files, "node_modules/x/*.md")).toBe("");
    expect(await find(files, ".git/*.md")).toBe("");
    expect(await find(files, "c/*.md")).toBe("c/keep.log.md");
  });

  it("follow the rules above a folder inside a repository too", async () => {
    const files = { ...names("top/c/a.md", "top/c/b.md", "top/.git/HEAD"), "top/.gitignore": "b.md\n" };
    expect(await find(files, "*.md", { folder: "/w/top/c", roots: ["/w/top/c"] })).toBe("top/c/a.md");
  });

  it.runIf(hasGit)(
    "are the same as with git",
    async () => {
      const part = fc.constantFrom("a", "b", "*", "**", "?", "[ab]", "[!a]", "a*", "*b", "\\a", "c.md", "*.md");
      const rule = fc
        .tuple(
          fc.constantFrom("", "", "!", "/"),
          fc.array(part, { minLength: 1, maxLength: 3 }),
          fc.constantFrom("", "", "/", " ", "/**"),
        )
        .map(([head, parts, tail]) => head + parts.join("/") + tail);
      const rules = fc.array(rule, { maxLength: 5 }).map((lines) => lines.join("\n"));
      const path = fc
        .tuple(
          fc.array(fc.constantFrom("a", "b", "ab", "ba"), { maxLength: 3 }),
          fc.constantFrom("c.md", "d.md", "x", "a.x"),
        )
        .map(([folders, name]) => [...folders.map((folder) => `${folder}.d`.slice(0, -2)), name].join("/"));
      const runs = process.env["GALLEY_LONG"] ? 1_000 : 10;
      const repository = fc.record({
        top: rules,
        inner: rules,
        paths: fc.array(path, { minLength: 1, maxLength: 12 }),
      });
      for (const { top, inner, paths } of fc.sample(repository, runs)) {
        const root = join(temporary, String(++count));
        mkdirSync(join(root, "a"), { recursive: true });
        for (const each of paths) {
          mkdirSync(dirname(join(root, each)), { recursive: true });
          writeFileSync(join(root, each), "x");
        }
        writeFileSync(join(root, ".gitignore"), top);
        writeFileSync(join(root, "a/.gitignore"), inner);
        const git = (...args: string[]) =>
          execFileSync("git", ["-c", "core.excludesFile=/dev/null", ...args], { cwd: root, encoding: "utf8" });
        git("init", "-q");
        const expected = git("ls-files", "-co", "--exclude-standard", "-z")
          .split("\0")
          .filter((each) => each !== "" && !each.endsWith(".gitignore"));
        const { paths: found } = await findFiles(guarded(disk, { roots: [root] }), disk, "**/*", {
          ...standard,
          folder: root,
          roots: [root],
        });
        expect({ top, inner, found: found.map((each) => relative(root, each)) }).toEqual({
          top,
          inner,
          found: expected.sort(),
        });
      }
    },
    60_000,
  );
});

it("links to folders are not followed, links to files are found [A18]", async () => {
  const root = join(temporary, "links");
  mkdirSync(join(root, "real"), { recursive: true });
  writeFileSync(join(root, "real/a.md"), "x");
  symlinkSync(root, join(root, "real/round"));
  symlinkSync(join(root, "real"), join(root, "also"));
  symlinkSync(join(root, "real/a.md"), join(root, "b.md"));
  const { paths } = await findFiles(guarded(disk, { roots: [root] }), disk, "**/*.md", {
    ...standard,
    folder: root,
    roots: [root],
  });
  expect(paths.map((each) => relative(root, each))).toEqual(["b.md", "real/a.md"]);
});
