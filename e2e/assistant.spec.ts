/** What is behind the side panel, in the real app, asked through the page's own bridge: the panel itself is tried elsewhere. */
import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { type FakeEndpoint, fakeEndpoint } from "../src/main/app/assistant/testing/fake-endpoint";
import { streamOf } from "../src/main/app/assistant/testing/wire";
import type { RequestName } from "../src/shared/contract";
import { ask, filesIn, lastTurn, patch, request, setUp, statusOf, testKey } from "./assistant-parts";
import { folder, start } from "./launch";

const change = patch("notes.md", "one", "two");

let endpoint: FakeEndpoint;
test.beforeEach(async () => {
  endpoint = await fakeEndpoint();
});
test.afterEach(() => endpoint.close());

for (const kind of ["anthropic", "openai-compatible"] as const)
  test(`a turn over ${kind} reads, asks, and writes into the page that shows the document`, async () => {
    const data = await folder("data");
    const galley = await start({ files: { "notes.md": "# Notes\n\none\n" }, data });
    const { page } = galley;
    await galley.open("notes.md");
    const { id } = await setUp(galley, endpoint, kind);
    endpoint.answers.push(
      { say: { text: "I look.", calls: [{ name: "doc_read", input: { file: "notes.md", section: "Notes" } }] } },
      { say: { calls: [change] } },
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
      expect((await readFile(file)).includes(testKey), `the key in ${file}`).toBe(false);
  });

test("an app that is killed in the middle of a turn has it interrupted, and runs nothing of it again", async () => {
  const first = await start({ files: { "notes.md": "# Notes\n\none\n" } });
  const { id } = await setUp(first, endpoint);
  const whole = streamOf("anthropic", { text: "I change it now.", calls: [change] });
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
  const setup = await request(again.page, "assistant:setup", undefined);
  expect(setup).toMatchObject({ providers: [{ name: "Test", key: "none" }] });
  await again.close();
});

test("a page reaches no folder that was not opened, and no document of another window", async () => {
  const galley = await start({ files: { "notes.md": "# Notes\n" } });
  const { page } = galley;
  const { id } = await setUp(galley, endpoint);
  const refused = (name: RequestName, argument: unknown) => request(page, name, argument);
  expect(await refused("assistant:create", "/etc")).toMatchObject({ ok: false, error: { code: "outside_workspace" } });
  expect(await refused("assistant:list", { folder: "/etc", sought: "" })).toMatchObject({ ok: false });
  const chips = [{ kind: "document", doc: "12345678-not-mine" }];
  expect(await refused("assistant:send", { conversation: id, text: "x", chips })).toMatchObject({ ok: false });
  await expect(refused("assistant:send", { conversation: id, text: "x", chips: [{ kind: "url" }] })).rejects.toThrow();
  const leak = await request(page, "assistant:setup", undefined);
  expect(JSON.stringify(leak)).not.toContain(testKey);
  await galley.close();
});
