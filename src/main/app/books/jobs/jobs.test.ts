import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, it } from "vitest";
import type { Job } from "../../../../shared/book-jobs";
import type { Answer } from "../../assistant/testing/fake-endpoint";
import { streamOf } from "../../assistant/testing/wire";
import { createTestJobs, handIn, requestedLines, type TestJobs, translated } from "./testing/test-jobs";

const chapter = (name: string, count: number): string =>
  [
    `# ${name}`,
    "",
    ...Array.from({ length: count }, (_, at) => (at % 3 === 2 ? "" : `${name} 第${at}段。Line ${at}.`)),
  ].join("\n");

const source = { "1.md": chapter("一", 9), "2.md": chapter("二", 9) };
const made: TestJobs[] = [];

afterEach(async () => {
  for (const each of made.splice(0)) await each.end();
});

async function laid(files: Record<string, string> = source): Promise<TestJobs> {
  const testJobs = await createTestJobs(files);
  made.push(testJobs);
  return testJobs;
}

const isDone = ({ state }: Job): boolean => state === "done";

/** The selected texts and number of versions by paragraph, read directly from the book's database. */
function stored(book: string): Map<string, { text: string; versions: number }> {
  const database = new DatabaseSync(join(book, ".galley", "book.db"), { readOnly: true });
  const rows = database
    .prepare("SELECT paragraph, text, selected, count(*) OVER (PARTITION BY paragraph) AS n FROM translations")
    .all();
  database.close();
  return new Map(
    rows
      .filter((row) => row["selected"] === 1)
      .map((row) => [String(row["paragraph"]), { text: String(row["text"]), versions: Number(row["n"]) }]),
  );
}

/** A gate that replies can wait for. */
function gate(): { open(): void; passed: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, passed: promise };
}

/** A batch that is submitted when the gate opens. */
const heldAnswer = (passed: Promise<void>, ids: readonly string[], text: string): Answer => ({
  async act(response) {
    await passed;
    const paragraphs = ids.map((id) => ({ paragraph_id: id, translated_text: text }));
    const reply = { calls: [{ name: "add_translation_batch", input: { paragraphs } }] };
    response.writeHead(200, { "content-type": "text/event-stream" }).end(streamOf("anthropic", reply));
  },
});

it("the pause of all agents ends the running jobs and answers of the panel, which write nothing more until the user starts them again", async () => {
  const { begin, until, endpoint, testApp, ask, book, rows } = await laid();
  const held = gate();
  endpoint.otherwise = (received) =>
    heldAnswer(
      held.passed,
      requestedLines(received).map(({ id }) => id),
      "late",
    );
  const { id } = await begin();
  const assistant = await testApp.app.assistant.assistant();
  const conversation = assistant.create(testApp.folder).id;
  await assistant.send(conversation, "Change it", []);
  await expect.poll(() => endpoint.questions().length).toBe(2);
  await testApp.window.handlers["agents:pause-all"]({ isPaused: true });
  held.open();
  expect(assistant.open(conversation).turns.at(-1)?.state).toEqual({ status: "stopped" });
  await until(id, ({ state }) => state === "paused");
  expect(stored(book).size).toBe(0);
  expect((await rows("1.md")).every(({ translation }) => translation === null)).toBe(true);
  expect(testApp.app.agents.isAllPaused()).toBe(true);
  await testApp.window.handlers["agents:pause-all"]({ isPaused: false });
  endpoint.otherwise = (received) => handIn(requestedLines(received));
  await ask(testApp.window.handlers["jobs:resume"](id));
  await until(id, isDone);
});

describe("a job", () => {
  it("translates every paragraph once, under its own id, and leaves its tasks in review", async () => {
    const { begin, until, rows, endpoint, book, testApp } = await laid();
    const job = await until((await begin()).id, isDone);
    expect(job).toMatchObject({
      paragraphs: { total: 14, done: 14 },
      chunks: { total: 6, done: 6, setAside: 0 },
      failures: [],
    });
    for (const name of ["1.md", "2.md"]) {
      for (const { id, text, isBlank, translation, state, task } of await rows(name)) {
        expect(translation).toBe(isBlank ? null : translated(id, text));
        if (!isBlank) expect({ state, status: task?.status }).toEqual({ state: "translated", status: "review" });
      }
    }
    expect([...stored(book).values()].every(({ versions }) => versions === 1)).toBe(true);
    expect(endpoint.questions()).toHaveLength(6);
    expect(job.usage).toEqual({ input: 150, output: 90, cost: expect.closeTo((150 * 4 + 90 * 20) / 1e6) });
    const changes = testApp.desktop.events("jobs:changed");
    expect(changes.at(-1)).toMatchObject({ id: job.id, state: "done" });
  });

  it("is split within chapters, by paragraphs and by characters, and planned before it begins", async () => {
    const { ask, testApp, order } = await laid({
      "1.md": "a\n\nb\nc",
      "2.md": `${"x".repeat(90)}\n${"y".repeat(90)}\nz`,
    });
    const plan = async (paragraphs: number, characters: number, chapters: string[] | null = null) =>
      (await ask(testApp.window.handlers["jobs:plan"](order({ chunk: { paragraphs, characters }, chapters })))).plan;
    expect(await plan(30, 5000)).toMatchObject({ paragraphs: 6, chunks: 2, held: 0, done: 0, acceptedStale: 0 });
    expect((await plan(2, 5000)).chunks).toBe(4);
    expect((await plan(30, 100)).chunks).toBe(3);
    expect(await plan(30, 5000, ["2.md"])).toMatchObject({ paragraphs: 3, chunks: 1 });
    const { handlers } = testApp.window;
    expect(await handlers["jobs:plan"](order({ chapters: ["9.md"] }))).toMatchObject({ ok: false });
    expect(await handlers["jobs:begin"](order({ language: " " }))).toMatchObject({
      error: { message: "Choose a language to translate into." },
    });
  });

  it("leaves out paragraphs that the user protects, and does not come back to them", async () => {
    const { ask, testApp, order, begin, until, rows, book } = await laid({ "1.md": "a\n\nb\nc" });
    const { handlers } = testApp.window;
    const [, , b] = await rows("1.md");
    await ask(handlers["book:protect"]({ book, paragraph: b?.id ?? "" }));
    expect((await ask(handlers["jobs:plan"](order()))).plan).toMatchObject({ paragraphs: 2 });
    const job = await until((await begin()).id, isDone);
    expect(job.failures).toEqual([]);
    expect((await rows("1.md")).map(({ translation }) => translation !== null)).toEqual([true, false, false, true]);
  });

  it("a longer chunk ends before a scene, or else behind a blank line, in its last part", async () => {
    const scenes = `${"x\n".repeat(7)}* * *\n${"y\n".repeat(8)}`;
    const { begin, until, endpoint } = await laid({ "1.txt": "a\nb\nc\n\nd\ne\nf\n\ng\nh\ni\nj", "2.txt": scenes });
    const sizes = async (chapter: string) => {
      const before = endpoint.questions().length;
      await until((await begin({ chunk: { paragraphs: 9, characters: 5000 }, chapters: [chapter] })).id, isDone);
      return endpoint
        .questions()
        .slice(before)
        .map((asked) => requestedLines(asked).length);
    };
    expect(await sizes("1.txt")).toEqual([6, 4]);
    expect(await sizes("2.txt")).toEqual([7, 9]);
  });

  it("shows the model the translated paragraphs before a chunk, without their ids", async () => {
    const { begin, until, endpoint } = await laid({ "1.md": "one\ntwo\nthree\nfour" });
    await until((await begin({ chunk: { paragraphs: 2, characters: 5000 } })).id, isDone);
    const asked = endpoint.questions().map(({ body }) => JSON.stringify(body));
    expect(asked[0]).not.toContain("paragraphs just before");
    expect(asked.at(-1)).toMatch(
      /paragraphs just before, with their translations\\n\\n```text\\none\\n {4}→ «\w+» one\\ntwo\\n/,
    );
  });

  it("estimates what it uses, pauses when its sample is done, and at its ceiling in each run", async () => {
    const { begin, until, endpoint, ask, testApp, order } = await laid();
    const { plan } = await ask(testApp.window.handlers["jobs:plan"](order()));
    const { id } = await begin({ sample: 2, atOnce: 4 });
    const sampled = await until(id, ({ state }) => state === "paused");
    expect(sampled).toMatchObject({ chunks: { done: 2 }, why: { message: "The first 2 chunks are done." } });
    expect(endpoint.questions()).toHaveLength(2);
    await ask(testApp.window.handlers["jobs:resume"](id));
    const whole = await until(id, isDone);
    // The fake model ends without a second request.
    expect(plan.estimate.input / (whole.usage.input ?? 0)).toBeGreaterThan(0.5);
    expect(plan.estimate.cost).toBeCloseTo((plan.estimate.input * 4 + plan.estimate.output * 20) / 1e6);
  });

  it("pauses each run at its ceiling, in dollars or tokens", async () => {
    const { begin, until, ask, testApp } = await laid();
    const { id } = await begin({ ceiling: { unit: "tokens", amount: 1 } });
    for (let run = 1; run < 4; run++) {
      const paused = await until(id, ({ state, chunks }) => state === "paused" && chunks.done === run);
      expect(paused.why?.message).toBe("The job has reached its limit of 1 tokens.");
      await ask(testApp.window.handlers["jobs:resume"](id));
    }
    const other = await begin({ language: "French", ceiling: { unit: "dollars", amount: 0.000001 } });
    const paused = await until(other.id, ({ state }) => state === "paused");
    expect(paused.why?.message).toBe("The job has reached its limit of $0.00.");
  });

  it("requests again what a model left out, and takes only paragraphs of the chunk", async () => {
    const { begin, until, endpoint, book } = await laid({ "1.md": "one\ntwo\nthree\nfour" });
    const answers: string[] = [];
    endpoint.otherwise = (received) => {
      answers.push(JSON.stringify(received.body["messages"]));
      const lines = requestedLines(received);
      // The first answer omits a paragraph and mistypes another, the second has only text, the third the rest.
      if (answers.length === 1) return handIn(lines.slice(0, 1));
      if (answers.length === 2) return handIn([{ id: "zzzzz", text: "?" }]);
      if (answers.length === 3) return { reply: { text: "All done." } };
      return handIn(lines);
    };
    const job = await until((await begin({ chunk: { paragraphs: 9, characters: 900 } })).id, isDone);
    expect(job.paragraphs).toEqual({ total: 4, done: 4 });
    expect(answers).toHaveLength(4);
    expect(answers[2]).toContain("段落不存在: zzzzz");
    expect(answers[3]).toContain("3 work items of your task have not been handed in yet");
    expect([...stored(book).values()].every(({ versions }) => versions === 1)).toBe(true);
  });

  it("runs no call of an answer that broke off, and retries after an error of the provider", async () => {
    const { begin, until, endpoint, book } = await laid({ "1.md": "one" });
    endpoint.answers.push(
      { status: 429, headers: { "retry-after": "2" }, body: "{}" },
      { status: 503, body: "{}" },
      { stream: 'event: message_start\ndata: {"type":"message_start"', finally: "destroy" },
    );
    const job = await until((await begin()).id, isDone);
    expect(job.failures.map(({ message }) => message)).toEqual([
      expect.stringMatching(/cut off|can't reach|lost/i),
      expect.stringContaining("503"),
      expect.stringContaining("429"),
    ]);
    expect(stored(book).size).toBe(1);
  });

  it("sets a chunk that keeps failing aside, with its reasons, while the others continue; retried, it is done", async () => {
    const { begin, until, endpoint, testApp, ask } = await laid();
    endpoint.otherwise = (received) => {
      const lines = requestedLines(received);
      return lines.some(({ text }) => text.includes("一 第4段"))
        ? { reply: { text: "I would rather not." } }
        : handIn(lines);
    };
    const job = await until((await begin()).id, isDone);
    expect(job).toMatchObject({ chunks: { total: 6, done: 5, setAside: 1 }, paragraphs: { total: 14, done: 11 } });
    expect(job.setAside[0]?.reasons).toHaveLength(3);
    expect(job.setAside[0]?.reasons[0]).toContain("3 paragraphs were not submitted");
    endpoint.otherwise = (received) => handIn(requestedLines(received));
    await ask(testApp.window.handlers["jobs:retry"]({ job: job.id, chunks: null }));
    expect(await until(job.id, isDone)).toMatchObject({ chunks: { done: 6, setAside: 0 }, setAside: [] });
  });

  it("pauses when one chunk after the other fails, and continues when the cause is fixed", async () => {
    const { begin, until, endpoint, testApp, ask } = await laid();
    endpoint.otherwise = () => ({ status: 401, body: '{"error":{"message":"bad key"}}' });
    const job = await until((await begin()).id, ({ state }) => state === "paused");
    expect(job.why?.message).toContain("rejected the API key");
    expect(job).toMatchObject({ setAside: [], chunks: { done: 0 } });
    expect(endpoint.questions()).toHaveLength(3);
    endpoint.otherwise = (received) => handIn(requestedLines(received));
    await ask(testApp.window.handlers["jobs:resume"](job.id));
    expect(await until(job.id, isDone)).toMatchObject({ chunks: { done: 6 }, why: null });
  });

  it("pauses after the running chunks, or at once, and requests nothing twice", async () => {
    const { begin, until, endpoint, testApp, ask, book } = await laid();
    const held = gate();
    let count = 0;
    endpoint.otherwise = (received) => {
      const answer = handIn(requestedLines(received));
      if (++count !== 2) return answer;
      return {
        async act(response) {
          await held.passed;
          response.destroy();
        },
      };
    };
    const { id } = await begin();
    await until(id, ({ running }) => running.length === 1 && count === 2);
    const paused = await ask(testApp.window.handlers["jobs:pause"]({ job: id, running: "cancel" }));
    expect(paused.job).toMatchObject({ state: "paused", running: [], paragraphs: { done: 3 } });
    held.open();
    await ask(testApp.window.handlers["jobs:resume"](id));
    await until(id, isDone);
    const sent = endpoint.questions().flatMap((each) => requestedLines(each).map((line) => line.id));
    // Only the truncated part is requested again.
    expect(sent.length - new Set(sent).size).toBe(3);
    expect([...stored(book).values()].every(({ versions }) => versions === 1)).toBe(true);
  });

  it("is interrupted when the app ends, and continues at the same paragraph", async () => {
    const laidOut = await laid();
    const { begin, endpoint, book, ask } = laidOut;
    let count = 0;
    endpoint.otherwise = (received) => {
      const lines = requestedLines(received);
      count++;
      // In the third chunk one paragraph arrives and then nothing more.
      if (count === 3) return handIn(lines.slice(0, 1));
      if (count === 4) return { act: () => undefined };
      return handIn(lines);
    };
    const { id } = await begin();
    await laidOut.until(id, () => count === 4);
    await laidOut.restart();
    const job = await laidOut.job(id);
    expect(job).toMatchObject({ state: "interrupted", paragraphs: { total: 14, done: 7 } });
    const before = stored(book);
    const asked = endpoint.questions().length;
    endpoint.otherwise = (received) => handIn(requestedLines(received));
    await ask(laidOut.testApp.window.handlers["jobs:resume"](id));
    await laidOut.until(id, isDone);
    const later = endpoint
      .questions()
      .slice(asked)
      .flatMap((each) => requestedLines(each).map((line) => line.id));
    expect(later.filter((each) => before.has(each))).toEqual([]);
    expect(stored(book).size).toBe(14);
    expect([...stored(book).values()].every(({ versions }) => versions === 1)).toBe(true);
  });

  it("shares no paragraph with another job, and skips what others have claimed", async () => {
    const { begin, until, book, endpoint, testApp, ask, order } = await laid();
    const first = await begin({ atOnce: 2 });
    const second = await begin({ atOnce: 2, chapters: ["2.md"] });
    await until(first.id, isDone);
    await until(second.id, isDone);
    expect(stored(book).size).toBe(14);
    expect([...stored(book).values()].every(({ versions }) => versions === 1)).toBe(true);
    const sent = endpoint.questions().flatMap((each) => requestedLines(each).map((line) => line.id));
    expect(new Set(sent).size).toBe(sent.length);
    const refused = await testApp.window.handlers["jobs:begin"](order());
    expect(refused).toMatchObject({ ok: false, error: { message: "Nothing to do: everything is done." } });
    expect((await ask(testApp.window.handlers["jobs:plan"](order()))).plan).toMatchObject({ paragraphs: 0, done: 14 });
  });

  it("rejects a translation of an outdated source, and requests one of the current source", async () => {
    const laidOut = await laid({ "1.md": "one\ntwo\nthree" });
    const { begin, until, endpoint, write, rows } = laidOut;
    endpoint.otherwise = (received) => {
      const lines = requestedLines(received);
      if (lines.some(({ text }) => text === "two")) write("1.md", "one\ntwo, or more\nthree");
      return handIn(lines);
    };
    const { id } = await begin();
    await until(id, isDone);
    expect((await rows("1.md")).map((row) => [row.text, row.translation, row.sourceChanged, row.versions])).toEqual(
      (await rows("1.md")).map((row) => [row.text, translated(row.id, row.text), false, 1]),
    );
    expect(endpoint.questions()).toHaveLength(2);
  });

  it("sets a chunk aside with the reason when a check rejects each of its answers, without asking on and on", async () => {
    const { begin, until, endpoint, rows, ask, testApp, book } = await laid({
      "1.md": "one\ntwo\nthree",
      ".galley/glossary.md": "one = eins\n",
    });
    const { handlers } = testApp.window;
    await ask(handlers["book:set-checks"]({ book, changes: [{ kind: "glossary", level: "reject" }] }));
    const { id } = await begin();
    const job = await until(id, isDone);
    expect(job.setAside[0]?.reasons[0]).toContain("the glossary has one → eins");
    expect((await rows("1.md")).map(({ state }) => state)).toEqual(["in work", "translated", "translated"]);
    expect(endpoint.questions().length).toBeLessThan(30);
  });

  it("redoes what the user sends back, with their comment, and leaves what they write themselves", async () => {
    const laidOut = await laid({ "1.md": "one\ntwo\nthree" });
    const { begin, until, endpoint, rows, ask, testApp, book } = laidOut;
    const { id } = await begin();
    await until(id, isDone);
    const [one, two] = await rows("1.md");
    const handlers = testApp.window.handlers;
    await ask(handlers["book:send-back"]({ book, paragraphs: [one?.id ?? "", two?.id ?? ""], comment: "Too stiff." }));
    expect((await rows("1.md")).map(({ state, comment }) => [state, comment])).toEqual([
      ...[
        ["sent back", "Too stiff."],
        ["sent back", "Too stiff."],
        ["translated", null],
      ],
    ]);
    await ask(handlers["book:translate"]({ book, paragraph: two?.id ?? "", text: "mine", base: two?.version ?? null }));
    await until(id, ({ sentBack }) => sentBack === 1);
    endpoint.otherwise = (received) =>
      handIn(requestedLines(received).map(({ id: of }) => ({ id: of, text: "better" })));
    await ask(handlers["jobs:resume"](id));
    await until(id, isDone);
    expect((await rows("1.md")).map(({ translation }) => translation)).toEqual([
      ...[translated(one?.id ?? "", "better"), "mine", expect.stringContaining("three")],
    ]);
    expect(JSON.stringify(endpoint.questions().at(-1)?.body)).toContain("Too stiff.");
    const accepted = await ask(
      handlers["book:accept"]({ book, paragraphs: (await rows("1.md")).map((row) => row.id) }),
    );
    expect(accepted.accepted).toBe(3);
    const { shown } = await ask(handlers["book:overview"](book));
    expect(shown).toMatchObject({ counts: { accepted: 3, translated: 3 }, tasks: [{ status: "end", done: 3 }] });
  });

  it("redoes a paragraph whose source was edited since, when it is resumed", async () => {
    const { begin, until, endpoint, rows, ask, testApp, write } = await laid({ "1.md": "one\ntwo\nthree" });
    const { id } = await begin();
    await until(id, isDone);
    write("1.md", "one\ntwo, or so\nthree");
    await until(id, ({ sentBack }) => sentBack === 1);
    await ask(testApp.window.handlers["jobs:resume"](id));
    await until(id, isDone);
    expect(requestedLines(endpoint.questions().at(-1) as never).map(({ text }) => text)).toEqual(["two, or so"]);
    expect((await rows("1.md")).map(({ sourceChanged, versions }) => [sourceChanged, versions])).toEqual([
      ...[
        [false, 1],
        [false, 2],
        [false, 1],
      ],
    ]);
  });

  it("continues if a pause is cancelled before the last chunk has ended", async () => {
    const { begin, until, endpoint, ask, testApp } = await laid();
    const held = gate();
    let count = 0;
    endpoint.otherwise = (received) => {
      const answer = handIn(requestedLines(received));
      if (++count !== 2) return answer;
      return {
        async act(response) {
          await held.passed;
          response.writeHead(503).end("{}");
        },
      };
    };
    const { id } = await begin();
    await until(id, () => count === 2);
    const { handlers } = testApp.window;
    expect((await ask(handlers["jobs:pause"]({ job: id, running: "finish" }))).job.state).toBe("pausing");
    expect((await ask(handlers["jobs:resume"](id))).job.state).toBe("running");
    held.open();
    expect(await until(id, isDone)).toMatchObject({ paragraphs: { done: 14 } });
  });

  it("continues with a task that it opened but could not record before a crash", async () => {
    const laidOut = await laid({ "1.md": "one\ntwo" });
    const { begin, until, endpoint, ask, book } = laidOut;
    endpoint.otherwise = () => ({ act: () => undefined });
    const { id } = await begin();
    await until(id, ({ running }) => running.length === 1 && endpoint.questions().length === 1);
    await laidOut.restart();
    // The record of the task is lost, as if the app had ended in between.
    const jobs = new DatabaseSync(join(laidOut.testApp.dataDir, "jobs.db"));
    jobs.exec("UPDATE chunks SET chunk = json_set(chunk, '$.task', null)");
    jobs.close();
    endpoint.otherwise = (received) => handIn(requestedLines(received));
    await ask(laidOut.testApp.window.handlers["jobs:resume"](id));
    expect(await until(id, isDone)).toMatchObject({ paragraphs: { done: 2 }, failures: [] });
    const { shown } = await ask(laidOut.testApp.window.handlers["book:overview"](book));
    expect(shown.tasks).toHaveLength(1);
  });

  it("when stopped, releases what it has not done and cannot be resumed; polishing ends when the model finds all good", async () => {
    const laidOut = await laid({ "1.md": "one\ntwo\nthree\nfour" });
    const { begin, until, endpoint, ask, testApp, book } = laidOut;
    let count = 0;
    endpoint.otherwise = (received) => (++count === 2 ? { act: () => undefined } : handIn(requestedLines(received)));
    const { id } = await begin();
    await until(id, () => count === 2);
    const { handlers } = testApp.window;
    const stopped = await ask(handlers["jobs:stop"](id));
    expect(stopped.job).toMatchObject({ state: "stopped", paragraphs: { done: 3 }, running: [] });
    expect(await handlers["jobs:resume"](id)).toMatchObject({ ok: false });
    expect((await ask(handlers["book:overview"](book))).shown.tasks.map(({ status }) => status)).toEqual([
      "review",
      "released",
    ]);
    endpoint.otherwise = () => ({ reply: { calls: [{ name: "update_task_status", input: { status: "end" } }] } });
    const polishing = await begin({ kind: "polishing" });
    expect(await until(polishing.id, isDone)).toMatchObject({ paragraphs: { total: 3 }, chunks: { done: 1 } });
    await ask(handlers["jobs:forget"](id));
    expect((await ask(handlers["jobs:list"](null))).jobs).toHaveLength(1);
    expect(existsSync(join(book, ".galley", "book.db"))).toBe(true);
  });

  it("is resumed once if two callers resume it, and can be stopped while it starts", async () => {
    const { begin, until, endpoint, testApp, ask } = await laid({ "1.md": "one\ntwo" });
    endpoint.otherwise = () => ({ act: () => undefined });
    const { id } = await begin();
    const { handlers } = testApp.window;
    await until(id, () => endpoint.questions().length === 1);
    await ask(handlers["jobs:pause"]({ job: id, running: "cancel" }));
    const twice = await Promise.all([handlers["jobs:resume"](id), handlers["jobs:resume"](id)]);
    expect(twice).toMatchObject([{ ok: true }, { ok: false, error: { code: "wrong_state" } }]);
    await until(id, () => endpoint.questions().length === 2);
    await ask(handlers["jobs:pause"]({ job: id, running: "cancel" }));
    await Promise.all([handlers["jobs:resume"](id), handlers["jobs:stop"](id)]);
    expect(await until(id, ({ running }) => running.length === 0)).toMatchObject({ state: "stopped" });
  });

  it("overwrites nothing that the user wrote while the model was translating, even if it was about to be submitted", async () => {
    const { begin, until, endpoint, rows, ask, testApp, book } = await laid({ "1.md": "one\ntwo" });
    const { handlers } = testApp.window;
    await ask(handlers["book:set-language"]({ book, language: "English" }));
    const [one, two] = (await rows("1.md")).map((row) => row.id);
    const held = gate();
    endpoint.answers.push(heldAnswer(held.passed, [one ?? "", two ?? ""], "made"));
    const { id } = await begin();
    await until(id, () => endpoint.questions().length === 1);
    await ask(handlers["book:translate"]({ book, paragraph: one ?? "", text: "mine", base: null }));
    held.open();
    await until(id, isDone);
    expect((await rows("1.md")).map(({ translation, versions }) => [translation, versions])).toEqual([
      ...[
        ["mine", 1],
        [translated(two ?? "", "two"), 1],
      ],
    ]);
    // Polishing also reads the user's translations; one that the user changes meanwhile is not overwritten.
    const polished = gate();
    endpoint.answers.push(heldAnswer(polished.passed, [one ?? "", two ?? ""], "polished"));
    endpoint.otherwise = () => ({ reply: { calls: [{ name: "update_task_status", input: { status: "end" } }] } });
    const polishing = await begin({ kind: "polishing" });
    await until(polishing.id, ({ running }) => running.length === 1 && endpoint.answers.length === 0);
    const base = (await rows("1.md"))[0]?.version ?? null;
    await ask(handlers["book:translate"]({ book, paragraph: one ?? "", text: "mine, and better", base }));
    polished.open();
    await until(polishing.id, isDone);
    expect((await rows("1.md"))[0]?.translation).toBe("mine, and better");
  });

  it("leaves what the user has accepted, also if its source has changed, and counts it apart", async () => {
    const { begin, until, endpoint, rows, ask, testApp, book, write } = await laid({ "1.md": "one , by\ntwo\nthree" });
    const { handlers } = testApp.window;
    await ask(handlers["book:set-language"]({ book, language: "English" }));
    const [one, two] = (await rows("1.md")).map((row) => row.id);
    const [paragraph, as] = [one ?? "", "accepted" as const];
    await ask(handlers["book:translate"]({ book, paragraph, text: "mine", base: null, as }));
    write("1.md", "one, by\ntwo\nthree");
    const order = {
      book,
      kind: "translation" as const,
      sourceLanguage: "",
      language: "English",
      provider: null,
      model: null,
    };
    const sized = { ...order, chapters: null, chunk: { paragraphs: 30, characters: 8000 }, atOnce: 1 };
    const { plan } = await ask(handlers["jobs:plan"](sized));
    expect(plan).toMatchObject({ paragraphs: 2, chunks: 1, held: 0, done: 0, acceptedStale: 1 });
    // The user also accepts a paragraph that the model is about to submit again.
    const held = gate();
    const { id } = await begin();
    await until(id, isDone);
    const back = { book, paragraphs: [two ?? ""], comment: "Again." };
    await ask(handlers["book:send-back"](back));
    endpoint.answers.push(heldAnswer(held.passed, [two ?? ""], "made again"));
    await until(id, ({ sentBack }) => sentBack === 1);
    const before = endpoint.questions().length;
    await ask(handlers["jobs:resume"](id));
    await until(id, () => endpoint.questions().length > before);
    await ask(handlers["book:accept"]({ book, paragraphs: [two ?? ""] }));
    held.open();
    await until(id, isDone);
    expect((await rows("1.md")).map(({ translation, state, versions }) => [translation, state, versions])).toEqual([
      ...[
        ["mine", "accepted", 1],
        [translated(two ?? "", "two"), "accepted", 1],
        [expect.stringContaining("three"), "translated", 1],
      ],
    ]);
    const refused = await handlers["jobs:begin"](sized);
    expect(refused).toMatchObject({ ok: false, error: { message: expect.stringContaining("1 accepted paragraph") } });
  });

  it("does not change the language that the user has selected for the book", async () => {
    const { begin, until, rows, ask, testApp, book } = await laid({ "1.md": "one\ntwo" });
    const { handlers } = testApp.window;
    await ask(handlers["book:set-language"]({ book, language: "German" }));
    const { id } = await begin({ language: "English" });
    await until(id, isDone);
    expect((await ask(handlers["book:overview"](book))).shown).toMatchObject({
      language: "German",
      languages: ["English", "German"],
    });
    expect((await rows("1.md")).map(({ translation }) => translation)).toEqual([null, null]);
  });

  it("makes no more requests with a key that was removed while it ran", async () => {
    const { begin, until, endpoint, testApp, rows } = await laid();
    const [one] = await rows("1.md");
    const held = gate();
    endpoint.answers.push(heldAnswer(held.passed, [one?.id ?? ""], "first"));
    const { id } = await begin();
    await until(id, () => endpoint.questions().length === 1);
    const { setup } = await testApp.app.assistant.assistant();
    const provider = setup.current();
    if (provider === null) throw new Error("no provider");
    await setup.save({ ...provider, key: { change: "forget" } });
    held.open();
    const job = await until(id, ({ state }) => state === "paused");
    expect(job.why?.message).toContain("key");
    expect(endpoint.questions()).toHaveLength(1);
    expect(job.paragraphs.done).toBe(1);
  });

  it("pauses with a reason when its book is missing, and continues when it is back", async () => {
    const { begin, until, endpoint, book, ask, testApp } = await laid({ "1.md": "one\ntwo\nthree\nfour" });
    let count = 0;
    endpoint.otherwise = (received) => {
      if (++count === 1) renameSync(book, `${book}-elsewhere`);
      return handIn(requestedLines(received));
    };
    const { id } = await begin();
    const job = await until(id, ({ state }) => state === "paused");
    expect(job.why?.message).toBeTruthy();
    expect(existsSync(book)).toBe(false);
    renameSync(`${book}-elsewhere`, book);
    const { handlers } = testApp.window;
    await ask(handlers["jobs:retry"]({ job: id, chunks: null })).catch(() => ask(handlers["jobs:resume"](id)));
    expect(await until(id, isDone)).toMatchObject({ paragraphs: { total: 4, done: 4 } });
    expect([...stored(book).values()].every(({ versions }) => versions === 1)).toBe(true);
  });
});
