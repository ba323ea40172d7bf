/** The assistant behind the panel, in the real app, through the renderer's own bridge. The panel has its own tests. */
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { type FakeEndpoint, fakeEndpoint } from "../src/main/app/assistant/testing/fake-endpoint";
import { streamOf } from "../src/main/app/assistant/testing/wire";
import type { RequestName } from "../src/shared/contract";
import {
  ask,
  filesIn,
  lastTurn,
  openPanel,
  patch,
  request,
  setUpConversation,
  setUpModel,
  testKey,
} from "./assistant-parts";
import { folder } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files with models");

const change = patch("notes.md", "one", "two");

let endpoint: FakeEndpoint;
test.beforeEach(async () => {
  endpoint = await fakeEndpoint();
});
test.afterEach(() => endpoint.close());

test("with each protocol a turn streams, reads, asks, and writes into the document; calls of a cut stream do not run", {
  tag: "@long",
}, async () => {
  const data = await folder("data");
  const galley = await start({
    files: { "notes.md": "# Notes\n\none\n" },
    data,
    env: { OLLAMA_HOST: endpoint.url.replace("http://", "") },
  });
  const { page } = galley;
  await galley.open("notes.md");
  const panel = await openPanel(page);
  let last = "one";
  for (const [kind, wire] of [
    ["ollama", "ollama"],
    ["openai-compatible", "openai"],
    ["anthropic", "anthropic"],
  ] as const) {
    if (kind === "ollama") {
      // Ollama is found at the address in its own environment variable.
      const { found } = await ask(page, "assistant:find-ollama", undefined);
      expect(found).toMatchObject({ baseUrl: `${endpoint.url}/v1`, models: [{ id: "model-a" }, { id: "model-b" }] });
    }
    await setUpModel(page, endpoint, kind);
    await panel.panel.getByLabel("Thinking effort").selectOption({ label: "Effort: high" });
    const next = `${kind} was here`;
    endpoint.answers.push(
      {
        reply: { text: "I look.", calls: [{ name: "doc_read", input: { file: "notes.md", section: "Notes" } }] },
        slowly: 20,
      },
      { reply: { calls: [patch("notes.md", last, next)] } },
      { reply: { text: `**Changed** by ${kind}.` } },
    );
    await panel.ask(`Change it, ${kind}`);
    await expect(panel.approval).toContainText(next);
    const { think, thinking, reasoning_effort: effort } = endpoint.questions().at(-1)?.body ?? {};
    expect([think, effort, thinking]).toContainEqual(
      { ollama: true, openai: "high", anthropic: expect.anything() }[wire],
    );
    // Text that the user types meanwhile stays, and the approval card shows it.
    await galley.editor.click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type(`typed for ${wire} `);
    await expect(panel.approval).toContainText(`typed for ${wire}`);
    await panel.allow("Allow once");
    await panel.expectStatus("done");
    await expect(panel.lastTurn.locator("strong")).toHaveText("Changed");
    await expect(panel.lastTurn).toContainText(kind === "ollama" ? "75 in, 45 out" : "in,");
    await expect(galley.editor).toContainText(next);
    await expect.poll(() => galley.onDisk("notes.md")).toContain(next);
    await expect.poll(() => galley.onDisk("notes.md")).toContain(`typed for ${wire}`);

    const fullStream = streamOf(wire, { text: "I change it again.", calls: [patch("notes.md", next, "cut")] });
    const end = { ollama: '"done":true', openai: "data: [DONE]", anthropic: "event: message_stop" }[wire];
    endpoint.answers.push({ stream: fullStream.slice(0, fullStream.lastIndexOf(end)), finally: "destroy" });
    await panel.ask(`And again, ${kind}`);
    await panel.expectStatus("failed");
    await expect(panel.lastTurn.getByRole("alert")).toContainText("was cut off");
    await expect(panel.lastTurn.locator(".call")).toContainText("not run");
    await expect.poll(() => galley.onDisk("notes.md")).toContain(next);
    last = next;
  }
  const requestPaths = endpoint.questions().map(({ path }) => path);
  expect([...new Set(requestPaths)]).toEqual(["/api/chat", "/v1/chat/completions", "/v1/messages"]);
  expect(endpoint.questions()[0]?.body["options"]).toEqual({ num_ctx: 200_000 });
  await galley.close();
  for (const file of await filesIn(data))
    expect((await readFile(file)).includes(testKey), `the key in ${file}`).toBe(false);
});

test("a turn that was running when the app was killed is marked as interrupted, and none of its calls run again", {
  tag: "@long",
}, async () => {
  const first = await start({ files: { "notes.md": "# Notes\n\none\n" } });
  const { id } = await setUpConversation(first, endpoint);
  const fullStream = streamOf("anthropic", { text: "I change it now.", calls: [change] });
  endpoint.otherwise = () => ({
    stream: fullStream.slice(0, fullStream.indexOf("event: message_delta")),
    finally: "hang",
  });
  await ask(first.page, "assistant:send", { conversation: id, text: "Change it", chips: [] });
  await expect.poll(async () => (await lastTurn(first.page, id))?.parts.length).toBe(2);
  await first.kill();
  const restarted = await start({ root: first.root, data: first.data });
  expect(await lastTurn(restarted.page, id)).toMatchObject({
    state: { status: "interrupted" },
    parts: [{ text: "I change it now." }, { state: "not run" }],
  });
  expect(endpoint.questions()).toHaveLength(1);
  await expect.poll(() => restarted.onDisk("notes.md")).toBe("# Notes\n\none\n");
  // A key for the session does not survive a restart, and the setup says so.
  const setup = await request(restarted.page, "assistant:setup", undefined);
  expect(setup).toMatchObject({ providers: [{ name: "Test", key: "none" }] });
  await restarted.close();
});

test("a window cannot reach a folder that was not opened, or a document of another window [A10]", async () => {
  const galley = await start({ files: { "notes.md": "# Notes\n" } });
  const { page } = galley;
  const { id } = await setUpConversation(galley, endpoint);
  const sendRequest = (name: RequestName, argument: unknown) => request(page, name, argument);
  expect(await sendRequest("assistant:create", "/etc")).toMatchObject({
    ok: false,
    error: { code: "outside_workspace" },
  });
  expect(await sendRequest("assistant:list", { folder: "/etc", sought: "" })).toMatchObject({ ok: false });
  const chips = [{ kind: "document", doc: "12345678-not-mine" }];
  expect(await sendRequest("assistant:send", { conversation: id, text: "x", chips })).toMatchObject({ ok: false });
  await expect(
    sendRequest("assistant:send", { conversation: id, text: "x", chips: [{ kind: "url" }] }),
  ).rejects.toThrow();
  const leak = await request(page, "assistant:setup", undefined);
  expect(JSON.stringify(leak)).not.toContain(testKey);
  await galley.close();
});
