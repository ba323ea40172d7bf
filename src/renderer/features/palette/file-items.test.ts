import { expect, test } from "vitest";
import { within } from "../../ui/file-paths";
import { candidate } from "../../ui/fuzzy";
import type { FolderList } from "../../workbench/api/feature-stores";
import { fileItems, newFilePath } from "./file-items";

type Deps = Parameters<typeof fileItems>[1];

const listOf = (...files: string[]): FolderList => ({
  status: "ready",
  root: "/w",
  files: files.map((file) => candidate(file, "path")),
  aliases: [],
  isAll: true,
  why: "",
});

test("a note is found by another name of it", () => {
  const list = {
    ...listOf("notes/harbour.md"),
    aliases: [{ entry: candidate("The Port", "words"), path: "notes/harbour.md" }],
  };
  const { all, picked } = deps({ list });
  const [item] = fileItems("port", all).items;
  expect(item).toMatchObject({ label: "The Port", detail: "notes/harbour.md" });
  item?.pick("and closes");
  expect(picked).toEqual([{ path: "/w/notes/harbour.md", how: "and closes" }]);
  expect(fileItems("", all).items.map(({ label }) => label)).toEqual(["harbour.md"]);
});

function deps(some: Partial<Deps> = {}) {
  const picked: unknown[] = [];
  const made: string[] = [];
  const all: Deps = {
    list: listOf("a.md", "b.md", "deep/c.md", "会议.md"),
    open: [],
    front: null,
    used: [],
    within: (root, file) => file.split("/").reduce(within, root),
    pick: (target, how) => picked.push({ ...target, how }),
    create: (root, file) => made.push(`${root} ${file}`),
    ...some,
  };
  const shown = (text: string) =>
    fileItems(text, all).items.map(({ label, detail, note }) =>
      [label, detail && `in ${detail}`, note && `(${note})`].filter(Boolean).join(" "),
    );
  return { all, shown, picked, made, answer: (text: string) => fileItems(text, all) };
}

test("without a query, recently used files come first, then open ones, then the folder, each once", () => {
  const { shown } = deps({
    open: [
      { doc: "d1", name: "a.md", path: "/w/a.md" },
      { doc: "d2", name: "Untitled", path: null },
      { doc: "d3", name: "c.md", path: "/w/deep/c.md" },
    ],
    front: "d1",
    used: ["/w/a.md", "/w/deep/c.md", "/w/会议.md", "/w/gone.md", "/elsewhere/x.md"],
  });
  expect(shown("")).toEqual([
    "c.md in deep (open)",
    "Untitled (open)",
    "会议.md (recently used)",
    "x.md in /elsewhere (recently used)",
    "b.md",
  ]);
});

test("a file is found by name in any folder, with the matched letters marked", () => {
  const { answer, shown } = deps({ used: ["/w/b.md"] });
  expect(shown("c")).toEqual(["c.md in deep"]);
  const [item] = answer("dec").items;
  expect([item?.marks, item?.detailMarks]).toEqual([[0], [0, 1]]);
  expect(shown("会")).toEqual(["会议.md"]);
  expect(answer("zzz")).toMatchObject({ items: [{ id: "create" }], count: 0 });
});

test("among equal matches, open and recently used files come first", () => {
  const list = listOf("x/plan.md", "y/plan.md", "z/plan.md");
  const open = [{ doc: "d9", name: "plan.md", path: "/w/z/plan.md" }];
  expect(deps({ list, open, used: ["/w/y/plan.md"] }).shown("plan")).toEqual([
    "plan.md in z (open)",
    "plan.md in y",
    "plan.md in x",
  ]);
});

test("picking an item opens the document or the path", () => {
  const { answer, picked } = deps({ open: [{ doc: "d1", name: "a.md", path: "/w/a.md" }] });
  answer("a.md").items[0]?.pick("and closes");
  answer("deep").items[0]?.pick("goes on");
  expect(picked).toEqual([
    { doc: "d1", how: "and closes" },
    { path: "/w/deep/c.md", how: "goes on" },
  ]);
});

test("without a match a file can be created, unless it exists", () => {
  const { answer, made, shown } = deps();
  answer("deep/new").items.at(-1)?.pick("and closes");
  expect(made).toEqual(["/w deep/new.md"]);
  expect(shown("A.md")).toEqual(["a.md"]);
  // A complete name that only resembles others.
  expect(shown("deep/a.md").at(-1)).toBe("Create “deep/a.md”");
  expect(shown("b.md.txt").at(-1)).toBe("Create “b.md.txt”");
  expect(deps({ list: null }).shown("new")).toEqual([]);
  expect(deps({ list: { ...listOf(), status: "loading" } }).shown("new")).toEqual([]);
});

test("a file that exists in another folder is not offered again, and an image is never created", () => {
  const { shown } = deps({ list: listOf("assets/harbour.png", "deep/c.md", "a.md") });
  expect(shown("c.md")).toEqual(["c.md in deep"]);
  expect(shown("C.MD")).toEqual(["c.md in deep"]);
  expect(shown("harbour.png")).toEqual(["harbour.png in assets"]);
  expect(shown("harbor.png")).toEqual(["harbour.png in assets"]);
  expect(shown("other.png")).toEqual([]);
  expect(shown("").at(-1)).toBe("harbour.png in assets");
});

test("the status says that the folder is loading, unreadable, not open, or has too many files", () => {
  const status = (list: FolderList | null) => deps({ list }).answer("zz zz?").status;
  expect(status(null)).toMatch(/^No folder open/);
  expect(status({ ...listOf(), status: "loading" })).toMatch(/^Listing/);
  expect(status({ ...listOf(), status: "failed", why: "it is gone" })).toMatch(/it is gone/);
  expect(status({ ...listOf("a.md"), isAll: false })).toBe("Only the first 1 files in this folder are listed.");
  expect(status(listOf("a.md"))).toBe("No matches");
});

test("on Windows paths are shown with slashes and opened with backslashes", () => {
  const list = { ...listOf("deep/c.md"), root: "C:\\w" };
  const open = [{ doc: "d1", name: "a.md", path: "C:\\w\\deep\\a.md" }];
  const { shown, answer, picked } = deps({ list, open });
  expect(shown("deep\\")).toEqual(["a.md in deep (open)", "c.md in deep"]);
  answer("c.md").items[0]?.pick("and closes");
  expect(picked).toEqual([{ path: "C:\\w\\deep\\c.md", how: "and closes" }]);
});

test("a new file gets an extension if it has none, and parent folders", () => {
  expect(newFilePath("notes/new")).toBe("notes/new.md");
  expect(newFilePath(" 笔记\\第一章 ")).toBe("笔记/第一章.md");
  expect(newFilePath("list.txt")).toBe("list.txt");
  expect(newFilePath("v1.2 draft")).toBe("v1.2 draft.md");
});

test("an invalid path offers no file", () => {
  for (const text of [
    "",
    " ",
    "/etc/passwd",
    "../up",
    "a/../b",
    "a//",
    "a/",
    "a/.hidden/b",
    "what?",
    "a:b",
    'say "x"',
    "a|b",
    "dot./x",
    "x\u0000y",
  ])
    expect(newFilePath(text), JSON.stringify(text)).toBeNull();
  expect(newFilePath(Array(30).fill("a").join("/"))).toBeNull();
});

test("no file is offered with the extension of an image, an Office document or another format that is not text", () => {
  for (const text of ["harbour.png", "assets/Harbour.JPG", "plan.pdf", "song.mp3", "all.zip", "report.docx", "x.xlsx"])
    expect(newFilePath(text), text).toBeNull();
  expect(newFilePath("drawing.png.md")).toBe("drawing.png.md");
});
