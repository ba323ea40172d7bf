/** Shared by the tests of the assistant: a model behind a local endpoint, requests of the renderer, locators of the panel. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { FakeEndpoint } from "../src/main/app/assistant/testing/fake-endpoint";
import type { ProviderKind } from "../src/shared/assistant-setup";
import type { Argument, Bridge, Reply, RequestName } from "../src/shared/contract";
import type { Conversation, Turn } from "../src/shared/conversation";
import type { GalleyApp } from "./launch";

/** The API key of the providers that tests set up. */
export const testKey = "sk-real-app-0f1e2d3c4b5a";

/** A `text_editor` call that replaces one text. */
export const patch = (path: string, old_text: string, new_text: string) => ({
  name: "text_editor",
  input: { action: "patch", path, old_text, new_text },
});

/** Sends a request as the renderer does and returns the reply, including a failed one. */
export const request = <K extends RequestName>(page: Page, name: K, argument: unknown): Promise<Reply<K>> =>
  page.evaluate(
    ([requestName, value]) =>
      (window as unknown as { galley: Bridge }).galley.request(requestName as RequestName, value as never),
    [name, argument] as const,
  ) as Promise<Reply<K>>;

/** Sends a request as the renderer does; fails if the reply is not ok. */
export async function ask<K extends RequestName>(
  page: Page,
  name: K,
  argument: Argument<K>,
): Promise<Extract<Reply<K>, { ok: true }>> {
  const reply = await request(page, name, argument);
  expect(reply, `${name}: ${JSON.stringify(reply)}`).toMatchObject({ ok: true });
  return reply as Extract<Reply<K>, { ok: true }>;
}

/** Sets up a provider behind the endpoint, with a key for this session. A later provider replaces an earlier one. */
export async function setUpModel(page: Page, endpoint: FakeEndpoint, kind: ProviderKind = "anthropic"): Promise<void> {
  const { id } = await ask(page, "assistant:save-provider", {
    id: null,
    kind,
    name: "Test",
    baseUrl: `${endpoint.url}/v1`,
    model: "model-a",
    contextLimit: 200_000,
    price: { input: 3, output: 15 },
    key: kind === "ollama" ? { change: "keep" } : { change: "set", key: testKey, until: "session" },
  });
  await ask(page, "assistant:choose-model", { provider: id, model: "model-a" });
}

/** Sets how many tokens the current model takes; null if that is not known. */
export async function setContextLimit(page: Page, contextLimit: number | null): Promise<void> {
  const setup = await request(page, "assistant:setup", undefined);
  const current = setup.providers.find(({ id }) => id === setup.current);
  if (!current) throw new Error("no provider");
  await ask(page, "assistant:save-provider", { ...current, contextLimit, key: { change: "keep" } });
}

/** Sets up a provider and creates a conversation in the open folder. */
export async function setUpConversation(
  { page, root }: Pick<GalleyApp, "page" | "root">,
  endpoint: FakeEndpoint,
  kind: ProviderKind = "anthropic",
): Promise<Conversation> {
  await setUpModel(page, endpoint, kind);
  return (await ask(page, "assistant:create", root)).conversation;
}

export const lastTurn = async (page: Page, id: string): Promise<Turn | undefined> =>
  (await ask(page, "assistant:open", id)).conversation.turns.at(-1);

export const statusOf = async (page: Page, id: string) => (await lastTurn(page, id))?.state.status;

/** Every file in a folder and its subfolders. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Locators and actions of the assistant panel. */
export function panelParts(page: Page, name = "Assistant") {
  const panel = page.getByRole("complementary", { name });
  const approval = panel.locator(".approval");
  return {
    panel,
    field: panel.locator(".panel-field"),
    lastTurn: panel.locator(".turn").last(),
    approval,
    chips: panel.getByRole("list", { name: "Context" }).last().getByRole("listitem"),
    async ask(question: string) {
      await panel.locator(".panel-field").fill(question);
      await panel.locator(".panel-field").press("Enter");
      await expect(panel.locator(".turn").last()).toContainText(question);
    },
    async expectStatus(status: string) {
      await expect(panel.locator(`.turn[data-state="${status}"]`).last()).toBeVisible();
      await expect(panel.locator(".turn").last()).toHaveAttribute("data-state", status);
    },
    /** The buttons of an approval card only work half a second after it appeared. */
    async allow(name: string) {
      // If the document changes meanwhile, the same card asks again.
      const call = await approval.getAttribute("data-call");
      const card = panel.locator(`.approval[data-call="${call}"]`);
      const button = card.getByRole("button", { name });
      await expect(async () => {
        if ((await card.count()) === 0) return;
        await button.click({ timeout: 3000 });
        await expect(card).toHaveCount(0, { timeout: 300 });
      }).toPass();
    },
    async refuse() {
      await expect(approval).toBeVisible();
      await expect(async () => {
        if ((await approval.count()) === 0) return;
        await approval.getByRole("button", { name: "Decline" }).click({ timeout: 3000 });
        await expect(approval).toHaveCount(0, { timeout: 500 });
      }).toPass();
    },
  };
}

/** Opens the panel, with the cursor in its field. */
export async function openPanel(page: Page): Promise<ReturnType<typeof panelParts>> {
  await page.keyboard.press("ControlOrMeta+j");
  const parts = panelParts(page);
  await expect(parts.field).toBeFocused();
  return parts;
}
