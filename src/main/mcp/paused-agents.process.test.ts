import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CliFixture, createCliFixture, runGalley } from "../cli/testing/galley-process";
import type { Envelope } from "../engine/ports/caller";
import { HandClient } from "./testing/hand-client";

let fixture: CliFixture;
const harbour = "# Harbour\n\nThe ferry.\n";
beforeEach(async () => {
  fixture = await createCliFixture();
  await mkdir(fixture.dataDir, { recursive: true });
  await writeFile(join(fixture.root, "harbour.md"), harbour);
});
afterEach(() => fixture.remove());

const agentsFile = () => join(fixture.dataDir, "agents.json");
const hold = (held: object) =>
  writeFile(agentsFile(), JSON.stringify({ isAllPaused: false, names: [], keys: [], ...held }));
const read = { path: "harbour.md", action: "read" };
const patch = (text: string) => ({ path: "harbour.md", action: "patch", old_text: "ferry", new_text: text });
const onDisk = () => readFile(join(fixture.root, "harbour.md"), "utf8");

async function call(args: object): Promise<Envelope> {
  const { stdout } = await runGalley(fixture, ["call", "text_editor", JSON.stringify(args), "--root", fixture.root]);
  return JSON.parse(stdout) as Envelope;
}

test("with the app closed, galley call reads and writes nothing as long as all agents are paused [A17]", async () => {
  await hold({ isAllPaused: true });
  for (const args of [read, patch("boat")]) {
    const { error } = await call(args);
    expect(error?.code).toBe("denied");
    expect(error?.message).toContain("the user has paused all agents in Galley");
    expect(error?.hint).toMatch(/Resume All Agents in Galley\. If Galley is not open, they have to open it first\.$/);
  }
  expect(await onDisk()).toBe(harbour);
  await hold({});
  expect((await call(patch("boat"))).ok).toBe(true);
});

test("with the app closed, a read-only agent can read and not write, and others can do both", async () => {
  await hold({ names: [{ name: "command line", roots: [fixture.root], access: "read" }] });
  expect((await call(read)).ok).toBe(true);
  const { error } = await call(patch("boat"));
  expect(error?.message).toContain("has limited this agent to reading");
  expect(error?.hint).toMatch(/If Galley is not open, they have to open it first\.$/);
  expect(await onDisk()).toBe(harbour);
  await hold({ names: [{ name: "command line", roots: ["/elsewhere"], access: "read" }] });
  expect((await call(patch("boat"))).ok).toBe(true);
});

test("a server started with --read-only offers no tool that only writes, and changes nothing", async () => {
  const server = fixture.start("mcp", "--root", fixture.root, "--read-only");
  const client = new HandClient(server.stdin, server.stdout);
  await client.initialize("anna");
  const listed = await client.request("tools/list", {});
  const names = ((listed.result?.["tools"] ?? []) as { name: string }[]).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["text_editor", "doc_toc", "workspace"]));
  expect(names).not.toContain("doc_replace");
  expect((await client.callTool("text_editor", read)).result?.["isError"]).not.toBe(true);
  const hidden = await client.callTool("doc_replace", { section: "harbour", file: "harbour.md", content: "None." });
  expect(hidden.error?.message).toContain("doc_replace");
  for (const [name, args] of [
    ["text_editor", patch("boat")],
    ["workspace", { action: "mkdir", path: "new" }],
  ] as const) {
    const { result } = await client.callTool(name, args);
    expect(result?.["isError"], name).toBe(true);
    expect(JSON.stringify(result)).toContain("--read-only; nothing was changed");
  }
  expect(await onDisk()).toBe(harbour);
  expect(await readdir(fixture.root)).toEqual(["harbour.md"]);
});

test("with the app closed, a running server obeys a pause of its client, and continues after it", async () => {
  const { client } = fixture.startMcp();
  await client.initialize("anna");
  const ask = async (args: object) => {
    const answer = await client.callTool("text_editor", args);
    return { isError: answer.result?.["isError"] === true, text: JSON.stringify(answer.result) };
  };
  expect((await ask(read)).isError).toBe(false);
  await hold({ names: [{ name: "anna", roots: [fixture.root], access: "paused" }] });
  const rejected = await ask(patch("boat"));
  expect(rejected.isError).toBe(true);
  expect(rejected.text).toContain("paused this agent");
  const prompt = await client.request("prompts/get", { name: "translation", arguments: { book: "x" } });
  expect(prompt.error?.message).toContain("paused this agent");
  expect(await onDisk()).toBe(harbour);
  await hold({});
  expect((await ask(patch("boat"))).isError).toBe(false);
});

const holds = [
  ["paused", "paused this agent", "paused this agent"],
  ["blocked", "blocked this agent", "blocked this agent"],
  ["read", null, "has limited this agent to reading"],
] as const;
// In the short run an agent that may only read is tested above, by its first process.
test.each(process.env["GALLEY_LONG"] ? holds : holds.slice(0, 2))(
  "with the app closed, an agent that is %s, killed and started again stays so until the user allows it",
  async (access, reading, writing) => {
    const holdAnna = (now: string) => {
      const agent = { name: "anna", roots: [fixture.root], isHttp: false, access: now, events: [] };
      return hold({ agents: [agent], http: { admitted: null, asking: [] }, names: undefined, keys: undefined });
    };
    await holdAnna(access);
    for (let starts = 0; starts < (process.env["GALLEY_LONG"] ? 3 : 1); starts++) {
      const { client, process: child } = fixture.startMcp();
      await client.initialize("anna");
      const messageOf = async (args: object) => JSON.stringify((await client.callTool("text_editor", args)).result);
      if (reading === null) expect(await messageOf(read)).toContain("The ferry.");
      else expect(await messageOf(read)).toContain(reading);
      expect(await messageOf(patch("boat"))).toContain(writing);
      child.kill("SIGKILL");
    }
    expect(await onDisk()).toBe(harbour);
    await holdAnna("write");
    const { client } = fixture.startMcp();
    await client.initialize("anna");
    expect((await client.callTool("text_editor", patch("boat"))).result?.["isError"]).toBeUndefined();
    expect(await onDisk()).toContain("boat");
  },
);

test("an unreadable file of paused agents blocks every agent, and is left to the app unchanged", async () => {
  await writeFile(agentsFile(), "{");
  const { error } = await call(patch("boat"));
  expect(error?.message).toContain("cannot be read");
  expect(error?.hint).toContain("open Galley");
  expect([await onDisk(), await readFile(agentsFile(), "utf8")]).toEqual([harbour, "{"]);
});
