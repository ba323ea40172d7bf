/** What is behind the side panel, in the real app, asked through the page's own bridge: the panel itself is tried elsewhere. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { type FakeEndpoint, fakeEndpoint } from "../src/main/app/assistant/testing/fake-endpoint";
import { streamOf } from "../src/main/app/assistant/testing/wire";
import type { Argument, Bridge, Reply, RequestName } from "../src/shared/contract";
import type { Conversation, Turn } from "../src/shared/conversation";
import { folder, type Started, start } from "./launch";

const key = "sk-real-app-0f1e2d3c4b5a";
const patch = { name: "text_editor", input: { action: "patch", path: "notes.md", old_text: "one", new_text: "two" } };

let endpoint: FakeEndpoint;
test.beforeEach(async () => {
  endpoint = await fakeEndpoint();
});
test.afterEach(() => endpoint.close());

/** A request as the page makes it; fails where it is refused. */
async function ask<K extends RequestName>(
  page: Page,
  name: K,
  argument: Argument<K>,
): Promise<Extract<Reply<K>, { ok: true }>> {
  const reply = await page.evaluate(
    ([request, given]) =>
      (window as unknown as { galley: Bridge }).galley.request(request as RequestName, given as never),
    [name, argument] as const,
  );
  expect(reply, `${name}: ${JSON.stringify(reply)}`).toMatchObject({ ok: true });
  return reply as Extract<Reply<K>, { ok: true }>;
}

/** Sets a provider up, with a key for this session, and begins a conversation in the open folder. */
async function setUp(
  { page, root }: Started,
  kind: "anthropic" | "openai-compatible" = "anthropic",
): Promise<Conversation> {
  await ask(page, "assistant:save-provider", {
    ...{
      id: null,
      kind,
      name: "Test",
      baseUrl: `${endpoint.url}/v1`,
      model: "model-a",
      contextLimit: null,
      price: null,
    },
    key: { change: "set", key, until: "session" },
  });
  return (await ask(page, "assistant:create", root)).conversation;
}

async function lastTurn(page: Page, id: string): Promise<Turn | undefined> {
  return (await ask(page, "assistant:open", id)).conversation.turns.at(-1);
}

const statusOf = async (page: Page, id: string) => (await lastTurn(page, id))?.state.status;

async function filesIn(top: string): Promise<string[]> {
  const entries = await readdir(top, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

for (const kind of ["anthropic", "openai-compatible"] as const)
  test(`a turn over ${kind} reads, asks, and writes into the page that shows the document`, async () => {
    const data = await folder("data");
    const galley = await start({ files: { "notes.md": "# Notes\n\none\n" }, data });
    const { page } = galley;
    await galley.open("notes.md");
    const { id } = await setUp(galley, kind);
    endpoint.answers.push(
      { say: { text: "I look.", calls: [{ name: "doc_read", input: { file: "notes.md", section: "Notes" } }] } },
      { say: { calls: [patch] } },
      { say: { text: "Changed." } },
    );
    await ask(page, "assistant:send", { conversation: id, text: "Change one to two", chips: [] });
    await expect.poll(() => statusOf(page, id)).toBe("approving");
    // What the person types meanwhile stays.
    await galley.editor.click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("typed ");
    const state = (await lastTurn(page, id))?.state;
    if (state?.status !== "approving") throw new Error("not asked");
    expect(state.approval.writes[0]?.diff).toContain("-one\n+two");
    const decision = { allow: true, scope: "once" } as const;
    await ask(page, "assistant:answer", { conversation: id, approval: state.approval.id, decision });
    await expect.poll(() => statusOf(page, id)).toBe("done");
    await expect(galley.editor).toContainText("two");
    await expect(galley.editor).toContainText("typed");
    await expect.poll(() => galley.onDisk("notes.md")).toContain("two\n");
    await expect.poll(() => galley.onDisk("notes.md")).toContain("typed");
    await galley.close();
    for (const file of await filesIn(data))
      expect((await readFile(file)).includes(key), `the key in ${file}`).toBe(false);
  });

test("an app that is killed in the middle of a turn has it interrupted, and runs nothing of it again", async () => {
  const first = await start({ files: { "notes.md": "# Notes\n\none\n" } });
  const { id } = await setUp(first);
  const whole = streamOf("anthropic", { text: "I change it now.", calls: [patch] });
  endpoint.otherwise = () => ({ stream: whole.slice(0, whole.indexOf("event: message_delta")), finally: "hang" });
  await ask(first.page, "assistant:send", { conversation: id, text: "Change it", chips: [] });
  await expect.poll(async () => (await lastTurn(first.page, id))?.parts.length).toBe(2);
  await first.kill();
  const again = await start({ root: first.root, data: first.data });
  expect(await lastTurn(again.page, id)).toMatchObject({
    state: { status: "interrupted" },
    parts: [{ text: "I change it now." }, { state: "not run" }],
  });
  expect(endpoint.questions()).toHaveLength(1);
  expect(await again.onDisk("notes.md")).toBe("# Notes\n\none\n");
  // A key for the session is gone with it, and said to be.
  const setup = await again.page.evaluate(() =>
    (window as unknown as { galley: Bridge }).galley.request("assistant:setup", undefined as never),
  );
  expect(setup).toMatchObject({ providers: [{ name: "Test", key: "none" }] });
  await again.close();
});

test("a page reaches no folder that was not opened, and no document of another window", async () => {
  const galley = await start({ files: { "notes.md": "# Notes\n" } });
  const { page } = galley;
  const { id } = await setUp(galley);
  const refused = (name: RequestName, argument: unknown) =>
    page.evaluate(
      ([request, given]) =>
        (window as unknown as { galley: Bridge }).galley.request(request as RequestName, given as never),
      [name, argument] as const,
    );
  expect(await refused("assistant:create", "/etc")).toMatchObject({ ok: false, error: { code: "outside_workspace" } });
  expect(await refused("assistant:list", { folder: "/etc", sought: "" })).toMatchObject({ ok: false });
  const chips = [{ kind: "document", doc: "12345678-not-mine" }];
  expect(await refused("assistant:send", { conversation: id, text: "x", chips })).toMatchObject({ ok: false });
  await expect(refused("assistant:send", { conversation: id, text: "x", chips: [{ kind: "url" }] })).rejects.toThrow();
  const leak = await page.evaluate(() =>
    (window as unknown as { galley: Bridge }).galley.request("assistant:setup", undefined as never),
  );
  expect(JSON.stringify(leak)).not.toContain(key);
  await galley.close();
});
