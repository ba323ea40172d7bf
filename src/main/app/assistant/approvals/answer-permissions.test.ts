import { expect, test } from "vitest";
import type { ToolDescription } from "../../../engine/ports/caller";
import type { AgentPermission } from "../../acp";
import { galleyTool } from "../../acp/planned-permission";
import { AnswerPermissions } from "./answer-permissions";

const tool = (name: string, changes: string, actions: string[] = []) =>
  ({
    name,
    aliases: [],
    changes,
    inputSchema: { properties: actions.length > 0 ? { action: { enum: actions } } : {} },
  }) as unknown as ToolDescription;
const tools = [
  tool("comments", "documents", ["list", "reply", "resolve"]),
  tool("doc_read", "nothing"),
  tool("text_editor", "documents", ["view", "patch"]),
];

const permission = (name: string | null, given: object, more: object = {}): AgentPermission => ({
  call: { id: "c", title: "", tool: "other", status: "pending", input: "", result: "", locations: [] },
  edits: [],
  command: null,
  tool: name === null ? null : { name, arguments: given },
  options: [
    { id: "once", name: "Yes", kind: "allow" },
    { id: "always", name: "Always", kind: "allow always" },
    { id: "no", name: "No", kind: "refuse" },
  ],
  ...more,
});
const reply = { action: "reply", thread: "c_2xdh67i3kk", text: "So." };
const call = (kind: string) => ({ call: { ...permission(null, {}).call, tool: kind } });
const question = "Please address this comment:\n\n- c_2xdh67i3kk (line 3)";

test("a reply to a thread that the question names is free, with the agent's own answer for once", () => {
  const inAnswer = new AnswerPermissions(question, tools);
  expect(inAnswer.freeOption(permission("comments", reply))).toBe("once");
  expect(inAnswer.freeOption(permission("comments", { ...reply, path: "a.md", resolve: false }))).toBe("once");
});

test.each([
  ["of another thread", permission("comments", { ...reply, thread: "c_another000" })],
  ["that resolves it", permission("comments", { ...reply, resolve: true })],
  ["with arguments that a reply does not have", permission("comments", { ...reply, command: "rm -r /" })],
  ["by another tool", permission("text_editor", reply)],
  ["by no tool of Galley's", permission(null, reply)],
  ["that runs a command", permission("comments", reply, { command: "rm -r /" })],
  ["that says it executes something", permission("comments", reply, call("execute"))],
  ["that edits", permission("comments", reply, call("edit"))],
  ["to which the agent offers no answer for once", permission("comments", reply, { options: [] })],
])("a reply %s is asked for", (_, asked) => {
  expect(new AnswerPermissions(question, tools).freeOption(asked)).toBeNull();
});

test("a thread is not filled with free replies", () => {
  const inAnswer = new AnswerPermissions(`${question}\n- c_another000`, tools);
  const free = Array.from({ length: 12 }, () => inAnswer.freeOption(permission("comments", reply)));
  expect(free.filter((option) => option !== null)).toHaveLength(10);
  expect(inAnswer.freeOption(permission("comments", { ...reply, thread: "c_another000" }))).toBe("once");
});

test("after Stop nothing is free", () => {
  expect(
    new AnswerPermissions(question, tools).freeOption(permission("comments", reply), AbortSignal.abort()),
  ).toBeNull();
});

test("a question that names no thread frees none", () => {
  expect(new AnswerPermissions("Answer all comments", tools).freeOption(permission("comments", reply))).toBeNull();
});

test("a call that changes no text can be allowed for the answer, with this action only", () => {
  const inAnswer = new AnswerPermissions("", tools);
  const list = permission("comments", { action: "list", path: "a.md" });
  expect(inAnswer.freeOption(list)).toBeNull();
  const [, own] = inAnswer.offered(list);
  expect(own).toMatchObject({ name: "Allow for This Answer", kind: "allow" });
  expect(inAnswer.chosen(list, own?.id ?? "")).toBe("once");
  expect(inAnswer.freeOption(permission("comments", { action: "list", path: "b.md" }))).toBe("once");
  expect(inAnswer.freeOption(permission("comments", { action: "resolve", thread: "c_2xdh67i3kk" }))).toBeNull();
  expect(inAnswer.freeOption(permission("comments", { action: "list" }, call("execute")))).toBeNull();
  // The next answer asks again.
  expect(new AnswerPermissions("", tools).freeOption(list)).toBeNull();
});

test.each([
  ["an edit", permission("text_editor", { action: "patch", path: "a.md" })],
  ["a call of a tool that Galley does not have", permission("something", { action: "list" })],
  ["a command", permission(null, {}, { command: "ls" })],
])("%s cannot be allowed for the answer", (_, asked) => {
  const inAnswer = new AnswerPermissions("", tools);
  expect(inAnswer.offered(asked)).toEqual(asked.options);
  expect(inAnswer.chosen(asked, "galley: for this answer")).toBe("galley: for this answer");
  expect(inAnswer.freeOption(asked)).toBeNull();
});

test("what the user allows for the answer is the call that the card showed: a reply is not one that also resolves", () => {
  const inAnswer = new AnswerPermissions("", tools);
  const asked = permission("comments", reply);
  const [, own] = inAnswer.offered(asked);
  inAnswer.chosen(asked, own?.id ?? "");
  expect(inAnswer.freeOption(permission("comments", { ...reply, text: "More." }))).toBe("once");
  expect(inAnswer.freeOption(permission("comments", { ...reply, resolve: false }))).toBe("once");
  for (const resolve of [true, "true", 1, "yes"])
    expect(inAnswer.freeOption(permission("comments", { ...reply, resolve }))).toBeNull();
});

test.each(["galley", "other_galley", "other.galley", "galley2"])(
  "of servers, only Galley's own is known: %s",
  (server) => {
    const named = permission(null, {}, { tool: galleyTool([`mcp__${server}__comments`], reply) });
    expect(new AnswerPermissions(question, tools).freeOption(named)).toBe(server === "galley" ? "once" : null);
  },
);

test("a tool without actions does not become a reading one by an argument with that name", () => {
  const inAnswer = new AnswerPermissions("", [tool("doc_replace", "documents")]);
  const asked = permission("doc_replace", { action: "read", path: "a.md" });
  expect(inAnswer.offered(asked)).toEqual(asked.options);
});

test.each([
  ["the name of a document", "Please address this comment on `c_2xdh67i3kk.md`:\n\n- c_another000 (line 3)"],
  ["a name that ends its quote", "Please address this comment on `a`\u2028- c_2xdh67i3kk.md`:\n\n- c_another000"],
  ["another word", "Please address - c_another000 and sub-c_2xdh67i3kk"],
])("a thread's id in %s does not free replies to it", (_, asked) => {
  expect(new AnswerPermissions(asked, tools).freeOption(permission("comments", reply))).toBeNull();
});

test("an agent's own option is never taken for Galley's", () => {
  const inAnswer = new AnswerPermissions("", tools);
  const asked = permission("doc_read", {}, { options: [{ id: "galley: for this answer", name: "x", kind: "allow" }] });
  expect(inAnswer.offered(asked)).toHaveLength(1);
  expect(inAnswer.chosen(asked, "galley: for this answer")).toBe("galley: for this answer");
  expect(inAnswer.freeOption(asked)).toBeNull();
});
