import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Argument, Reply, RequestName } from "../../../../shared/contract";
import { createTestApp, type TestApp } from "../../testing/test-app";

const samples = join(import.meta.dirname, "../../../engine/office/samples");

/** Starts an app that has a folder open with copies of samples, by the name that each has there; its window has no unsaved text. */
export async function startOfficeApp(
  copies: Readonly<Record<string, string>> = {},
  files: Record<string, string> = {},
): Promise<TestApp> {
  const testApp = createTestApp(files);
  for (const [name, sample] of Object.entries(copies)) copyFileSync(join(samples, sample), testApp.path(name));
  await testApp.start();
  await testApp.window.openWorkspace(testApp.folder);
  testApp.desktop.onEvent = ({ name, event }) => {
    if (name === "document:hand-over") void testApp.window.handlers["document:handed-over"](event.requestId);
  };
  return testApp;
}

/** Sends requests of the window of `app`; each must succeed. */
export const requestsOf =
  (app: () => TestApp) =>
  async <K extends RequestName>(name: K, argument: Argument<K>): Promise<Extract<Reply<K>, { ok: true }>> => {
    const handler = app().window.handlers[name] as (asked: Argument<K>) => Promise<Reply<K>>;
    const answer = await handler(argument);
    expect(answer).toMatchObject({ ok: true });
    return answer as Extract<Reply<K>, { ok: true }>;
  };

/** Calls a tool as an agent of the folder of `app`; each call must succeed. */
export const agentOf =
  (app: () => TestApp) =>
  async (args: Record<string, unknown>, tool = "office_artifact") => {
    const caller = { id: "1", name: "Claude", roots: [app().folder] };
    const answer = await (await app().engine()).run({ name: tool, arguments: args, caller });
    expect(answer).toMatchObject({ ok: true });
    return answer;
  };
