/** What an agent takes instructions from in its folder: it is started, and asked again, only after the user's yes to exactly these texts. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import type { Approval, Turn } from "../../../shared/conversation";
import { createTestAssistant, type TestAssistant } from "../assistant/testing/test-assistant";
import { scriptedAgent } from "./testing/scripted-agents";

const opened: TestAssistant[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.end();
});

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

async function withAgent(fault = "none", files: Record<string, string> = { "AGENTS.md": "Write well.\n" }) {
  const made = await createTestAssistant({ agents: scriptedAgent("scripted-agent", fault), files });
  opened.push(made);
  await made.assistant.setup.chooseAgent("own-scripted");
  return { ...made, id: made.begin() };
}

const isAsking = ({ state }: Turn): boolean => state.status === "approving";

function approvalOf({ state }: Turn): Approval {
  if (state.status !== "approving") throw new Error(`the turn is ${state.status}`);
  return state.approval;
}

const pathsOf = (approval: Approval): string[] => approval.instructions?.files.map(({ path }) => path) ?? [];

function answer({ assistant }: Pick<TestAssistant, "assistant">, id: string, approval: Approval, isAgreed: boolean) {
  const decision = isAgreed
    ? ({ allow: true, scope: "once", option: "agree" } as const)
    : ({ allow: false, note: "", option: "refuse" } as const);
  return assistant.approvals.answer({ conversation: id, approval: approval.id, decision });
}

it("an agent is started once the user has agreed to what it takes instructions from, and asked again once it has changed", async () => {
  const made = await withAgent();
  const { assistant, id, until, ended, ask, acp, folder } = made;
  await assistant.send(id, "Hello", []);
  const approval = approvalOf(await until(id, isAsking));
  expect(pathsOf(approval)).toEqual(["AGENTS.md"]);
  const [file] = approval.instructions?.files ?? [];
  if (file === undefined) throw new Error("no file is shown");
  expect(await assistant.instructionText(id, approval.id, file)).toBe("Write well.\n");
  await expect(assistant.instructionText(id, "another", file)).rejects.toThrow("already been answered");
  // Nothing of it runs before.
  expect(acp.open(id)).toBeNull();
  await answer(made, id, approval, true);
  expect((await ended(id)).state.status).toBe("done");
  expect((await ask(id, "Again")).state.status).toBe("done");

  put(join(folder, "AGENTS.md"), "Write badly.\n");
  await assistant.send(id, "And now", []);
  const again = approvalOf(await until(id, isAsking));
  expect(again.instructions?.files).toMatchObject([{ path: "AGENTS.md", isChanged: true }]);
  const { connection } = assistant.agentSession(id);
  await answer(made, id, again, false);
  const refused = await ended(id);
  expect(refused.state).toMatchObject({
    status: "failed",
    why: {
      code: "denied",
      message: expect.stringContaining("was not asked"),
      hint: expect.stringContaining("ask again"),
    },
  });
  expect(refused.parts).toEqual([]);
  // A rejection ends nothing, and is not remembered.
  expect(connection.isGone).toBe(false);
  put(join(folder, "AGENTS.md"), "Write well.\n");
  expect((await ask(id, "Once more")).state.status).toBe("done");
});

it("a file that changes while it is shown is asked about again, and Stop ends the question", async () => {
  const made = await withAgent();
  const { assistant, id, until, ended, folder } = made;
  await assistant.send(id, "Hello", []);
  const first = approvalOf(await until(id, isAsking));
  put(join(folder, "AGENTS.md"), "Something else.\n");
  await answer(made, id, first, true);
  const second = approvalOf(await until(id, (turn) => isAsking(turn) && approvalOf(turn).id !== first.id));
  expect(second.notice).toContain("have changed");
  await assistant.stop(id);
  expect((await ended(id)).state.status).toBe("stopped");
});

it("a session is neither resumed nor listed in a folder whose instructions the user has not agreed to", async () => {
  const made = await withAgent("resume", {});
  const { id, ask, folder, restart } = made;
  expect((await ask(id, "Hello")).state.status).toBe("done");
  put(join(folder, ".agents/skills/new/SKILL.md"), "New.\n");
  const later = await restart("close");
  opened.push({ ...later, end: () => later.assistant.close() });
  await expect(later.assistant.pastSessions(id)).rejects.toThrow("have not agreed to");
  await expect(later.assistant.logIn("own-scripted", folder, "browser")).rejects.toThrow("have not agreed to");
  await later.assistant.send(id, "Again", []);
  const approval = approvalOf(await later.until(id, isAsking));
  expect(pathsOf(approval)).toEqual([".agents/skills/new/SKILL.md"]);
  await answer(later, id, approval, true);
  const turn = await later.ended(id);
  expect(turn.state.status).toBe("done");
  expect(JSON.stringify(turn.parts)).not.toContain("new session");
  expect(await later.assistant.pastSessions(id)).not.toBeNull();
});

it("agents that are asked side by side wait for one yes to the same files", async () => {
  const made = await createTestAssistant({
    agents: ["One", "Two"].map((name) => scriptedAgent("scripted-agent", "none").replace("Scripted", name)).join(";"),
    files: { "AGENTS.md": "Write well.\n" },
  });
  opened.push(made);
  const { assistant, until, ended } = made;
  const recipients = ["own-one", "own-two"].map((agent) => ({ kind: "agent" as const, agent }));
  const shown = await assistant.recipients.ask(made.begin(), { text: "Hello", chips: [] }, recipients);
  const [one = "", two = ""] = assistant.open(shown).comparison?.members ?? [];
  const approval = approvalOf(await until(one, isAsking));
  await until(two, isAsking);
  await answer(made, one, approval, true);
  expect((await ended(one)).state.status).toBe("done");
  expect((await ended(two)).state.status).toBe("done");
});
