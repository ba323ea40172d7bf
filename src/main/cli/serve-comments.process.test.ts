import { once } from "node:events";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CliFixture, createCliFixture, type GalleyProcess, runGalley } from "./testing/galley-process";
import { type Served, startServing } from "./testing/shared-folder-client";
import { joinAsGuest } from "./testing/web-guest";

/** `npm test` runs those in which words could be lost; `npm run test:long` all. */
const longTest = test.skipIf(process.env["GALLEY_LONG"] === undefined);

/** The server's machine, and two members with data of their own. */
let server: CliFixture;
let ann: CliFixture;
let ben: CliFixture;
let store: string;

const TEXT = "# Plan\n\nThe first paragraph.\n\nThe second one.\n";

beforeEach(async () => {
  [server, ann, ben] = await Promise.all([createCliFixture(), createCliFixture(), createCliFixture()]);
  store = await realpath(await mkdtemp(join(tmpdir(), "galley-shared-")));
  await writeFile(join(ann.root, "plan.md"), TEXT);
});
afterEach(async () => {
  for (const each of [server, ann, ben]) await each.remove();
  await rm(store, { recursive: true, force: true });
});

/** Starts `galley join`, and waits until it is in sync. */
async function joined(fixture: CliFixture, { port, secrets }: Served, role = "editor"): Promise<GalleyProcess> {
  const child = fixture.start("join", `galley://127.0.0.1:${port}/#${secrets[role]}`, fixture.root);
  child.stderr.resume();
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
  await expect.poll(() => output).toContain(`as ${role}.`);
  return child;
}

async function ended(child: GalleyProcess, signal: "SIGKILL" | "SIGTERM") {
  const exit = once(child, "exit");
  child.kill(signal);
  return exit;
}

/** Calls the tool as an agent of this machine does: in a process with an engine of its own. */
async function comment(fixture: CliFixture, given: object) {
  const argument = JSON.stringify({ path: "plan.md", ...given });
  const { code, stdout, stderr } = await runGalley(fixture, ["call", "comments", argument, "--root", fixture.root]);
  expect(code, stderr).toBe(0);
  return stdout;
}

const stored = (fixture: CliFixture) =>
  readFile(join(fixture.root, ".galley", "comments", "plan.md.json"), "utf8").catch(() => "");

test("comments of other processes on a machine reach the others, also after both its member and the server were killed", async () => {
  const served = await startServing(server, "--data", store);
  const annsMember = await joined(ann, served);
  await joined(ben, served);
  await comment(ann, { action: "add", quote: "first", text: "While all run." });
  await expect.poll(() => stored(ben)).toContain("While all run.");
  await ended(annsMember, "SIGKILL");
  await comment(ann, { action: "add", quote: "second", text: "Without a member." });
  await ended(served.process, "SIGKILL");
  await comment(ben, { action: "add", quote: "Plan", text: "Without a server." });
  const again = await startServing(server, "--data", store, "--port", String(served.port));
  await joined(ann, { ...served, process: again.process });
  for (const fixture of [ann, ben])
    for (const text of ["While all run.", "Without a member.", "Without a server."])
      await expect.poll(() => stored(fixture)).toContain(text);
  expect(await readFile(join(ben.root, "plan.md"), "utf8")).toBe(TEXT);
});

longTest("what guests comment on the page reaches members, and a member who may only comment answers", async () => {
  await writeFile(join(server.root, "plan.md"), TEXT);
  await rm(join(ann.root, "plan.md"));
  const folder = ["--folder", server.root, "--mcp-port", "0", "--web"];
  const served = await startServing(server, "--data", store, ...folder, "--link", "commenter");
  await joined(ann, served, "commenter");
  const cleo = await joinAsGuest(served.port, served.secrets["commenter"] ?? "", "Cleo");
  await cleo.ask("app:start");
  const answer = await cleo.ask("document:open", join(server.root, "plan.md"));
  const doc = answer.ok && answer.document !== null ? answer.document.doc : "";
  const added = { doc, from: 0, words: "first", text: "Why first?", needsMe: false };
  expect(await cleo.ask("comments:add", added)).toMatchObject({ ok: true });
  await expect.poll(() => stored(ann)).toContain("Why first?");
  expect(await stored(ann)).toContain("Cleo (guest)");
  const thread = /c_[a-z0-9]{10}/.exec(await stored(ann))?.[0];
  await comment(ann, { action: "reply", thread, text: "Because it is." });
  await expect.poll(() => cleo.eventsOf("comments:changed").length).toBeGreaterThan(1);
  await expect
    .poll(() => cleo.ask("comments:list", doc))
    .toMatchObject({ ok: true, threads: [{ messages: [{ name: "Cleo (guest)" }, { text: "Because it is." }] }] });
  cleo.close();
});

test("SIGTERM ends galley join once the server has what was written just before, in texts and comments", async () => {
  const served = await startServing(server, "--data", store);
  const member = await joined(ann, served);
  await comment(ann, { action: "add", quote: "first", text: "Last words." });
  await writeFile(join(ann.root, "plan.md"), `${TEXT}\nLast words.\n`);
  await writeFile(join(ann.root, "new.md"), "made last\n");
  expect(await ended(member, "SIGTERM")).toEqual([0, null]);
  await joined(ben, served);
  expect(await readFile(join(ben.root, "plan.md"), "utf8")).toBe(`${TEXT}\nLast words.\n`);
  expect(await readFile(join(ben.root, "new.md"), "utf8")).toBe("made last\n");
  expect(await stored(ben)).toContain("Last words.");
});

longTest("SIGTERM ends galley join at once while the server cannot be reached", async () => {
  const served = await startServing(server, "--data", store);
  const member = await joined(ann, served);
  await ended(served.process, "SIGKILL");
  await writeFile(join(ann.root, "plan.md"), `${TEXT}\nLater.\n`);
  expect(await ended(member, "SIGTERM")).toEqual([0, null]);
  const again = await startServing(server, "--data", store, "--port", String(served.port));
  await joined(ann, { ...served, process: again.process });
  await joined(ben, served);
  expect(await readFile(join(ben.root, "plan.md"), "utf8")).toBe(`${TEXT}\nLater.\n`);
});
