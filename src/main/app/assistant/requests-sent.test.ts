import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { estimateTokens } from "../../../core/text/tokens";
import type { ProviderKind } from "../../../shared/assistant-setup";
import type { ContextChip } from "../../../shared/conversation";
import { costOfQuestion, fitOf, tokensOf } from "../../../shared/request-size";
import type { Received } from "./testing/fake-endpoint";
import type { TestAssistant } from "./testing/test-assistant";
import { patchCall, useTestAssistants } from "./testing/test-assistants";
import { streamOf } from "./testing/wire";

const createAssistant = useTestAssistants();

/** 66 KB of Markdown in 40 sections. */
const longText = Array.from(
  { length: 40 },
  (_, at) => `# Chapter ${at + 1}\n\n${`Words of chapter ${at + 1} go on and on. `.repeat(45)}\n`,
).join("\n");

const front = (from = 1, to = 30): ContextChip => ({ kind: "front", doc: "doc-a", lines: { from, to } });

/** An assistant with `a.md` open in front. */
async function withDocument(text: string, kind: ProviderKind = "anthropic") {
  const made = await createAssistant({ kind, files: { "a.md": text }, secondMs: 1000 });
  const show = (now: string) => made.open.set("doc-a", { name: "a.md", path: join(made.folder, "a.md"), text: now });
  show(text);
  const id = made.begin();
  const ask = async (question: string, chips: ContextChip[] = [front()]) => {
    await made.assistant.send(id, question, chips);
    return made.ended(id);
  };
  return { ...made, id, ask, show };
}

async function setLimit({ assistant }: Pick<TestAssistant, "assistant">, contextLimit: number): Promise<void> {
  const provider = assistant.setup.current();
  if (!provider) throw new Error("no provider");
  const { key: _, ...fields } = provider;
  await assistant.setup.save({ ...fields, contextLimit, key: { change: "keep" } });
}

const bodyOf = ({ body }: Received): string => JSON.stringify(body);
const ollamaTools = (received: Received | undefined): string[] =>
  ((received?.body["tools"] ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);

describe("the document in front", () => {
  it("is sent as outline and section in view, and later only as what changed", async () => {
    const { ask, show, endpoint } = await withDocument(longText);
    await ask("One", [front(5, 8)]);
    const [first] = endpoint.questions();
    const sent = bodyOf(first as Received);
    for (const part of [
      "# Chapter 40 (",
      "In view, lines 5-",
      "Words of chapter 2 go on",
      "The document that the user has in front is sent",
    ])
      expect(sent).toContain(part);
    expect(sent).not.toContain("Words of chapter 4 go on");

    await ask("Two", [front(5, 8)]);
    expect(bodyOf(endpoint.questions()[1] as Received)).toContain("[Unchanged since the last question.]");
    show(longText.replace("# Chapter 7\n", "# Chapter seven\n"));
    await ask("Three", [front(5, 8)]);
    const third = bodyOf(endpoint.questions()[2] as Received);
    for (const part of ["[Changed since", "-# Chapter 7\\n", "+# Chapter seven\\n"]) expect(third).toContain(part);
    await ask("Four", [front(37, 39)]);
    expect(bodyOf(endpoint.questions()[3] as Received)).toContain("Words of chapter 10 go on");

    await ask("Five", [front(37, 39)]);
    const total = endpoint.questions().reduce((sum, each) => sum + estimateTokens(bodyOf(each)), 0);
    const tools = estimateTokens(JSON.stringify(first?.body["tools"]));
    // The audit: 326,000 for five questions on an unchanged file of this size.
    expect(total - 5 * tools).toBeLessThan(25_000);
  });

  it("is sent whole if it is short or the user attaches it whole", async () => {
    const short = await withDocument("# Short\n\nAll of it.\n");
    await short.ask("One");
    expect(bodyOf(short.endpoint.questions()[0] as Received)).toContain("# Short\\n\\nAll of it.");
    const long = await withDocument(longText);
    const { sizes } = await long.assistant.measure(long.id, [front(), { kind: "document", doc: "doc-a" }]);
    expect(sizes[0]?.whole).toBe(sizes[1]?.tokens);
    expect(sizes[0]?.tokens).toBeLessThan(2000);
    await long.ask("One", [{ kind: "document", doc: "doc-a" }]);
    expect(bodyOf(long.endpoint.questions()[0] as Received)).toContain("Words of chapter 40 go on");
  });
});

describe("the size that is shown before sending", () => {
  it.each(["anthropic", "openai-compatible", "ollama"] as const)("is that of the request, with %s", async (kind) => {
    const { assistant, id, endpoint, ended } = await withDocument(longText, kind);
    const selection: ContextChip = { kind: "selection", doc: "doc-a", text: "Words of", lineFrom: 3, lineTo: 3 };
    endpoint.answers.push(
      { reply: { text: "I read it.", calls: [{ name: "doc_read", input: { file: "a.md", section: "Chapter 3" } }] } },
      { reply: { text: "Read." } },
    );
    for (const [question, chips] of [
      ["First?", [front()]],
      ["And “second”?", [front(), selection]],
    ] as const) {
      const { request } = await assistant.measure(id, [...chips]);
      if (!request) throw new Error("no model");
      const already = endpoint.questions().length;
      await assistant.send(id, question, [...chips]);
      await ended(id);
      const received = endpoint.questions()[already] as Received;
      expect(tokensOf(request.cost + costOfQuestion(question))).toBe(estimateTokens(bodyOf(received)));
      const parts =
        request.system + request.tools + request.history + request.chips.reduce((sum, each) => sum + each, 0);
      expect(parts).toBe(request.cost);
      expect(request.toolCount).toBe((received.body["tools"] as unknown[]).length);
    }
    const { request } = await assistant.measure(id, []);
    expect(request?.history).toBeGreaterThan(0);
  });
});

describe("a request", () => {
  it("begins like the one before, to the letter, through calls and turns", async () => {
    const { ask, show, endpoint, id, until, assistant } = await withDocument(longText);
    endpoint.answers.push(
      {
        reply: {
          thinking: "Let me read.",
          calls: [{ name: "doc_read", input: { file: "a.md", section: "Chapter 2" } }],
        },
      },
      { reply: { text: "Read." } },
    );
    await ask("One");
    show(`${longText}\nmore\n`);
    endpoint.answers.push({ reply: { calls: [patchCall("a.md", "# Chapter 9\n", "# Chapter IX\n")] } });
    await assistant.send(id, "Two", [front()]);
    const { state } = await until(id, (turn) => turn.state.status === "approving");
    if (state.status !== "approving") throw new Error("not asked");
    await assistant.approvals.answer({
      conversation: id,
      approval: state.approval.id,
      decision: { allow: false, note: "" },
    });
    await until(id, (turn) => turn.state.status === "done");
    await ask("Three");
    const bodies = endpoint.questions().map(({ body }) => body);
    expect(bodies.length).toBe(5);
    for (const [at, body] of bodies.entries()) {
      const before = bodies[at - 1];
      if (!before) continue;
      // Only the marks for caching move.
      expect(JSON.stringify(body["tools"])).toBe(JSON.stringify(before["tools"]));
      expect(JSON.stringify(body["system"])).toBe(JSON.stringify(before["system"]));
      const [now, then] = [body, before].map((each) => unmarked(each["messages"]));
      expect(now?.startsWith(then?.slice(0, -1) ?? "none")).toBe(true);
    }
    expect(JSON.stringify(bodies.at(-1)).split('"cache_control"')).toHaveLength(4);
  });

  it("to a small context has only the core tools, and is not sent if it does not fit", async () => {
    const made = await withDocument(longText, "ollama");
    await setLimit(made, 4096);
    const { assistant, id, endpoint, ask } = made;
    const { request } = await assistant.measure(id, [front()]);
    expect(request).toMatchObject({ offer: "core", limit: 4096, toolCount: 4 });
    expect((await ask("One")).state).toEqual({ status: "done" });
    const [received] = endpoint.questions();
    expect(estimateTokens(bodyOf(received as Received))).toBeLessThan(4096 * 0.875);
    expect(ollamaTools(received)).toEqual(["text_editor", "doc_toc", "doc_read", "grep"]);
    const whole: ContextChip = { kind: "document", doc: "doc-a" };
    const measured = await assistant.measure(id, [whole]);
    expect(measured.request && fitOf(measured.request, 0)).toBe("too long");
    await expect(assistant.send(id, "Two", [whole])).rejects.toThrow("at most 4096");
    expect(endpoint.questions()).toHaveLength(1);
    expect(assistant.open(id).turns).toHaveLength(1);
    // A middle-sized one has the tools for documents.
    await setLimit(made, 16_000);
    await ask("Three", []);
    const middle = ollamaTools(endpoint.questions().at(-1));
    expect(middle).toContain("doc_replace");
    expect(middle).not.toContain("office_artifact");
  });
});

describe("a long conversation", () => {
  const long = (at: number) => ({ reply: { text: `Answer ${at}. ${"It goes on for long. ".repeat(400)}` } });

  it("is summarised before it fills the context; it stays whole, and the model gets the document again", async () => {
    const made = await withDocument(longText);
    await setLimit(made, 30_000);
    const { assistant, endpoint, id, ask } = made;
    endpoint.otherwise = ({ body }) =>
      JSON.stringify(body["system"]).includes("You summarise conversations")
        ? { reply: { text: "They counted the chapters." } }
        : long(endpoint.questions().length);
    for (let at = 1; at <= 12; at++) expect((await ask(`Question ${at}`)).state).toEqual({ status: "done" });
    const { turns } = assistant.open(id);
    const summed = turns.filter(({ summary }) => summary);
    expect(turns).toHaveLength(12);
    expect(summed.length).toBeGreaterThan(0);
    expect(summed[0]?.summary).toEqual({
      text: "They counted the chapters.",
      turns: turns.indexOf(summed[0] as never),
      why: "full",
    });
    for (const each of endpoint.questions()) expect(estimateTokens(bodyOf(each))).toBeLessThan(30_000);
    const after = endpoint.questions().find(({ body }) => JSON.stringify(body["messages"]).includes("They counted"));
    expect(after && bodyOf(after)).toContain("# Chapter 40 (");
    expect(after && bodyOf(after)).not.toContain("Question 1\\n");
    const { markdown } = await assistant.exported(id);
    for (const part of ["Question 1\n", "Answer 1.", "Question 12", "They counted the chapters."])
      expect(markdown).toContain(part);
    // It stays so after a restart.
    const again = await made.restart("close");
    expect(again.assistant.open(id).turns.map(({ summary }) => summary)).toEqual(turns.map(({ summary }) => summary));
    await again.assistant.close();
  });

  it("that the provider rejects for its length is summarised and sent again once", async () => {
    const { ask, endpoint, id, assistant } = await withDocument(longText);
    endpoint.answers.push(long(1));
    await ask("One");
    const rejection = {
      status: 400,
      body: '{"type":"error","error":{"message":"prompt is too long: 210000 tokens > 200000 maximum"}}',
    };
    endpoint.answers.push(rejection, { reply: { text: "They asked one thing." } }, { reply: { text: "Two it is." } });
    const turn = await ask("Two");
    expect(turn).toMatchObject({
      state: { status: "done" },
      summary: { text: "They asked one thing.", turns: 1, why: "refused" },
      parts: [{ text: "Two it is." }],
    });
    expect(bodyOf(endpoint.questions().at(-1) as Received)).not.toContain("It goes on for long");
    // Once: a provider that rejects again is believed. Without a model's summary, there is a shortened transcript.
    endpoint.answers.push(rejection, { status: 400, body: "{}" }, rejection);
    const refused = await ask("Three");
    expect(refused.state).toMatchObject({ status: "failed", why: { message: expect.stringContaining("too long") } });
    expect(refused.summary?.text).toContain("They asked one thing.");
    expect(assistant.open(id).turns).toHaveLength(3);
  });
});

it("an answer in 17-byte pieces is received without work on the whole for each piece", async () => {
  const { assistant, endpoint, begin, ended } = await createAssistant({ kind: "openai-compatible", secondMs: 1000 });
  const text = "abcdefgh ijklmno ".repeat(4000);
  endpoint.answers.push({ stream: streamOf("openai", { text }, 17) });
  const race = vi.spyOn(Promise, "race");
  const slice = vi.spyOn(String.prototype, "slice");
  const id = begin();
  await assistant.send(id, "Write much", []);
  const { parts } = await ended(id);
  const copies = slice.mock.contexts.filter(
    (each) => String(each).length > 2000 && String(each).startsWith("abcdefgh"),
  );
  const counted = { races: race.mock.calls.length, copies: copies.length };
  vi.restoreAllMocks();
  expect(parts).toEqual([{ kind: "text", text, isWhole: true }]);
  // Per piece, there were 4000 of each: copies of the whole, and promises that kept every event until the end.
  expect(counted.races).toBeLessThan(40);
  expect(counted.copies).toBeLessThan(40);
});

const unmarked = (messages: unknown): string =>
  JSON.stringify(messages, (key, value: unknown) => (key === "cache_control" ? undefined : value));

it("how much the model thinks is asked for, and forgotten with the model", async () => {
  for (const [kind, asked] of [
    ["anthropic", (body: Received["body"]) => (body["thinking"] as { type: string } | undefined)?.type],
    ["openai-compatible", (body: Received["body"]) => body["reasoning_effort"]],
  ] as const) {
    const { assistant, ask, endpoint } = await withDocument("# A\n", kind);
    const provider = assistant.setup.current()?.id ?? "";
    const last = () => asked((endpoint.questions().at(-1) as Received).body);
    await ask("One");
    expect(last()).toBeUndefined();
    await assistant.setup.chooseEffort(provider, "high");
    await ask("Two");
    expect(last()).toMatch(kind === "anthropic" ? /^(?:enabled|adaptive)$/ : /^high$/);
    await assistant.setup.choose(provider, "another-model");
    expect(assistant.setup.current()).not.toHaveProperty("effort");
    await ask("Three");
    expect(last()).toBeUndefined();
  }
});
