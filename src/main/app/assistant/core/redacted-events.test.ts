import { expect, it } from "vitest";
import { recordAttempts } from "../../../../shared/testing/record-attempts";
import type { ModelEvent } from "./message";
import { redactedEvents } from "./redacted-events";
import { createRedaction } from "./redaction";

const key = "sk-ABCabc123";
const letters = [...key].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

async function* sent(events: readonly ModelEvent[]): AsyncGenerator<ModelEvent, void> {
  yield* events;
}

async function passed(...events: ModelEvent[]): Promise<ModelEvent[]> {
  const redaction = createRedaction();
  redaction.hide(key);
  const out: ModelEvent[] = [];
  for await (const event of redactedEvents(sent(events), redaction)) out.push(event);
  return out;
}

const end: ModelEvent = { kind: "end", reason: "calls", usage: { input: 1, output: 1 } };
const cases: [string, ModelEvent[]][] = [
  ["the name of a tool", [{ kind: "call begins", id: "1", tool: key }]],
  ["the id of a call", [{ kind: "call begins", id: key, tool: "grep" }]],
  [
    "arguments that are on their way",
    ["1", "1", "1"].map((id, at) => ({ kind: "call grows", id, text: `"${key}`.slice(at * 5, at * 5 + 5) })),
  ],
  ["arguments", [{ kind: "call", id: "1", tool: "grep", input: JSON.stringify({ [key]: key }) }]],
  ["arguments in numbers", [{ kind: "call", id: "1", tool: "grep", input: `{"pattern":"${letters}"}` }]],
  ["the name of a whole call", [{ kind: "call", id: key, tool: key, input: "{}" }]],
  ["what comes with a call", [{ kind: "call", id: "1", tool: "grep", input: "{}", meta: { x: [key] } }]],
  ["what comes with a thought", [{ kind: "thinking", text: "", meta: { signature: key } }]],
  ["a thought and a text, cut", [...key].map((text) => ({ kind: "thinking", text }) as const)],
];

it.each(cases)("a key in %s is not passed on [A26]", async (_, events) => {
  const out = await passed(...events, end);
  const whole = out.map((event) => ("text" in event ? event.text : "")).join("");
  const output = `${JSON.stringify(out)}${whole}`;
  expect(output).not.toContain(key);
  expect(output).not.toContain(letters.replaceAll("\\", "\\\\"));
  expect(out.at(-1)).toEqual(end);
  recordAttempts(1);
});

it("everything else is passed on unchanged, including fields that the provider adds", async () => {
  const meta = { signature: "abc", at: 1.5 };
  const events: ModelEvent[] = [
    { kind: "thinking", text: "Let me see." },
    { kind: "thinking", text: "", meta },
    { kind: "text", text: "I look." },
    { kind: "call begins", id: "1", tool: "grep" },
    { kind: "call grows", id: "1", text: '{"pattern": ' },
    { kind: "call grows", id: "1", text: '"caf\\u00e9 1.0"}' },
    { kind: "call", id: "1", tool: "grep", input: '{"pattern": "caf\\u00e9", "n": 1.0}', meta },
    end,
  ];
  const out = await passed(...events);
  expect(out).toEqual(events);
  expect(out.find((event) => event.kind === "call")?.meta).toBe(meta);
});
