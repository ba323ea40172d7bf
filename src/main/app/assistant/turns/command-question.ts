import { resolve } from "node:path";
import { holdsSecrets } from "../../../../core/text/holds-secrets";
import type { AssistantEvents } from "../../../../shared/assistant-requests";
import {
  type ContextChip,
  type Conversation,
  type ConversationId,
  isEnded,
  type Part,
  type Turn,
  type Usage,
} from "../../../../shared/conversation";
import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import { ToolError } from "../../../engine/ports/tool-error";
import { realPathSync } from "../../core/grants";
import { assistantMessages } from "../core/messages";

/** A question from the command line: `files` are attached, by absolute paths or relative to the folder. Null: no folder is open. */
export type CommandQuestion = { folder: string | null; text: string; files: readonly string[] };

/** What has arrived of the answer: more of its text, or one line about a tool call that has ended. */
export type CommandProgress = { text: string } | { note: string };

/** The answer to a question from the command line, complete or not. */
export type CommandAnswer = {
  conversation: ConversationId;
  model: string | null;
  status: "done" | "limited" | "stopped" | "failed";
  answer: string;
  usage: Usage;
  /** The tool calls that were made, each with the line that the user sees. */
  calls: { tool: string; summary: string }[];
  /** Why it is limited or failed; null otherwise. */
  problem: { message: string; hint?: string } | null;
};

/** What answering such a question needs from the assistant. */
export type CommandParts = {
  /** Throws if there is no model to ask. */
  check(): Promise<void>;
  create(folder: string | null): Conversation;
  /** Starts a turn that can only read, and returns its id. */
  send(id: ConversationId, text: string, chips: readonly ContextChip[]): Promise<string>;
  open(id: ConversationId): Conversation;
  stop(id: ConversationId): Promise<void>;
  remove(id: ConversationId): Promise<void>;
  /** Calls back with every change of every conversation, until the returned function is called. */
  follow(listener: (event: AssistantEvents["assistant:changed"]) => void): () => void;
};

/** Every process of the user may ask, and each answer costs money. */
const maxAtOnce = 4;

export type AnswerCommand = (
  question: CommandQuestion,
  context: { progress(part: CommandProgress): void; signal: AbortSignal },
) => Promise<CommandAnswer>;

/**
 * Asks the model in a new conversation, which stays in the panel: the user sees there what was asked, and can go on. The turn ends when
 * `signal` is aborted. Throws if nothing could be asked; then no conversation is left.
 */
export function createAnswerCommand(parts: CommandParts): AnswerCommand {
  let running = 0;
  return async ({ folder, text, files }, { progress, signal }) => {
    const t = assistantMessages.command;
    const secret = files.find((file) => holdsSecrets(file) || holdsSecrets(realPathSync(resolve(folder ?? "/", file))));
    if (secret !== undefined)
      throw new ToolError("denied", t.secrets(escapeInvisibles(secret)), { hint: t.secretsHint });
    if (running >= maxAtOnce) throw new ToolError("wrong_state", t.busy(maxAtOnce), { hint: t.busyHint });
    running += 1;
    let unfollow = (): void => {};
    try {
      await parts.check();
      signal.throwIfAborted();
      const { id } = parts.create(folder);
      const ended = Promise.withResolvers<void>();
      unfollow = parts.follow(progressOf(id, { progress, ended: ended.resolve }));
      const chips = files.map((path): ContextChip => ({ kind: "file", path }));
      const turn = await parts.send(id, text, chips).catch(async (error: unknown) => {
        await parts.remove(id);
        throw error;
      });
      const stop = (): void => void parts.stop(id).catch(() => undefined);
      signal.addEventListener("abort", stop, { once: true });
      if (signal.aborted) stop();
      await ended.promise;
      signal.removeEventListener("abort", stop);
      const found = parts.open(id).turns.find((each) => each.id === turn);
      if (found === undefined) throw new ToolError("not_found", assistantMessages.noConversation);
      return answerOf(id, found);
    } finally {
      unfollow();
      running -= 1;
    }
  };
}

/** Turns the changes of a conversation with one turn into its progress. */
function progressOf(
  id: ConversationId,
  { progress, ended }: { progress(part: CommandProgress): void; ended(): void },
): (event: AssistantEvents["assistant:changed"]) => void {
  /** Characters of each text part that were passed on, by the part's index. */
  const passed = new Map<number, number>();
  let last = -1;
  const pass = (index: number, text: string): void => {
    const isNext = last !== -1 && last !== index;
    passed.set(index, (passed.get(index) ?? 0) + text.length);
    if (text === "") return;
    last = index;
    progress({ text: isNext ? `\n\n${text}` : text });
  };
  const takePart = (index: number, part: Part): void => {
    if (part.kind === "text") pass(index, part.text.slice(passed.get(index) ?? 0));
    else if (part.kind === "call" && part.summary !== null) progress({ note: part.summary });
  };
  return ({ conversation, change }) => {
    if (conversation !== id) return;
    if (change.kind === "part") takePart(change.index, change.part);
    // Thinking has no entry: only text parts are passed on.
    else if (change.kind === "more" && passed.has(change.index)) pass(change.index, change.text);
    else if (change.kind === "state" && isEnded(change.state)) ended();
  };
}

function answerOf(conversation: ConversationId, { parts, state, model, usage }: Turn): CommandAnswer {
  const texts = parts.flatMap((part) => (part.kind === "text" && part.text.trim() !== "" ? [part.text.trim()] : []));
  const calls = parts.flatMap((part) =>
    part.kind === "call" ? [{ tool: part.tool, summary: part.summary ?? part.title }] : [],
  );
  const status =
    state.status === "done" || state.status === "limited" || state.status === "stopped" ? state.status : "failed";
  const problem =
    "why" in state ? { message: state.why.message, ...(state.why.hint && { hint: state.why.hint }) } : null;
  return { conversation, model, status, answer: texts.join("\n\n"), usage, calls, problem };
}
