import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BookRow } from "../../../../../shared/book";
import type { Job, JobOrder } from "../../../../../shared/book-jobs";
import type { Outcome } from "../../../../../shared/contract";
import { type Answer, type FakeEndpoint, fakeEndpoint, type Received } from "../../../assistant/testing/fake-endpoint";
import { createTestApp, type TestApp } from "../../../testing/test-app";

/** An app with a book in its folder, and a fake model that translates. */
export type TestJobs = {
  readonly testApp: TestApp;
  endpoint: FakeEndpoint;
  book: string;
  write(name: string, text: string): void;
  order(some?: Partial<JobOrder>): JobOrder;
  /** Unwraps a reply; throws its error. */
  ask: typeof successOf;
  begin(some?: Partial<JobOrder>): Promise<Job>;
  /** The current state of the job. */
  job(id: string): Promise<Job>;
  until(id: string, check: (job: Job) => boolean): Promise<Job>;
  rows(chapter: string): Promise<BookRow[]>;
  /** Another app over the same folders, after the current one has ended. */
  restart(): Promise<void>;
  end(): Promise<void>;
};

/** Unwraps the reply of a handler; throws its error. */
async function successOf<T extends object>(answer: Promise<Outcome<T>>): Promise<T> {
  const outcome = await answer;
  if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
  return outcome;
}

/** The work lines that a request shows last. */
export function requestedLines({ body }: Received): { id: string; text: string }[] {
  const messages = body["messages"] as { role: string; content: string | { type: string; text?: string }[] }[];
  for (const { role, content } of messages.toReversed()) {
    if (role !== "user") continue;
    const text = typeof content === "string" ? content : content.map((part) => part.text ?? "").join("\n");
    const lines = [...text.matchAll(/^\[\d+\] \[ID: (\S+)\] (.*)$/gm)];
    if (lines.length > 0) return lines.map(([, id = "", line = ""]) => ({ id, text: line }));
  }
  return [];
}

/** The fake translation of a paragraph. */
export const translated = (id: string, text: string): string => `«${id}» ${text}`;

/** A model reply that submits paragraphs. */
export const handIn = (lines: readonly { id: string; text: string }[]): Answer => ({
  reply: {
    calls: [
      {
        name: "add_translation_batch",
        input: {
          paragraphs: lines.map(({ id, text }) => ({ paragraph_id: id, translated_text: translated(id, text) })),
        },
      },
    ],
  },
});

export async function createTestJobs(files: Record<string, string>): Promise<TestJobs> {
  const endpoint = await fakeEndpoint();
  endpoint.otherwise = (received) => handIn(requestedLines(received));
  let testApp = createTestApp({});
  const book = join(testApp.folder, "book");
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(book, name)), { recursive: true });
    writeFileSync(join(book, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  await testApp.start([""]);
  const assistant = await testApp.app.assistant.assistant();
  await assistant.setup.save({
    id: null,
    kind: "anthropic",
    name: "Test Provider",
    baseUrl: `${endpoint.url}/v1`,
    model: "model-a",
    contextLimit: null,
    price: { input: 4, output: 20 },
    key: { change: "set", key: "sk-test-1234567", until: "stored" },
  });
  const order: TestJobs["order"] = (some = {}) => ({
    book,
    kind: "translation",
    sourceLanguage: "",
    language: "English",
    provider: null,
    model: null,
    chapters: null,
    chunk: { paragraphs: 3, characters: 5000 },
    atOnce: 1,
    ...some,
  });
  const made: TestJobs = {
    get testApp() {
      return testApp;
    },
    endpoint,
    book,
    write,
    order,
    ask: successOf,
    begin: async (some) => (await successOf(testApp.window.handlers["jobs:begin"](order(some)))).job,
    async job(id) {
      const { jobs } = await successOf(testApp.window.handlers["jobs:list"](null));
      const found = jobs.find((each) => each.id === id);
      if (!found) throw new Error("no such job");
      return found;
    },
    async until(id, check) {
      for (const deadline = Date.now() + 100_000; ; ) {
        const job = await made.job(id);
        if (check(job)) return job;
        if (Date.now() > deadline) throw new Error(`the job came to ${JSON.stringify({ ...job, order: null })}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    rows: async (chapter) => (await successOf(testApp.window.handlers["book:rows"]({ book, chapter }))).rows,
    async restart() {
      testApp = await testApp.crash();
      await testApp.start([""]);
    },
    async end() {
      await testApp.end();
      await endpoint.close();
    },
  };
  return made;
}
