import { setTimeout as wait } from "node:timers/promises";
import type { Provider } from "../../../../shared/assistant-setup";
import type { CallCard, Part, TurnState } from "../../../../shared/conversation";
import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import type { ToolDescription } from "../../../engine/ports/caller";
import { MAX_ARGUMENTS_SHOWN } from "../../core/limits";
import type { PanelTool } from "../approvals/panel-tool";
import type { CallOutcome } from "../approvals/run-call";
import type { StepRecord } from "../conversations/conversation-record";
import type { LiveConversation } from "../conversations/live-conversation";
import {
  emptyMessage,
  hasOutput,
  type Message,
  type MessagePart,
  type ModelCall,
  type ModelEvent,
  nextAfter,
  withEvent,
} from "../core/message";
import { assistantMessages } from "../core/messages";
import { redactedEvents } from "../core/redacted-events";
import type { Redaction } from "../core/redaction";
import { addRequest, sumOfTurns } from "../core/usage";
import type { ModelQuestion } from "../providers/model";
import { ProviderError } from "../providers/provider-error";
import { retryDelay } from "../providers/retry";

/** How long a running call may continue after Stop before the turn ends without it. */
const lastCallMs = 120;

/** What running a turn needs. */
export type TurnContext = {
  live: LiveConversation;
  /** The tools of the engine. */
  tools: readonly ToolDescription[];
  provider: Provider;
  limits: { calls: number };
  /** Tools beside those of the engine. */
  panelTools: readonly PanelTool[];
  redaction: Redaction;
  signal: AbortSignal;
  /** The current prompt, including everything up to the last answer. */
  question(): Promise<ModelQuestion>;
  ask(question: ModelQuestion): AsyncGenerator<ModelEvent, void>;
  /** Makes the next request shorter because this one was too long; false if that is not possible. */
  shorten(): Promise<boolean>;
  call(call: ModelCall, card: string, setState: (state: CallCard["state"]) => void): Promise<CallOutcome>;
  random?: () => number;
};

/**
 * Sends requests and runs calls until the model is done or a limit is reached. Failures of the provider end the turn;
 * unexpected errors are thrown.
 */
export async function runTurn(id: string, context: TurnContext): Promise<void> {
  const { live, signal, limits } = context;
  const setState = stateSetter(id, context);
  let made = 0;
  try {
    for (let step = 0; ; step++) {
      const { message, base, failure } = await oneMessage(id, context);
      const record = recordOf(id, base, message, failure === null);
      live.step(id, step, record);
      if (failure !== null) throw failure;
      const next = nextAfter(message, limits.calls - made);
      if (next.next === "fail") throw endError(next.why, context.provider.name);
      if (next.next === "end") return setState({ status: "done" });
      if (next.next === "end early") {
        closeCards(id, live, "not run");
        const { length, lengthHint, filtered, filteredHint } = assistantMessages.limits;
        const isLength = next.reason === "length";
        const why = {
          code: next.reason,
          message: isLength ? length : filtered,
          hint: isLength ? lengthHint : filteredHint,
        };
        return setState({ status: "limited", why });
      }
      for (const call of next.calls) {
        if (signal.aborted) break;
        made += 1;
        await oneCall({ id, step, index: base + message.parts.indexOf(call) }, call, context);
      }
      signal.throwIfAborted();
      if (next.left.length > 0) {
        closeCards(id, live, "not run");
        const { calls, callsHint } = assistantMessages.limits;
        return setState({ status: "limited", why: { code: "limit", message: calls(limits.calls), hint: callsHint } });
      }
    }
  } catch (error) {
    live.flush();
    if (signal.aborted) {
      closeCards(id, live, "stopped");
      return setState({ status: "stopped" });
    }
    closeCards(id, live, "not run");
    if (error instanceof ProviderError) return setState({ status: "failed", why: error.notice });
    throw error;
  }
}

const stateSetter =
  (id: string, { live }: TurnContext) =>
  (state: TurnState): void =>
    live.change({ kind: "state", turn: id, state, usage: live.turn(id).usage });

/** The result of one request; `failure` if it was cut off. */
type ModelAnswer = { message: Message; base: number; failure: ProviderError | null };

/** Repeats the request until there is output or a retry is pointless. */
async function oneMessage(id: string, context: TurnContext): Promise<ModelAnswer> {
  const { live, signal, random = Math.random } = context;
  const setState = stateSetter(id, context);
  const base = live.turn(id).parts.length;
  for (let retries = 0; ; retries++) {
    setState({ status: "asking" });
    const { message, error } = await receive(id, base, context);
    if (error === null) return { message, base, failure: null };
    if (signal.aborted || !(error instanceof ProviderError)) {
      if (hasOutput(message)) live.step(id, stepsOf(id, live), recordOf(id, base, message, false));
      throw signal.aborted ? signal.reason : error;
    }
    const { isTransient, retryAfter, notice, isTooLong } = error;
    if (isTooLong && !hasOutput(message) && (await context.shorten())) continue;
    const delay = retryDelay({ retries, isTransient, hasOutput: hasOutput(message), retryAfter }, random());
    if (delay === null) return { message, base, failure: error };
    setState({ status: "retrying", at: new Date(Date.now() + delay).toISOString(), why: notice });
    await wait(delay, undefined, { signal });
  }
}

const stepsOf = (id: string, live: LiveConversation): number =>
  live.records().findLast(({ turn }) => turn.id === id)?.steps.length ?? 0;

/** Receives one stream and shows it as it arrives. */
async function receive(id: string, base: number, context: TurnContext): Promise<{ message: Message; error: unknown }> {
  const { live, provider } = context;
  let message = emptyMessage;
  let error: unknown = null;
  try {
    for await (const event of redactedEvents(context.ask(await context.question()), context.redaction)) {
      const before = message;
      message = withEvent(message, event);
      if (message === before) continue;
      if (live.turn(id).state.status === "asking") stateSetter(id, context)({ status: "streaming" });
      if (event.kind === "end") {
        const turn = live.turn(id);
        const usage = addRequest(turn.usage, event.usage, provider.price);
        live.change({ kind: "state", turn: id, state: turn.state, usage });
        const used = event.usage.input === null ? null : event.usage.input + (event.usage.output ?? 0);
        live.head({ usage: sumOfTurns(live.now.turns), context: { used, limit: provider.contextLimit } });
      } else show(id, base, { before, after: message, event }, context);
    }
  } catch (thrown) {
    error = thrown;
  }
  live.flush();
  if (message.end === null && error === null) error = endError("cut", provider.name);
  // Marks complete parts; those of an incomplete answer stay as they are.
  if (error === null) {
    for (const [index, part] of live.turn(id).parts.entries())
      if (index >= base && (part.kind === "text" || part.kind === "thinking") && !part.isWhole)
        live.change({ kind: "part", turn: id, index, part: { ...part, isWhole: true } });
  }
  return { message, error };
}

/** Sends what an event added. */
function show(
  id: string,
  base: number,
  { before, after, event }: { before: Message; after: Message; event: ModelEvent },
  { live, tools, panelTools }: TurnContext,
): void {
  for (const [index, part] of after.parts.entries()) {
    const old = before.parts[index];
    if (old === part) continue;
    const at = base + index;
    if (part.kind !== "call") {
      const isNew = old === undefined || old.kind === "call";
      if (isNew)
        live.change({ kind: "part", turn: id, index: at, part: { kind: part.kind, text: "", isWhole: false } });
      // The event's own text: slicing the whole for each piece would copy a long answer thousands of times.
      if ("text" in event) live.more(id, at, event.text);
      continue;
    }
    // Arguments are sent when they are complete.
    const isWhole = after.completeCalls.includes(part.id);
    if (old !== undefined && !isWhole) continue;
    const card: CallCard = {
      kind: "call",
      id: `${id}-${at}`,
      tool: escapeInvisibles(part.tool).slice(0, 100),
      title: panelTools.find(({ name }) => name === part.tool)?.title ?? titleOf(part.tool, tools),
      state: isWhole ? "waiting" : "arriving",
      arguments: isWhole ? part.input.slice(0, MAX_ARGUMENTS_SHOWN) : "",
      summary: null,
      place: null,
      writes: [],
    };
    live.change({ kind: "part", turn: id, index: at, part: card });
  }
}

/** The tool's title, or the name that the model invented. */
const titleOf = (name: string, tools: readonly ToolDescription[]): string =>
  tools.find((tool) => tool.name === name || tool.aliases.includes(name))?.title ??
  escapeInvisibles(name).slice(0, 100);

/** Runs one call. After Stop it waits only briefly, but card and model still get the result. */
async function oneCall(
  { id, step, index }: { id: string; step: number; index: number },
  call: ModelCall,
  context: TurnContext,
): Promise<void> {
  const { live, signal } = context;
  const card = (some: Partial<CallCard>): void => {
    const part = live.turn(id).parts[index];
    if (part?.kind === "call") live.change({ kind: "part", turn: id, index, part: { ...part, ...some } });
  };
  const running = context
    .call(call, `${id}-${index}`, (state) => {
      if (!signal.aborted) stateSetter(id, context)({ status: "running" });
      card({ state });
    })
    .then(({ text, isError, isRule, ...shown }) => {
      card(shown);
      const answer = { call: `${id}-${index}`, tool: call.tool, text, isError };
      live.answer(id, step, isRule ? { ...answer, isRule } : answer);
    });
  const stopped = new Promise<void>((resolve) => {
    const stop = (): void => void setTimeout(resolve, lastCallMs);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  await Promise.race([running, stopped]);
  running.catch(() => undefined);
}

/** Closes the cards of calls that were not run. A running call reports its own end. */
function closeCards(id: string, live: LiveConversation, state: "not run" | "stopped"): void {
  for (const [index, part] of live.turn(id).parts.entries()) {
    if (part.kind !== "call" || !["arriving", "waiting", "asking"].includes(part.state)) continue;
    live.change({
      kind: "part",
      turn: id,
      index,
      part: { ...part, state: part.state === "arriving" ? "not run" : state },
    });
  }
}

/** Uses the cards' ids, since the provider's may repeat in another message. */
const recordOf = (id: string, base: number, { parts }: Message, isWhole: boolean): StepRecord => ({
  parts: parts.map(
    (part, index): MessagePart => (part.kind === "call" ? { ...part, id: `${id}-${base + index}` } : part),
  ),
  isWhole,
  answers: [],
});

function endError(why: "cut" | "empty", name: string): ProviderError {
  const { cut, cutHint, empty, emptyHint } = assistantMessages.errors;
  return why === "cut"
    ? new ProviderError(cut(name), { hint: cutHint, isTransient: true })
    : new ProviderError(empty(name), { hint: emptyHint, isTransient: true });
}

/** The card for a tool that the user ran. */
export const toolPart = (turn: string, tool: string, input: string, tools: readonly ToolDescription[]): Part => ({
  kind: "call",
  id: `${turn}-0`,
  tool,
  title: titleOf(tool, tools),
  state: "waiting",
  arguments: input.slice(0, MAX_ARGUMENTS_SHOWN),
  summary: null,
  place: null,
  writes: [],
});
