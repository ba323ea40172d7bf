import { setTimeout as wait } from "node:timers/promises";
import { missingPrompt } from "../../../engine/books";
import type { ToolAnswer } from "../../assistant/conversation-record";
import {
  emptyMessage,
  type Message,
  type MessagePart,
  type ModelCall,
  type ModelEvent,
  nextAfter,
  withEvent,
} from "../../assistant/message";
import { assistantTold } from "../../assistant/messages";
import type { ModelQuestion } from "../../assistant/model";
import { ProviderFault } from "../../assistant/provider-error";
import { type Patience, retryDelay } from "../../assistant/retry";
import { runCall } from "../../assistant/run-call";
import { createChunkTalk } from "./chunk-conversation";
import { bookOf, handOver, type TaskNow, type TaskPlace, taskNow } from "./chunk-task";
import { jobsTold } from "./messages";

/** The tools of a chunk: everything of the book may be read, the task be worked on, nothing be opened or given up. */
const chunkTools: ReadonlySet<string> = new Set([
  ...["list_chapters", "read_chapter", "task_info", "get_previous_paragraphs", "get_next_paragraphs"],
  ...["get_paragraph_position", "get_paragraph_info", "find_paragraphs", "update_task_status", "add_translation_batch"],
]);

/** How often a model is asked for what it left out, and how many answers one attempt may take. */
const mostReminders = 3;
const mostSteps = 40;

/** What a chunk needs of its job. */
export type ChunkSurroundings = {
  place: TaskPlace;
  ask(question: ModelQuestion): AsyncGenerator<ModelEvent, void>;
  limits: { calls: number };
  patience: Patience;
  /** A second of waiting, shorter in tests, and chance. */
  secondMs: number;
  random(): number;
  providerName: string;
  /** Resolves when the provider may be asked: another chunk may have been told to wait. */
  admitted(): Promise<void>;
  heard: {
    usage(end: Extract<ModelEvent, { kind: "end" }>): void;
    /** Something was handed in, or the task moved. */
    worked(now: TaskNow): void;
    /** Asked again after so many milliseconds (null: no longer waiting). `isTold`: the provider said how long. */
    waits(delay: { ms: number; why: string; isTold: boolean } | null): void;
  };
};

/** Why a chunk was not done this time, in a sentence; `isFinal` where the same would happen again. */
export class ChunkFailure extends Error {
  override readonly name = "ChunkFailure";
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = false }: { isFinal?: boolean } = {}) {
    super(message);
    this.isFinal = isFinal;
  }
}

/**
 * One attempt at a chunk: the model is given its prompt, its calls are run, and it is asked again for what is missing. Resolves when the task
 * is handed over; fails with a `ChunkFailure`, or with the signal's reason.
 */
export async function runChunk(begun: TaskNow, around: ChunkSurroundings): Promise<void> {
  const { place, heard } = around;
  const { engine, caller, order, signal } = place;
  const task = begun.id;
  let now = begun;
  if (now.missing.length === 0) return handOver(place, now);
  const shown = new Map(now.sources);
  const texts = new Map(now.missing.map(({ id, translation }) => [id, translation]));
  const asked = { type: order.kind, book: order.book, task_id: task, from: order.sourceLanguage };
  const talk = createChunkTalk(order.kind, await engine.bookPrompt(asked, caller));
  const tools = engine.tools
    .filter(({ name }) => chunkTools.has(name))
    .map(({ name, description, inputSchema }) => ({ type: "function" as const, name, description, inputSchema }));
  let calls = 0;
  let reminders = 0;
  let lengths = 0;
  for (let step = 0; step < mostSteps; step++) {
    const message = await oneMessage({ prompt: talk.prompt(), tools }, around);
    const next = nextAfter(message, around.limits.calls - calls);
    if (next.next === "end early") {
      if (next.reason === "filtered") throw new ChunkFailure(jobsTold.filtered);
      if (++lengths > mostReminders) throw new ChunkFailure(jobsTold.lengths);
      // Nothing of a cut answer is taken, and nothing of it is kept: it would be as long again.
      talk.tell(
        "Your last answer reached the longest that is allowed and was cut; nothing of it was taken. Hand in fewer paragraphs at once.",
      );
      continue;
    }
    const parts = message.parts.map(
      (part, index): MessagePart => (part.kind === "call" ? { ...part, id: `${step}-${index}` } : part),
    );
    const answers: ToolAnswer[] = [];
    for (const call of next.next === "run" ? next.calls : []) {
      signal.throwIfAborted();
      calls++;
      const { text, isError } = await oneCall(call, now, { sources: shown, texts }, around);
      answers.push({ call: `${step}-${message.parts.indexOf(call)}`, tool: call.tool, text, isError });
      if (call.tool === "add_translation_batch" || call.tool === "update_task_status") {
        now = await taskNow(place, task);
        heard.worked(now);
      }
    }
    talk.step({ parts, isWhole: true, answers });
    if (now.status === "end" || now.status === "released") return;
    if (now.missing.length === 0) return handOver(place, now);
    if (next.next === "run" && next.left.length === 0) {
      const changed = now.missing.filter(({ id }) => shown.get(id) !== now.sources.get(id));
      for (const { id } of changed) shown.set(id, now.sources.get(id) ?? "");
      for (const { id, translation } of changed) texts.set(id, translation);
      if (changed.length > 0) talk.tell(missingPrompt(order.kind, changed));
      continue;
    }
    if (++reminders > mostReminders) throw new ChunkFailure(jobsTold.missing(now.missing.length, mostReminders));
    now = await taskNow(place, task);
    for (const [id, source] of now.sources) shown.set(id, source);
    for (const { id, translation } of now.missing) texts.set(id, translation);
    talk.tell(missingPrompt(order.kind, now.missing));
  }
  throw new ChunkFailure(jobsTold.steps(mostSteps));
}

/** Asks until an answer came whole; after trouble of the provider's own it waits, as long as it is told to. */
async function oneMessage(question: ModelQuestion, around: ChunkSurroundings): Promise<Message> {
  const { place, patience, heard } = around;
  const { signal } = place;
  for (let retries = 0; ; retries++) {
    await around.admitted();
    signal.throwIfAborted();
    try {
      return await received(question, around);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!(error instanceof ProviderFault)) throw error;
      const { isTransient, retryAfter } = error;
      // Nothing of an answer that broke off has been run: it can always be asked for again.
      const scaled = retryDelay({ retries, isTransient, hasShown: false, retryAfter }, around.random(), patience);
      if (scaled === null) throw new ChunkFailure(error.message, { isFinal: !isTransient });
      const ms = (scaled * around.secondMs) / 1000;
      heard.waits({ ms, why: error.message, isTold: retryAfter !== null });
      await wait(ms, undefined, { signal }).finally(() => heard.waits(null));
    }
  }
}

async function received(question: ModelQuestion, around: ChunkSurroundings): Promise<Message> {
  let message = emptyMessage;
  for await (const event of around.ask(question)) {
    message = withEvent(message, event);
    if (event.kind === "end") around.heard.usage(event);
  }
  const next = nextAfter(message, 1);
  if (next.next !== "fail") return message;
  const { cut, cutHint, empty, emptyHint } = assistantTold.faults;
  throw next.why === "cut"
    ? new ProviderFault(cut(around.providerName), { hint: cutHint, isTransient: true })
    : new ProviderFault(empty(around.providerName), { hint: emptyHint, isTransient: true });
}

/** What the model was shown: the hashes of sources, and the translations beside them. */
type Shown = { sources: ReadonlyMap<string, string>; texts: ReadonlyMap<string, string | null> };

/** Runs a call on this chunk's task, whatever task or book the model named. */
async function oneCall(
  call: ModelCall,
  now: TaskNow,
  shown: Shown,
  { place }: ChunkSurroundings,
): Promise<{ text: string; isError: boolean }> {
  const { engine, caller, order, signal } = place;
  if (!chunkTools.has(call.tool)) {
    return {
      text: `${call.tool.slice(0, 60)} is not among your tools here: ${[...chunkTools].join(", ")}`,
      isError: true,
    };
  }
  const isEnd = call.tool === "update_task_status" && argumentsOf(call.input)["status"] === "end";
  if (isEnd && order.kind === "translation")
    return { text: "Leave the task in review: a person looks at it and ends it.", isError: true };
  const limited = async ({ arguments: args }: { arguments: unknown }) => ({
    ...(typeof args === "object" && args !== null ? args : {}),
    book: order.book,
    task_id: now.id,
  });
  if (call.tool === "add_translation_batch") {
    const handed = idsIn(call.input);
    const own = (await writtenByPerson(place, now.id, shown.texts)).filter((id) => handed.includes(id));
    if (own.length > 0) {
      const text = `The person has translated these themself meanwhile; leave them out and hand in the others: ${own.join(", ")}`;
      return { text, isError: true };
    }
  }
  return runCall(call, {
    ...{ engine, caller, signal, limited, shownSources: shown.sources },
    // The user began the job on this book, and asked for nothing else.
    isAgreed: async ({ kind }) => kind === "work",
    mayReveal: () => false,
    decide: async () => null,
    stands: () => undefined,
  });
}

/** The arguments of a call; none where it cannot be read, which it is told when it is run. */
function argumentsOf(input: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** What a batch gives as the ids of its paragraphs, one after the other, however it spells them. */
function idsIn(input: string): string {
  const { paragraphs } = argumentsOf(input);
  return Array.isArray(paragraphs)
    ? paragraphs.map((each: unknown) => String(Object(each).paragraph_id)).join(" ")
    : "";
}

/**
 * Paragraphs of a task that the person has translated while the model was at them: their words stand where none was to be handed in, or where
 * others stood when the model was shown them.
 */
async function writtenByPerson(
  place: TaskPlace,
  task: string,
  texts: ReadonlyMap<string, string | null>,
): Promise<string[]> {
  const { language } = place.order;
  const now = await taskNow(place, task);
  const missing = new Set(now.missing.map(({ id }) => id));
  const open = await bookOf(place);
  return open.look((work) => {
    const { selected } = work.rowFacts(language, { paragraphs: now.assigned });
    return now.assigned.filter((id) => {
      const there = selected.get(id);
      if (there === undefined || (missing.has(id) && texts.get(id) === there.text)) return false;
      return work.versions(id).some((each) => each.selected && each.language === language && each.task === null);
    });
  });
}
