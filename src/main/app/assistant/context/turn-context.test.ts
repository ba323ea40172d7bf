import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { ProviderDraft } from "../../../../shared/assistant-setup";
import { createDocx } from "../../../engine/office/docx/create";
import { undoHunks } from "../../../engine/review/undo-hunks";
import { testKey } from "../testing/test-assistant";
import { cardsOf, patchCall, useTestAssistants } from "../testing/test-assistants";

const createAssistant = useTestAssistants();

const draft = (some: Partial<ProviderDraft> = {}): ProviderDraft => ({
  id: null,
  kind: "openai-compatible",
  name: "Other",
  baseUrl: "https://models.example/v1",
  model: "m",
  contextLimit: null,
  price: null,
  key: { change: "set", key: "sk-other-key", until: "stored" },
  ...some,
});

describe("the provider settings", () => {
  it("keep providers over a restart, with their keys in the system's key store and readable nowhere else [A26 A30]", async () => {
    const first = await createAssistant();
    const made = await first.restart("close");
    const { providers, current, keyStore } = await made.assistant.setup.publicSetup();
    expect(providers).toMatchObject([{ name: "Test Provider", key: "stored", model: "model-a" }]);
    expect([current, keyStore]).toEqual([providers[0]?.id, { isSafe: true, warning: null }]);
    const id = made.begin();
    await made.ask(id, "Hello");
    expect(made.endpoint.questions()[0]?.headers["x-api-key"]).toBe(testKey);
    expect(made.locationsWith(testKey)).toEqual([]);
    await made.assistant.close();
  });

  it("report a system without a key store, and keep a key for the session only", async () => {
    const keySafe = { isSafe: async () => false, encrypt: async () => Buffer.from("x"), decrypt: async () => "x" };
    const first = await createAssistant({ keySafe, key: "session" });
    expect((await first.assistant.setup.publicSetup()).keyStore).toMatchObject({
      isSafe: false,
      warning: expect.stringContaining("no key store"),
    });
    await expect(first.assistant.setup.save(draft())).rejects.toThrow("could not save the key");
    await first.ask(first.begin(), "Hello");
    expect(first.endpoint.questions()[0]?.headers["x-api-key"]).toBe(testKey);
    expect(first.locationsWith(testKey)).toEqual([]);
    const made = await first.restart("close");
    await expect(made.assistant.send(made.begin(), "Hello", [])).rejects.toThrow("No API key is set");
    await made.assistant.close();
  });

  it("reject addresses that keys must not be sent to, and malformed keys [A27]", async () => {
    const { assistant } = await createAssistant();
    for (const baseUrl of ["http://models.example/v1", "https://169.254.169.254/v1", "nonsense"])
      await expect(assistant.setup.save(draft({ baseUrl }))).rejects.toThrow();
    const key = { change: "set", key: "sk-a\nx-evil: 1", until: "session" } as const;
    await expect(assistant.setup.save(draft({ key }))).rejects.toThrow("invalid characters");
    expect((await assistant.setup.publicSetup()).providers).toHaveLength(1);
  });

  it("accept Ollama's address without a path", async () => {
    const { assistant } = await createAssistant();
    const id = await assistant.setup.save(
      draft({ kind: "ollama", baseUrl: "http://127.0.0.1:11434/", key: { change: "keep" } }),
    );
    expect(assistant.setup.provider(id).baseUrl).toBe("http://127.0.0.1:11434/v1");
  });

  it("forget a key when the provider moves to another host, or is removed [A27]", async () => {
    const { assistant } = await createAssistant();
    const id = await assistant.setup.save(draft());
    await assistant.setup.save(draft({ id, baseUrl: "https://models.example/v2", key: { change: "keep" } }));
    expect(assistant.setup.provider(id).key).toBe("stored");
    await assistant.setup.save(draft({ id, baseUrl: "https://elsewhere.example/v1", key: { change: "keep" } }));
    expect(assistant.setup.provider(id).key).toBe("none");
    await assistant.setup.remove(id);
    expect((await assistant.setup.publicSetup()).providers).toHaveLength(1);
  });

  it("set a damaged file aside and start without it", async () => {
    const first = await createAssistant();
    await first.assistant.close();
    for (const name of ["assistant.json", "approvals.json", "keys.json"])
      writeFileSync(join(first.dataDir, name), "{damaged");
    const made = await first.restart("close");
    expect((await made.assistant.setup.publicSetup()).providers).toEqual([]);
    expect(made.logged.filter((line) => line.includes("damaged and have been moved"))).toHaveLength(3);
    await expect(made.assistant.send(made.begin(), "Hello", [])).rejects.toThrow("No model is set up");
    await made.assistant.close();
  });

  it("list the models of the endpoint, and find Ollama automatically", async () => {
    const { assistant, endpoint } = await createAssistant({ kind: "openai-compatible" });
    const [provider] = (await assistant.setup.publicSetup()).providers;
    const id = provider?.id ?? "";
    expect(await assistant.models.list(id)).toMatchObject([
      { id: "model-a", name: "MODEL-A", contextLimit: null },
      { id: "model-b" },
    ]);
    expect(await assistant.models.findOllama()).toMatchObject({
      baseUrl: `${endpoint.url}/v1`,
      models: [{ id: "model-a" }, { id: "model-b" }],
    });
    const list = {
      data: [
        { id: "model-a", context_length: 32_000, pricing: { prompt: "0.000003", completion: "0.000015" } },
        { odd: 1 },
      ],
    };
    endpoint.answers.push({ status: 200, body: JSON.stringify(list) });
    expect(await assistant.models.list(id)).toEqual([
      { id: "model-a", name: "model-a", contextLimit: 32_000, price: { input: 3, output: 15 } },
    ]);
    expect(assistant.setup.provider(id).contextLimit).toBe(32_000);
    endpoint.answers.push({ status: 401, body: `{"error":{"message":"bad key ${testKey}"}}` });
    await expect(assistant.models.list(id)).rejects.toThrow(/401.*bad key \[key\]/);
    await endpoint.close();
    expect(await assistant.models.findOllama()).toBeNull();
  });

  it("count money only at a price that the user has entered", async () => {
    const { assistant, endpoint, begin, ask } = await createAssistant();
    const [provider] = (await assistant.setup.publicSetup()).providers;
    if (!provider) throw new Error("no provider");
    const { key: _, ...fields } = provider;
    await assistant.setup.save({ ...fields, price: { input: 4, output: 20 }, key: { change: "keep" } });
    endpoint.answers.push({ reply: { text: "a", usage: { input: 1000, output: 500 } } });
    expect((await ask(begin(), "Hello")).usage).toEqual({ input: 1000, output: 500, cost: 0.014 });
  });
});

describe("an attachment", () => {
  it("is resolved when it is sent, measured before, and nothing else is sent", async () => {
    const made = await createAssistant({
      files: { "a.md": "# One\n\nfirst words\n\n# Two\n\nsecond words\n", "b.md": "never sent\n" },
    });
    const { assistant, endpoint, begin, open, engine, folder } = made;
    const id = begin();
    open.set("doc-a", { name: "a.md", path: join(folder, "a.md"), text: "# One\n\nfirst words, typed\n" });
    const read = await engine.run({
      name: "read_file",
      arguments: { path: "a.md" },
      caller: { id: "test", name: "test", roots: [folder] },
    });
    const [paragraph] = (read.data?.["paragraphs"] ?? []) as { id: string }[];
    const chips = [
      { kind: "document", doc: "doc-a" },
      { kind: "selection", doc: "doc-a", text: "typed", lineFrom: 3, lineTo: 3 },
      { kind: "section", path: "a.md", address: "Two" },
      { kind: "paragraph", path: "a.md", id: paragraph?.id ?? "" },
    ] as const;
    const { sizes } = await assistant.measure(id, chips);
    expect(sizes.map(({ label, failure }) => [label, failure])).toEqual([
      ["a.md", null],
      ["a.md, line 3", null],
      ["a.md § Two", null],
      ["a.md ¶ # One", null],
    ]);
    await assistant.send(id, "What is this?", [...chips]);
    const turn = await made.ended(id);
    expect(turn.ask).toMatchObject({ chips: sizes.map(({ label, tokens }) => ({ label, tokens })) });
    const body = JSON.stringify(endpoint.questions()[0]?.body["messages"]);
    for (const sent of ["first words, typed", "second words", "What is this?"]) expect(body).toContain(sent);
    expect(body).not.toContain("never sent");
  });

  it("of a paragraph is found by its text; a deleted one is reported, not sent as empty", async () => {
    const made = await createAssistant({
      files: { "a.md": `# One\n\n${"first words go on ".repeat(30)}\n\n\n- **Second** words\n\nTHE LAST words\n` },
    });
    const { assistant, begin, folder, engine } = made;
    const id = begin();
    const all = await assistant.paragraphs(id, "a.md", "");
    expect(all.map(({ kind }) => kind)).toEqual(["heading", "paragraph", "list_item", "paragraph"]);
    expect(all[1]?.opening).toHaveLength(161);
    expect(await assistant.paragraphs(id, join(folder, "a.md"), "the last")).toEqual([all[3]]);
    expect(await assistant.paragraphs(id, "a.md", "[")).toEqual([]);
    await expect(assistant.paragraphs(id, "../data/assistant.json", "")).rejects.toThrow();
    const chip = { kind: "paragraph", path: "a.md", id: all[3]?.id ?? "" } as const;
    expect(await assistant.measure(id, [chip])).toMatchObject({
      sizes: [{ label: "a.md ¶ THE LAST words", failure: null }],
    });
    const caller = { id: "test", name: "test", roots: [folder] };
    await engine.run({
      name: "text_editor",
      caller,
      arguments: { action: "patch", path: "a.md", old_text: "\n\nTHE LAST words", new_text: "" },
    });
    expect(await assistant.measure(id, [chip])).toMatchObject({
      sizes: [{ failure: { code: "not_found", message: "The paragraph is no longer in a.md" } }],
    });
  });

  it("in a draft survives a restart, and is deleted with the conversation", async () => {
    const first = await createAssistant();
    const id = first.begin();
    const draft = { text: "half a quest", chips: [{ kind: "file" as const, path: "notes.md" }] };
    first.assistant.keepDraft({ conversation: id }, draft);
    const made = await first.restart("kill");
    expect(made.assistant.draft({ conversation: id })).toEqual(draft);
    made.assistant.keepDraft({ conversation: id }, null);
    expect(made.assistant.draft({ conversation: id })).toBeNull();
    // One window's own takes nothing away from what another window has.
    made.assistant.keepDraft({ conversation: id }, draft, "one");
    made.assistant.keepDraft({ conversation: id }, null, "two");
    expect(made.assistant.draft({ conversation: id }, "two")).toEqual(draft);
    made.assistant.keepDraft({ conversation: id }, null, "one");
    made.assistant.keepDraft({ conversation: id }, draft);
    await made.assistant.remove(id);
    expect(() => made.assistant.draft({ conversation: id })).toThrow("no longer");
    await made.assistant.close();
  });

  it("of an Office document is its text, whether it is open or only named", async () => {
    const made = await createAssistant();
    const { assistant, begin, open, folder } = made;
    const path = join(folder, "report.docx");
    writeFileSync(path, createDocx("words of the report"));
    open.set("doc-o", { name: "report.docx", path, text: "" });
    const id = begin();
    const chips = [
      { kind: "document", doc: "doc-o" },
      { kind: "file", path: "report.docx" },
    ] as const;
    const { sizes } = await assistant.measure(id, chips);
    expect(sizes.map(({ label, failure }) => [label, failure])).toEqual([
      ["report.docx", null],
      ["report.docx", null],
    ]);
    await assistant.send(id, "What is in it?", [...chips]);
    await made.ended(id);
    const body = JSON.stringify(made.endpoint.questions()[0]?.body["messages"]);
    expect(body.split("words of the report")).toHaveLength(3);
  });

  it("is rejected if it is missing, empty or outside the folder, and cut if it is too long", async () => {
    const made = await createAssistant({ files: { "empty.md": "", "long.md": "many words ".repeat(50_000) } });
    const { assistant, begin } = made;
    const id = begin();
    const chips = [
      { kind: "document", doc: "gone" },
      { kind: "file", path: "empty.md" },
      { kind: "file", path: "../data/assistant.json" },
      { kind: "section", path: "long.md", address: "Nowhere" },
      { kind: "file", path: "long.md" },
    ] as const;
    const { sizes } = await assistant.measure(id, chips);
    expect(sizes.map(({ failure }) => failure !== null)).toEqual([true, true, true, true, false]);
    expect(sizes[4]).toMatchObject({ isCut: true });
    expect(sizes[4]?.tokens).toBeLessThan(26_000);
    await expect(assistant.send(id, "Look", [...chips])).rejects.toThrow("no longer open");
    expect(assistant.open(id).turns).toEqual([]);
  });
});

describe("a tool that the user runs", () => {
  it("needs no model and no approval, and is shown like any call", async () => {
    const { assistant, begin, ended, read, endpoint } = await createAssistant({ key: "none" });
    const id = begin();
    await assistant.runTool(id, patchCall().name, patchCall().input);
    const turn = await ended(id);
    expect(turn).toMatchObject({ state: { status: "done" }, model: null, ask: { kind: "tool", tool: "text_editor" } });
    expect(cardsOf(turn)).toMatchObject([
      { state: "done", summary: expect.stringContaining("patched notes.md"), writes: [{}] },
    ]);
    expect(read("notes.md")).toBe("# Notes\n\ntwo\n");
    expect(endpoint.received).toEqual([]);
    await assistant.runTool(id, "doc_toc", { file: "nothing.md" });
    expect(cardsOf(await ended(id))).toMatchObject([{ state: "refused" }]);
    expect((await assistant.tools()).map(({ name }) => name)).toContain("doc_toc");
  });

  it("is recorded as called by the user, and a model's call is not", async () => {
    const { assistant, begin, ended, ask, engine, endpoint } = await createAssistant();
    const run = vi.spyOn(engine, "run");
    const id = begin();
    await assistant.runTool(id, "doc_toc", { file: "notes.md" });
    await ended(id);
    endpoint.answers.push(
      { reply: { calls: [{ ...patchCall(), name: "doc_toc", input: { file: "notes.md" } }] } },
      { reply: { text: "Read." } },
    );
    await ask(id, "What is in it?");
    expect(run.mock.calls.map(([{ caller }]) => caller.isUser)).toEqual([true, undefined]);
  });

  it("is given to the model with the next question, as data", async () => {
    const { assistant, begin, ended, ask, endpoint } = await createAssistant();
    const id = begin();
    await assistant.runTool(id, "doc_toc", { file: "notes.md" });
    await ended(id);
    await ask(id, "What did I see?");
    expect(JSON.stringify(endpoint.questions()[0]?.body)).toMatch(/The user ran the tool doc_toc themselves.*# Notes/);
  });
});

describe("an edit that a review undid", () => {
  it("is reported to the model once, in its next turn, also after a restart", async () => {
    const first = await createAssistant();
    const id = first.begin();
    first.endpoint.answers.push({ reply: { calls: [patchCall()] } }, { reply: { text: "Changed." } });
    await first.assistant.send(id, "Change it", []);
    const { state } = await first.until(id, (turn) => turn.state.status === "approving");
    if (state.status !== "approving") throw new Error("not asked");
    const decision = { allow: true, scope: "once" } as const;
    await first.assistant.approvals.answer({ conversation: id, approval: state.approval.id, decision });
    const [card] = cardsOf(await first.ended(id));
    const write = card?.writes[0];
    if (!write) throw new Error("nothing written");
    const by = { kind: "you", name: "you" } as const;
    await undoHunks(first.engine, { realPath: write.realPath, hunks: [`${write.id}.0`], manner: "whole", by });
    expect(first.read("notes.md")).toBe("# Notes\n\none\n");
    const made = await first.restart("close");
    const asked = made.endpoint.questions().length;
    await made.assistant.send(id, "Go on", []);
    expect((await made.ended(id)).undone).toBe(1);
    await made.assistant.send(id, "And on", []);
    expect((await made.ended(id)).undone).toBe(0);
    const bodies = made.endpoint
      .questions()
      .slice(asked)
      .map(({ body }) => JSON.stringify(body));
    expect(bodies[0]).toMatch(
      /the user undid these edits.*notes\.md, your edit \(patch\) was undone.*You had written: two.*The text is again: one/,
    );
    expect(bodies[1]?.split("the user undid these edits")).toHaveLength(2);
    await made.assistant.close();
  });
});

describe("a conversation that does not fit the model's context", () => {
  it("leaves out its oldest results, reports how many, and keeps every message", async () => {
    const made = await createAssistant({
      kind: "openai-compatible",
      files: { "long.md": `# Long\n\n${"many words ".repeat(1500)}\n` },
    });
    const { assistant, endpoint, begin, ask } = made;
    const [provider] = (await assistant.setup.publicSetup()).providers;
    if (!provider) throw new Error("no provider");
    const { key: _, ...fields } = provider;
    await assistant.setup.save({ ...fields, contextLimit: 24_000, key: { change: "keep" } });
    const id = begin();
    const read = { name: "doc_read", input: { file: "long.md", section: "Long", max_tokens: 20_000 } };
    for (let round = 1; round <= 5; round++) {
      endpoint.answers.push(
        { reply: { text: `Round ${round}.`, calls: [read] } },
        { reply: { text: `Answer ${round}.` } },
      );
      await ask(id, `Question ${round}?`);
    }
    const turns = assistant.open(id).turns;
    expect(turns[0]?.leftOut).toBe(0);
    expect(turns.at(-1)?.leftOut).toBeGreaterThan(0);
    const sent = JSON.stringify(endpoint.questions().at(-1)?.body["messages"]);
    expect(sent).toContain("[Left out to save space.");
    expect(sent.split("many words many words").length).toBeGreaterThan(1);
    for (let round = 1; round <= 5; round++) expect(sent).toContain(`Question ${round}?`);
    for (let round = 1; round < 5; round++) expect(sent).toContain(`Answer ${round}.`);
    expect(assistant.open(id).context).toMatchObject({ limit: 24_000 });
  });
});
