import { expect, it } from "vitest";
import { packagesInThread } from "../office/jobs/packages";
import { createMemory } from "../storage/files/memory";
import { memoryHistory } from "../tools/engine-for-tests";
import { assembleEngine } from "./create-engine";

/** An engine that records which jobs it runs in worker processes. */
function engineWith(files: Record<string, string>) {
  const jobs: string[] = [];
  const packages = packagesInThread();
  const engine = assembleEngine(
    {},
    {
      store: createMemory(files),
      history: memoryHistory(),
      packages: {
        ...packages,
        run(job, ...rest) {
          jobs.push(job);
          return packages.run(job, ...rest);
        },
      },
    },
  );
  const caller = { id: "one", name: "tester", roots: ["/w"] };
  const call = (args: Record<string, unknown>) => engine.run({ name: "text_editor", arguments: args, caller });
  const textOf = async (path: string) => (await engine.documents.read(path, ["/w"])).text;
  return { engine, jobs, caller, call, textOf };
}

const lines = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `Line ${index} of the ${word} text.\n`).join("");

it("a long text that is rewritten is compared in a worker process, in the plan and in the write", async () => {
  const on = engineWith({ "/w/a.md": lines(4000, "old") });
  await on.call({ action: "read", path: "a.md" });
  const write = { action: "write", path: "a.md", content: lines(4000, "new") };
  const { writes } = await on.engine.plan({ name: "text_editor", arguments: write, caller: on.caller });
  expect(on.jobs).toEqual(["difference"]);
  expect(await on.call(write)).toMatchObject({ ok: true });
  expect(on.jobs).toEqual(["difference", "difference"]);
  expect(await on.textOf("/w/a.md")).toBe(writes[0]?.after);
});

it("a patch of a long text is applied in a worker process", async () => {
  const on = engineWith({ "/w/a.md": lines(40_000, "old") });
  const patch = (hunks: string) => on.call({ action: "patch", path: "a.md", patch_text: hunks });
  expect(await patch("@@\n-Line 39000 of the old text.\n+Line of the new text.\n")).toMatchObject({ ok: true });
  expect(on.jobs).toEqual(["patch"]);
  expect(await on.textOf("/w/a.md")).toContain("Line 38999 of the old text.\nLine of the new text.\nLine 39001");
  expect(await patch("@@\n-Line 1000000 of the old text.\n+new\n")).toMatchObject({
    ok: false,
    error: { code: "not_found" },
  });
});

it("a patch whose hunks each search a text of medium length is applied in a worker process", async () => {
  const on = engineWith({ "/w/a.md": lines(4000, "old") });
  const hunks = Array.from({ length: 100 }, (_, at) => `@@\n-Line ${at * 9} of the old text.\n+Line ${at}.\n`);
  const patch_text = hunks.join("");
  expect(await on.call({ action: "patch", path: "a.md", patch_text })).toMatchObject({ ok: true });
  expect(on.jobs).toEqual(["patch"]);
});

it("small texts run no job", async () => {
  const on = engineWith({ "/w/a.md": lines(200, "old") });
  await on.call({ action: "read", path: "a.md" });
  expect(await on.call({ action: "write", path: "a.md", content: lines(200, "new") })).toMatchObject({ ok: true });
  const patch_text = "@@\n-Line 100 of the new text.\n+Line of another text.\n";
  expect(await on.call({ action: "patch", path: "a.md", patch_text })).toMatchObject({ ok: true });
  expect(on.jobs).toEqual([]);
});
