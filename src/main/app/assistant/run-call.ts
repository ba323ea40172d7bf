import { resolve } from "node:path";
import type { ApprovalAnswer, CallCard, CallPlace, CallWrite } from "../../../shared/conversation";
import type { PlannedChange } from "../../engine/documents";
import type { Caller, Engine, Envelope, ToolDescription } from "../../engine/engine";
import { plainly } from "./real-target";
import { showsTheSame, watchShownPlan } from "./shown-plan";
import { assistantTold } from "./words";

/** What the person answered; null where the turn was stopped first. */
export type Decision = ApprovalAnswer["decision"] | null;

/** A question as it is put to the user. */
export type Asking = {
  /** It was asked before, and the documents have changed since. */
  isAgain: boolean;
  /** Aborted as soon as the call would no longer write what is shown. */
  changed: AbortSignal;
};

/** What a call needs around it. */
export type CallSurroundings = {
  engine: Engine;
  caller: Caller;
  signal: AbortSignal;
  /** The arguments as they hold for this call: what the person has switched off in the library stays out of it. */
  limited?: ((call: { name: string; arguments: unknown }) => Promise<unknown>) | undefined;
  /** Whether all of these writes were agreed to before. The person themself, with a slash command, agrees to all. */
  isAgreed(tool: ToolDescription, writes: readonly PlannedChange[]): Promise<boolean>;
  /** Asks the user; `changed` is answered where the documents are no longer what is shown. */
  decide(tool: ToolDescription, writes: readonly PlannedChange[], asking: Asking): Promise<Decision | "changed">;
  /** What the caller was shown of a book; see the engine's `ToolCall`. */
  shownSources?: ReadonlyMap<string, string> | undefined;
  /** Hears where the call stands. */
  stands(state: CallCard["state"]): void;
};

/** What became of a call. `text` is for the model. */
export type CallOutcome = Pick<CallCard, "state" | "summary" | "place" | "writes"> & { text: string; isError: boolean };

const mostArguments = 8 * 1024 * 1024;

/**
 * Runs one call through the engine's one registry. What it would write is worked out first without writing; where nobody
 * has agreed to it, the user is asked with that in front of them; and the engine itself lets through these files only, from
 * the very versions that were shown. Where a document changes meanwhile so that other words would be written, the user is asked again.
 */
export async function runCall(
  call: { tool: string; input: string },
  { engine, caller, signal, limited, isAgreed, decide, shownSources, stands }: CallSurroundings,
): Promise<CallOutcome> {
  const args = argumentsOf(call.input);
  if (args.status === "refused") return refusal(args.text, `${plainly(call.tool).slice(0, 60)}: ${args.summary}`);
  const tool = engine.tools.find(({ name, aliases }) => name === call.tool || aliases.includes(call.tool));
  const held = (await limited?.({ name: call.tool, arguments: args.value })) ?? args.value;
  const asked = { name: call.tool, arguments: held, caller, signal, shownSources };
  const writes: CallWrite[] = [];
  /** Files that may be written, and from which version on. */
  let granted = new Map<string, string | null | "any">();
  let isMoved = false;
  const guard = {
    allows(realPath: string, from: string | null) {
      const version = granted.get(realPath);
      if (version === undefined) return false;
      if (version !== "any" && version !== from) isMoved = true;
      return version === "any" || version === from;
    },
    landed: (write: CallWrite) => void writes.push(write),
  };
  const place = placeOf(args.value, caller);
  const answer = ({ ok, message, summary }: Envelope): CallOutcome => ({
    state: ok || writes.length > 0 ? "done" : signal.aborted ? "stopped" : "refused",
    ...{ summary: plainly(summary), place, writes, text: message, isError: !ok },
  });
  stands("running");
  if (tool === undefined || tool.changes !== "documents") return answer(await engine.run({ ...asked, guard }));
  const plan = async () => {
    const { envelope, writes } = await engine.plan(asked);
    return { envelope, isRead: writes.length === 0, wanted: writes.filter(({ from, to }) => from !== to) };
  };
  let agreed: readonly PlannedChange[] | null = null;
  for (let isAgain = false; ; ) {
    const { envelope, isRead, wanted } = await plan();
    if (isRead) return answer(envelope);
    const isFree = wanted.length === 0 || (await isAgreed(tool, wanted));
    if (!isFree && !(agreed !== null && showsTheSame(agreed, wanted))) {
      agreed = null;
      stands("asking");
      const changed = new AbortController();
      const unwatch = watchShownPlan(
        wanted,
        async () => (await plan()).wanted,
        () => changed.abort(),
      );
      const decision = await decide(tool, wanted, { isAgain, changed: changed.signal }).finally(unwatch);
      if (decision === null) return { ...stopped(place), writes };
      isAgain = true;
      if (decision === "changed") continue;
      if (!decision.allow) return denied(decision.note, place);
      agreed = wanted;
      stands("running");
    }
    granted = new Map(wanted.map(({ realPath, from }) => [realPath, isFree ? "any" : from]));
    isMoved = false;
    const done = await engine.run({ ...asked, guard });
    if (!isMoved || writes.length > 0 || signal.aborted) return answer(done);
  }
}

type Arguments =
  | { status: "good"; value: Record<string, unknown> }
  | { status: "refused"; text: string; summary: string };

/** What a model sent as arguments; it is told what is wrong with them, never guessed. */
function argumentsOf(input: string): Arguments {
  if (input.length > mostArguments) {
    const text = `the arguments have ${input.length} characters; at most ${mostArguments} are taken`;
    return { status: "refused", text, summary: text };
  }
  try {
    // No argument at all: some providers send an empty text for it.
    const value: unknown = input.trim() === "" ? {} : JSON.parse(input);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return { status: "good", value: value as Record<string, unknown> };
    const summary = "the arguments must be a JSON object";
    return { status: "refused", text: `${summary}; nothing was run`, summary };
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 200) : "";
    const summary = "the arguments are not JSON";
    return {
      status: "refused",
      text: `${summary} (${why}); nothing was run. Call the tool again with valid JSON.`,
      summary,
    };
  }
}

const refusal = (text: string, summary: string): CallOutcome => ({
  ...{ state: "refused", summary, place: null, writes: [], text, isError: true },
});

const stopped = (place: CallPlace | null): CallOutcome => ({
  ...{ state: "stopped", summary: null, place, writes: [] },
  ...{ text: "The person stopped this before it ran.", isError: true },
});

function denied(note: string, place: CallPlace | null): CallOutcome {
  const said = note.trim() === "" ? "" : ` They say: ${note.trim()}`;
  return {
    ...{ state: "denied", summary: assistantTold.denied, place, writes: [] },
    ...{ text: `denied: the person refused this edit; nothing was changed.${said}`, isError: true },
  };
}

/** Where a card leads: the first file that the arguments name, and what of it. */
function placeOf(args: Record<string, unknown>, { roots }: Caller): CallPlace | null {
  const named = [args["path"], args["file"]].find((each): each is string => typeof each === "string" && each !== "");
  const root = roots[0];
  if (
    named === undefined ||
    root === undefined ||
    named.includes("\0") ||
    named.length > 4096 ||
    /[*?[\]{}]/.test(named)
  )
    return null;
  const line = [args["line_from"], args["offset"]].find((each): each is number => Number.isInteger(each));
  const address = args["section"] ?? args["anchor"];
  return {
    path: resolve(root, named),
    name: plainly(named),
    line: args["line_from"] === undefined ? null : (line ?? null),
    address: typeof address === "string" ? plainly(address).slice(0, 300) : null,
  };
}
