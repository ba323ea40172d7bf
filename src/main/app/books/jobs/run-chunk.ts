import { setTimeout as wait } from "node:timers/promises";
import { missingPrompt, rejectedTexts } from "../../../engine/books";
import type { ToolDescription } from "../../../engine/ports/caller";
import { schemaForModel } from "../../../engine/ports/model-schema";
import {
  assistantMessages,
  emptyMessage,
  type Message,
  type MessagePart,
  type ModelCall,
  type ModelEvent,
  type ModelQuestion,
  nextAfter,
  type Patience,
  ProviderError,
  retryDelay,
  runCall,
  type ToolAnswer,
  withEvent,
} from "../../assistant/model-calls";
import { createChunkConversation } from "./chunk-conversation";
import { bookOf, submitTask, type TaskContext, type TaskState, taskState } from "./chunk-task";
import { jobMessages } from "./messages";
import { usableBatch } from "./usable-batch";

/** The tools of a chunk: reading the book and working on its task, but not opening or releasing tasks. */
const chunkTools: ReadonlySet<string> = new Set([
  ...["list_chapters", "read_chapter", "task_info", "get_previous_paragraphs", "get_next_paragraphs"],
  ...["get_paragraph_position", "get_paragraph_info", "find_paragraphs", "update_task_status", "add_translation_batch"],
]);

/** How often the model is reminded of missing paragraphs, and how many messages one attempt may take. */
const MAX_REMINDERS = 3;
const MAX_STEPS = 40;
/** After this many batches in a row of which nothing is stored, the book's checks reject what the model can do. */
const MAX_REJECTIONS = 5;
const MAX_REASON = 300;

/** What running a chunk needs from its job. */
export type ChunkDeps = {
  context: TaskContext;
  ask(question: ModelQuestion): AsyncGenerator<ModelEvent, void>;
  limits: { calls: number };
  patience: Patience;
  /** Milliseconds that count as a second, fewer in tests, and a random source. */
  secondMs: number;
  random(): number;
  providerName: string;
  /** Resolves when the provider may be asked: the provider may have asked another chunk to wait. */
  admitted(): Promise<void>;
  events: {
    usage(end: Extract<ModelEvent, { kind: "end" }>): void;
    /** Paragraphs were submitted, or the task changed its status. */
    worked(now: TaskState): void;
    /** Waiting before a retry (null: no longer waiting). `isRequested`: the provider asked for this delay. */
    waiting(delay: { ms: number; why: string; isRequested: boolean } | null): void;
  };
};

/** Why an attempt at a chunk failed; `isFinal` if a retry would fail the same way. */
export class ChunkFailure extends Error {
  override readonly name = "ChunkFailure";
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = false }: { isFinal?: boolean } = {}) {
    super(message);
    this.isFinal = isFinal;
  }
}

/**
 * One attempt at a chunk: sends the prompt, runs the model's calls, and asks again for missing paragraphs. Resolves
 * when the task is complete; throws a `ChunkFailure`, or the signal's reason.
 */
export async function runChunk(begun: TaskState, deps: ChunkDeps): Promise<void> {
  const { context, events } = deps;
  const { engine, caller, order, signal } = context;
  const task = begun.id;
  let now = begun;
  if (now.missing.length === 0) return submitTask(context, now);
  const shown = new Map(now.sources);
  const texts = new Map(now.missing.map(({ id, translation }) => [id, translation]));
  const asked = { type: order.kind, book: order.book, task_id: task, from: order.sourceLanguage };
  const conversation = createChunkConversation(order.kind, await engine.bookPrompt(asked, caller));
  const tools = toolsOfChunk(await engine.tools());
  let calls = 0;
  let reminders = 0;
  let lengths = 0;
  let rejections = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    const message = await oneMessage({ prompt: conversation.prompt(), tools }, deps);
    const next = nextAfter(message, deps.limits.calls - calls);
    if (next.next === "end early") {
      if (next.reason === "filtered") throw new ChunkFailure(jobMessages.filtered);
      if (++lengths > MAX_REMINDERS) throw new ChunkFailure(jobMessages.lengths);
      // A truncated answer is discarded; with it in the conversation, the next one would be as long.
      conversation.addUserMessage(
        "Your last answer reached the length limit and was cut; none of it was used. Hand in fewer paragraphs at once.",
      );
      continue;
    }
    const parts = message.parts.map(
      (part, index): MessagePart => (part.kind === "call" ? { ...part, id: `${step}-${index}` } : part),
    );
    const answers: ToolAnswer[] = [];
    const before = now.missing.length;
    let handedIn: string | null = null;
    for (const call of next.next === "run" ? next.calls : []) {
      signal.throwIfAborted();
      calls++;
      const { text, isError } = await oneCall(call, now, { sources: shown, texts }, deps);
      if (call.tool === "add_translation_batch") handedIn = text;
      answers.push({ call: `${step}-${message.parts.indexOf(call)}`, tool: call.tool, text, isError });
      if (call.tool === "add_translation_batch" || call.tool === "update_task_status") {
        now = await taskState(context, task);
        events.worked(now);
      }
    }
    conversation.step({ parts, isWhole: true, answers });
    if (now.status === "end" || now.status === "released") return;
    if (now.missing.length === 0) return submitTask(context, now);
    if (now.missing.length < before) rejections = 0;
    else if (handedIn !== null && ++rejections === MAX_REJECTIONS)
      throw new ChunkFailure(jobMessages.rejected(rejections, handedIn.replace(/\s+/g, " ").slice(0, MAX_REASON)));
    if (next.next === "run" && next.left.length === 0) {
      const changed = now.missing.filter(({ id }) => shown.get(id) !== now.sources.get(id));
      for (const { id } of changed) shown.set(id, now.sources.get(id) ?? "");
      for (const { id, translation } of changed) texts.set(id, translation);
      if (changed.length > 0) conversation.addUserMessage(missingPrompt(order.kind, changed));
      continue;
    }
    if (++reminders > MAX_REMINDERS) throw new ChunkFailure(jobMessages.missing(now.missing.length, MAX_REMINDERS));
    now = await taskState(context, task);
    for (const [id, source] of now.sources) shown.set(id, source);
    for (const { id, translation } of now.missing) texts.set(id, translation);
    conversation.addUserMessage(missingPrompt(order.kind, now.missing));
  }
  throw new ChunkFailure(jobMessages.steps(MAX_STEPS));
}

/** The tools of a chunk as a model gets them. */
export const toolsOfChunk = (tools: readonly ToolDescription[]) =>
  tools
    .filter(({ name }) => chunkTools.has(name))
    .map((tool) => ({
      type: "function" as const,
      name: tool.name,
      description: tool.description,
      inputSchema: schemaForModel(tool),
    }));

/** Asks until a complete answer arrives; waits after errors of the provider, as long as it requests. */
async function oneMessage(question: ModelQuestion, deps: ChunkDeps): Promise<Message> {
  const { context, patience, events } = deps;
  const { signal } = context;
  for (let retries = 0; ; retries++) {
    await deps.admitted();
    signal.throwIfAborted();
    try {
      return await received(question, deps);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!(error instanceof ProviderError)) throw error;
      const { isTransient, retryAfter } = error;
      // Calls of an incomplete answer were not run, so it can always be requested again.
      const scaled = retryDelay({ retries, isTransient, hasOutput: false, retryAfter }, deps.random(), patience);
      if (scaled === null) throw new ChunkFailure(error.message, { isFinal: !isTransient });
      const ms = (scaled * deps.secondMs) / 1000;
      events.waiting({ ms, why: error.message, isRequested: retryAfter !== null });
      await wait(ms, undefined, { signal }).finally(() => events.waiting(null));
    }
  }
}

async function received(question: ModelQuestion, deps: ChunkDeps): Promise<Message> {
  let message = emptyMessage;
  for await (const event of deps.ask(question)) {
    message = withEvent(message, event);
    if (event.kind === "end") deps.events.usage(event);
  }
  const next = nextAfter(message, 1);
  if (next.next !== "fail") return message;
  const { cut, cutHint, empty, emptyHint } = assistantMessages.errors;
  throw next.why === "cut"
    ? new ProviderError(cut(deps.providerName), { hint: cutHint, isTransient: true })
    : new ProviderError(empty(deps.providerName), { hint: emptyHint, isTransient: true });
}

/** What the model was shown: source hashes, and translations. */
type ShownTexts = { sources: ReadonlyMap<string, string>; texts: ReadonlyMap<string, string | null> };

/** Runs a call on this chunk's task and book, whatever the model named. */
async function oneCall(
  call: ModelCall,
  now: TaskState,
  shown: ShownTexts,
  { context }: ChunkDeps,
): Promise<{ text: string; isError: boolean }> {
  const { engine, caller, order, signal } = context;
  if (!chunkTools.has(call.tool)) {
    return {
      text: `${call.tool.slice(0, 60)} is not among your tools here: ${[...chunkTools].join(", ")}`,
      isError: true,
    };
  }
  const isEnd = call.tool === "update_task_status" && argumentsOf(call.input)["status"] === "end";
  if (isEnd && order.kind === "translation")
    return { text: "Leave the task in review: the user checks it and ends it.", isError: true };
  const limited = async ({ arguments: args }: { arguments: unknown }) => ({
    ...(typeof args === "object" && args !== null ? args : {}),
    book: order.book,
    task_id: now.id,
  });
  let handedIn = call;
  let leftOut: string[] = [];
  if (call.tool === "add_translation_batch") {
    const open = await bookOf(context);
    ({ call: handedIn, leftOut } = await usableBatch(call, (batch) => rejectedTexts(open, batch, order.language)));
    const handed = idsIn(handedIn.input);
    const own = (await decidedByUser(context, now.id, shown.texts)).filter((id) => handed.includes(id));
    if (own.length > 0) {
      const text = `The user has translated or accepted these in the meantime; leave them out and hand in the others: ${own.join(", ")}`;
      return { text, isError: true };
    }
  }
  const answer = await runCall(handedIn, {
    engine,
    caller,
    signal,
    limited,
    shownSources: shown.sources,
    // The user started the job on this book, which implies this kind of access and no other.
    isAgreed: async ({ kind }) => kind === "work",
    mayReveal: () => false,
    decide: async () => null,
    setState: () => undefined,
  });
  return leftOut.length === 0 ? answer : { ...answer, text: `${leftOut.join("\n")}\n${answer.text}` };
}

/** The arguments of a call; empty if they are not valid JSON, which the call itself reports. */
function argumentsOf(input: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** The paragraph ids in a batch, joined as text, since the model may format them freely. */
function idsIn(input: string): string {
  const { paragraphs } = argumentsOf(input);
  return Array.isArray(paragraphs)
    ? paragraphs.map((each: unknown) => String(Object(each).paragraph_id)).join(" ")
    : "";
}

/** Paragraphs that the user has translated since the model was shown them, and for a translation those that the user has accepted. */
async function decidedByUser(
  context: TaskContext,
  task: string,
  texts: ReadonlyMap<string, string | null>,
): Promise<string[]> {
  const { kind, language } = context.order;
  const now = await taskState(context, task);
  const missing = new Set(now.missing.map(({ id }) => id));
  const open = await bookOf(context);
  return open.read((work) => {
    const { selected, accepted } = work.rowFacts(language, { paragraphs: now.assigned });
    return now.assigned.filter((id) => {
      if (kind === "translation" && accepted.has(id)) return true;
      const there = selected.get(id);
      if (there === undefined || (missing.has(id) && texts.get(id) === there.text)) return false;
      return work.versions(id).some((each) => each.selected && each.language === language && each.task === null);
    });
  });
}
