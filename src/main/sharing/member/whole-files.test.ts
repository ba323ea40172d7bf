import { createHash } from "node:crypto";
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { wholeList } from "../../../core/sharing/whole-list";
import type { WholeCommon } from "../../../core/sharing/whole-plan";
import type { Engine } from "../../engine";
import type { HashedFile } from "./file-hashes";
import { folderIdentity } from "./shared-files";
import { joinWholeFiles } from "./whole-files";

/** Names that a folder does not list: on a disk that does not tell capital letters apart, a file is found by them all the same. */
const unlisted = vi.hoisted(() => new Set<string>());
vi.mock("node:fs/promises", async (load) => {
  const real = await load<typeof import("node:fs/promises")>();
  const readdir = async (folder: string) => (await real.readdir(folder)).filter((name) => !unlisted.has(name));
  return { ...real, readdir };
});

let work: string;
let root: string;

beforeEach(() => {
  work = realpathSync(mkdtempSync(join(tmpdir(), "galley-whole-")));
  root = join(work, "folder");
  mkdirSync(root);
  // Nothing was written a moment ago.
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10_000);
});
afterEach(() => {
  vi.restoreAllMocks();
  unlisted.clear();
  rmSync(work, { recursive: true });
});

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const version = (text: string) => ({ hash: hashOf(text), size: text.length, by: "ben@desk", before: [] });

/** A member of whose paths all have had in common what `common` says. `onHash` is called for each file of it that is hashed. */
function memberOf(common: Record<string, string>, onHash: (path: string) => void = () => {}) {
  const list = wholeList(new Y.Doc());
  for (const [path, text] of Object.entries(common)) list.set(path, version(text));
  const stored = new Map<string, WholeCommon | null>();
  const remembered = new Map<string, HashedFile>();
  const restored: number[] = [];
  const pauses: number[] = [];
  const problems = new Map<string, string | null>();
  const onChange = vi.fn();
  const files = joinWholeFiles({
    root,
    // Nobody listens there.
    link: { url: "ws://127.0.0.1:1", secret: "none" },
    dataDir: join(work, "data"),
    engine: { documents: {}, review: { onDecided: () => () => {} } } as unknown as Engine,
    list,
    member: "ann@desk",
    agentName: (agent) => agent,
    hashes: {
      of(realPath) {
        onHash(realPath.slice(root.length + 1));
        return remembered.get(realPath) ?? null;
      },
      keep: (realPath, file) => void remembered.set(realPath, file),
      forget: (realPath) => void remembered.delete(realPath),
    },
    mayWrite: () => true,
    isFolderThere: () => true,
    keepCommon: (path, now) => void stored.set(path, now),
    onProblem: (path, why) => void (why === null ? problems.delete(path) : problems.set(path, why)),
    again: (pause) => pauses.push(pause),
    onGone: () => {},
    onKeptBoth: () => {},
    onMerged: () => {},
    onCameBack: () => {},
    onRestored: (count) => restored.push(count),
    onChange,
  });
  files.setCommon(new Map(Object.entries(common).map(([path, text]) => [path, { hash: hashOf(text), isOwn: true }])));
  const listing = async (here: readonly string[], isEmpty = false) => ({
    here: new Set(here),
    identity: (await folderIdentity(root)) ?? "",
    isEmpty,
  });
  return { files, list, stored, restored, pauses, problems, onChange, listing };
}

test("a version that came while the folder was looked at is not deleted or renamed with the one before", async () => {
  const others = { "moved.png": "m", "gone.png": "g", "y.png": "y", "z.png": "z" };
  const { files, list, stored, onChange, listing } = memberOf(others, (path) => {
    if (path !== "z.png") return;
    list.set("gone.png", version("newer g"));
    list.set("moved.png", version("newer m"));
  });
  for (const [path, text] of [
    ["a moved.png", "m"],
    ["y.png", "y"],
    ["z.png", "z"],
  ] as const)
    writeFileSync(join(root, path), text);
  // The two that are gone are looked at first.
  files.compare(await listing(["gone.png", "moved.png", "a moved.png", "y.png", "z.png"]));
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled());
  await files.close();
  expect([list.get("gone.png")?.hash, list.get("moved.png")?.hash]).toEqual(["newer g", "newer m"].map(hashOf));
  expect(stored.has("gone.png")).toBe(false);
});

test("files of a folder that was empty at the start are fetched again, also if texts are there by the time they are looked for", async () => {
  const { files, list, restored, listing } = memberOf({ "a.png": "a", "b.pdf": "b" });
  const empty = await listing([], true);
  files.compare(empty);
  // The texts have come back, and the folder is listed for the second time.
  writeFileSync(join(root, "text.md"), "text");
  files.compare({ ...empty, isEmpty: false });
  await vi.waitFor(() => expect(restored).toEqual([2]));
  await files.close();
  expect([...list.entries().keys()]).toEqual(["a.png", "b.pdf"]);
});

test("a file that somebody begins to write before its transfer is left alone", async () => {
  let looks = 0;
  const { files, pauses, listing } = memberOf({ "a.png": "a" }, () => {
    if (++looks === 2) vi.restoreAllMocks();
  });
  writeFileSync(join(root, "a.png"), "half");
  files.compare(await listing(["a.png"]));
  await vi.waitFor(() => expect(looks).toBe(2));
  await vi.waitFor(() => expect(files.counts().waiting).toBe(0));
  await files.close();
  expect(pauses).toEqual([300]);
});

/** Both paths lead to one file, which has the first of them. */
function writeOnSuchADisk(name: string, other: string, text: string): void {
  writeFileSync(join(root, name), text);
  linkSync(join(root, name), join(root, other));
  unlisted.add(other);
}

test("on a disk that does not tell capital letters apart, another spelling is neither a file of its own nor deleted", async () => {
  const { files, list, stored, problems, onChange, listing } = memberOf({ "A.png": "a" });
  list.set("a.png", version("a"));
  writeOnSuchADisk("A.png", "a.png", "a");
  files.compare(await listing(["A.png"]));
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled());
  await files.close();
  expect([[...problems.keys()], [...stored.keys()], [...list.entries().keys()]]).toEqual([
    ["a.png"],
    [],
    ["A.png", "a.png"],
  ]);
});

test("on such a disk, a file whose name gets other capital letters is renamed for the others", async () => {
  const { files, list, stored, onChange, listing } = memberOf({ "A.png": "a" });
  writeOnSuchADisk("a.png", "A.png", "a");
  files.compare(await listing(["a.png"]));
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled());
  await files.close();
  expect([...list.entries().keys()]).toEqual(["a.png"]);
  expect(stored.get("A.png")).toBeNull();
});
