/** Agents that speak the draft of the protocol's version 2, as real child processes. */
import { afterEach, expect, it } from "vitest";
import type { CallCard, Turn } from "../../../shared/conversation";
import { createTestAssistant, type TestAssistant } from "../assistant/testing/test-assistant";
import { scriptedAgent } from "./testing/scripted-agents";

const opened: TestAssistant[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.end();
});

type Order = Record<string, unknown> & { do: string };
const orders = (...list: Order[]): string => list.map((order) => JSON.stringify(order)).join("\n");

async function withAgent(script: "scripted-agent-two" | "scripted-agent" = "scripted-agent-two") {
  const made = await createTestAssistant({ agents: scriptedAgent(script, "none"), protocol: 2 });
  opened.push(made);
  await made.assistant.setup.chooseAgent("own-scripted");
  return { ...made, id: made.begin() };
}

const whole = (messageId: string, ...texts: string[]): Order => ({
  do: "update",
  update: { sessionUpdate: "agent_message", messageId, content: texts.map((text) => ({ type: "text", text })) },
});

const words = ({ parts }: Turn): string => parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("");
const cards = ({ parts }: Turn): CallCard[] => parts.filter((part): part is CallCard => part.kind === "call");

it("streams its answer, plan, calls and usage, and shows its options and commands", async () => {
  const { id, ask, page } = await withAgent();
  const turn = await ask(
    id,
    orders(
      { do: "say", text: "Hello, ", id: "m" },
      { do: "say", text: "user.", id: "m" },
      // The same message as a whole, longer and then again, and one that came in no pieces.
      whole("m", "Hello, user. Bye."),
      whole("m", "Hello, ", "user. Bye."),
      whole("n", " Now."),
      {
        do: "update",
        update: {
          sessionUpdate: "plan_update",
          plan: { type: "items", planId: "p", entries: [{ content: "Look", priority: "high", status: "in_progress" }] },
        },
      },
      {
        do: "update",
        update: {
          sessionUpdate: "tool_call_update",
          toolCallId: "c",
          title: "Read",
          kind: "read",
          status: "in_progress",
        },
      },
      {
        do: "update",
        update: {
          sessionUpdate: "tool_call_content_chunk",
          toolCallId: "c",
          content: { type: "content", content: { type: "text", text: "one" } },
        },
      },
      {
        do: "update",
        update: {
          sessionUpdate: "tool_call_content_chunk",
          toolCallId: "c",
          content: { type: "content", content: { type: "text", text: "two" } },
        },
      },
      { do: "update", update: { sessionUpdate: "tool_call_update", toolCallId: "c", status: "completed" } },
      {
        do: "update",
        update: { sessionUpdate: "usage_update", used: 1200, size: 200_000, cost: { amount: 0.25, currency: "USD" } },
      },
    ),
  );
  expect(turn.state.status).toBe("done");
  expect(words(turn)).toBe("Hello, user. Bye. Now.");
  expect(turn.parts).toContainEqual({ kind: "plan", entries: [{ text: "Look", status: "in progress" }] });
  expect(cards(turn)).toMatchObject([{ title: "Read", state: "done" }]);
  expect(page(id)?.agent).toMatchObject({
    version: "2.0.0",
    modes: null,
    options: [{ id: "model", current: "small" }],
    commands: [{ name: "review", description: "Reviews everything" }],
  });
});

it("asks for permission, is stopped, fails in a sentence, and goes on", async () => {
  const { assistant, id, ask, until, ended } = await withAgent();
  const subject = { type: "command", command: "npm test", cwd: "/" };
  await assistant.send(id, orders({ do: "ask", title: "Run the tests", subject }), []);
  const { state } = await until(id, (turn) => turn.state.status === "approving");
  if (state.status !== "approving") throw new Error(state.status);
  expect(JSON.stringify(state.approval)).toContain("npm test");
  const decision = { allow: true, scope: "once", option: "yes" } as const;
  await assistant.approvals.answer({ conversation: id, approval: state.approval.id, decision });
  expect(words(await ended(id))).toBe("answer: yes");

  await assistant.send(id, orders({ do: "say", text: "I wait." }, { do: "wait" }), []);
  await until(id, (turn) => words(turn) === "I wait.");
  assistant.stop(id);
  expect((await ended(id)).state.status).toBe("stopped");

  const failed = await ask(id, orders({ do: "fail", message: "the model is overloaded" }));
  expect(JSON.stringify(failed.state)).toContain("the model is overloaded");
  expect(words(await ask(id, orders({ do: "say", text: "Here again." })))).toBe("Here again.");
});

it("an agent that speaks version 1 alone is asked for that", async () => {
  const { id, ask } = await withAgent("scripted-agent");
  expect(words(await ask(id, "Hello"))).toContain("You said: ");
});
