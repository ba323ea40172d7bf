import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEngine } from "../host/create-engine";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-merge-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const text = "# One\n\nThe quick brown fox.\n\n# Two\n\nIt sleeps.\n";

function git(at: string, ...args: string[]): number | null {
  const own = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false"];
  return spawnSync("git", [...own, ...args], { cwd: at, env: { PATH: process.env["PATH"], HOME: folder } }).status;
}
const commit = (at: string) => git(at, "add", "-A") === 0 && git(at, "commit", "-qm", "comments") === 0;

/** Calls the tool in one clone, as a Galley of its own. */
async function inClone(name: string, calls: Record<string, unknown>[]): Promise<Record<string, unknown>[]> {
  const root = join(folder, name);
  const engine = await createEngine({ dataDir: join(folder, `data-${name}`) });
  const answers: Record<string, unknown>[] = [];
  for (const call of calls) {
    const answer = await engine.run({
      name: "comments",
      arguments: { path: "a.md", ...call },
      caller: { id: name, name, roots: [root] },
    });
    expect(answer.ok, answer.message).toBe(true);
    answers.push(answer.data as Record<string, unknown>);
  }
  await engine.close();
  return answers;
}

test("the comments of two users on one folder survive a merge by Git, also of one thread and with conflict marks", async () => {
  const ann = join(folder, "ann");
  expect(git(folder, "init", "-q", "-b", "main", "ann")).toBe(0);
  writeFileSync(join(ann, "a.md"), text);
  const [begun] = await inClone("ann", [{ action: "add", quote: "brown fox", text: "Before both." }]);
  expect(commit(ann)).toBe(true);
  expect(git(folder, "clone", "-q", "ann", "bob")).toBe(0);
  const bob = join(folder, "bob");
  const thread = begun?.["thread"];
  const words: Record<string, string[]> = { ann: ["quick", "fox"], bob: ["sleeps", "It"] };
  for (const name of ["ann", "bob"]) {
    const added = (words[name] ?? []).map((quote) => ({ action: "add", quote, text: `${name} on ${quote}` }));
    await inClone(name, [...added, { action: "reply", thread, text: `${name} answers` }]);
    expect(commit(join(folder, name))).toBe(true);
  }
  // Both answered one thread at its end, which Git cannot join.
  expect(git(bob, "pull", "-q", "--no-rebase", "origin", "main")).toBe(1);
  expect(readFileSync(join(bob, ".galley/comments/a.md.json"), "utf8")).toContain("<<<<<<<");
  const [merged] = await inClone("bob", [{ action: "list" }]);
  const threads = merged?.["threads"] as { thread: string; messages: { text: string }[] }[];
  expect(threads.map(({ messages }) => messages.map((each) => each.text)).sort()).toEqual(
    [
      ["Before both.", "ann answers", "bob answers"],
      ["ann on fox"],
      ["ann on quick"],
      ["bob on It"],
      ["bob on sleeps"],
    ].sort(),
  );
  // The next change leaves a file without marks.
  await inClone("bob", [{ action: "resolve", thread }]);
  expect(() => JSON.parse(readFileSync(join(bob, ".galley/comments/a.md.json"), "utf8"))).not.toThrow();
  expect(readFileSync(join(bob, "a.md"), "utf8")).toBe(text);
});
