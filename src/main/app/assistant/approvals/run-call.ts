import { basename, resolve } from "node:path";
import type { ApprovalAnswer, CallCard, CallLocation, CallWrite, WriteKind } from "../../../../shared/conversation";
import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import type { Engine } from "../../../engine";
import type { PlannedWork } from "../../../engine/books";
import type { Caller, Envelope, ToolDescription, WriteGuard } from "../../../engine/ports/caller";
import type { PlannedChange } from "../../../engine/ports/documents";
import { assistantMessages } from "../core/messages";
import { writeKind } from "./planned-write";
import { showsSameEdits, watchPlan } from "./watch-plan";

/** The user's answer; null if the turn was stopped first. */
export type Decision = ApprovalAnswer["decision"] | null;

/** Circumstances of an approval. */
export type ApprovalPrompt = {
  /** It was asked before, and the documents have changed since. */
  isAgain: boolean;
  /** Aborted as soon as the call would no longer write what is shown. */
  changed: AbortSignal;
};

/** The effects of a call that need the user's approval. */
export type CallEffects =
  | { kind: "documents"; writes: readonly PlannedChange[] }
  | { kind: "work"; work: readonly PlannedWork[] }
  /** Real paths of files with secrets, whose text would be sent to the model's provider. */
  | { kind: "secrets"; paths: readonly string[] };

/** What running a call needs. */
export type CallContext = {
  engine: Engine;
  caller: Caller;
  signal: AbortSignal;
  /** Limits the arguments of a call to what the user has switched on in the library. */
  limited?: ((call: { name: string; arguments: unknown }) => Promise<unknown>) | undefined;
  /** Whether all of this was approved before; always true for the user's own slash commands. */
  isAgreed(wanted: CallEffects): Promise<boolean>;
  /** Whether a file with secrets may be shown to the model. */
  mayReveal(realPath: string): boolean;
  /** Asks the user; `changed` means that the documents no longer match what was shown. */
  decide(tool: ToolDescription, wanted: CallEffects, asking: ApprovalPrompt): Promise<Decision | "changed">;
  /** What the caller was shown of a book; see the engine's `ToolCall`. */
  shownSources?: ReadonlyMap<string, string> | undefined;
  /** Called when the state of the call changes. */
  setState(state: CallCard["state"]): void;
};

/** The result of a call. `text` is for the model. */
export type CallOutcome = Pick<CallCard, "state" | "summary" | "place" | "writes"> & {
  text: string;
  isError: boolean;
  /** A text that the user has agreed to as rules. */
  isRule?: true;
};

const maxArguments = 8 * 1024 * 1024;

/**
 * Runs a call through the engine. Its changes are planned first without writing; if they are not approved, the user is
 * asked. The engine then enforces the approval: only these files from exactly these versions, the work on these books,
 * and these files with secrets. If a document changes so that the call would write something else, the user is asked
 * again.
 */
export async function runCall(
  call: { tool: string; input: string },
  { engine, caller, signal, limited, isAgreed, mayReveal, decide, shownSources, setState }: CallContext,
): Promise<CallOutcome> {
  const args = argumentsOf(call.input);
  if (args.status === "refused")
    return rejection(args.text, `${escapeInvisibles(call.tool).slice(0, 60)}: ${args.summary}`);
  const tool = (await engine.tools()).find(({ name, aliases }) => name === call.tool || aliases.includes(call.tool));
  const held = (await limited?.({ name: call.tool, arguments: args.value })) ?? args.value;
  const secrets = new SecretReads(mayReveal);
  const plain = { name: call.tool, arguments: held, caller, signal, shownSources };
  const writes: CallWrite[] = [];
  const place = callLocationOf(args.value, caller);
  const answer = ({ ok, message, summary }: Envelope): CallOutcome => ({
    state: ok || writes.length > 0 ? "done" : signal.aborted ? "stopped" : "refused",
    summary: escapeInvisibles(summary),
    place,
    writes,
    text: message,
    isError: !ok,
  });
  setState("running");
  if (tool === undefined) return answer(await engine.run({ ...plain, guard: nothingAllowed }));

  /** Runs or plans, and asks about files with secrets that it came across; returns an outcome if the user declined. */
  async function withSecretsAsked<Result extends { envelope: Envelope }>(
    { changes, ...description }: ToolDescription,
    attempt: () => Promise<Result>,
  ): Promise<Result | CallOutcome> {
    for (;;) {
      secrets.withheld.clear();
      const result = await attempt();
      const paths = [...secrets.withheld];
      if (paths.length === 0 || signal.aborted) return result;
      setState("asking");
      const asking = { isAgain: false, changed: never };
      const decision = await decide({ changes, ...description }, { kind: "secrets", paths }, asking);
      if (decision === null || decision === "changed") return { ...stopped(place), writes };
      if (!decision.allow) {
        const { envelope } = result;
        // A search continues without these files; a file named by the call was all that it needed.
        if (changes !== "nothing" || !envelope.ok) return secretsDenied(paths, decision.note, place);
        const outcome = answer(envelope);
        return { ...outcome, text: `${outcome.text}\n${secretsDenied(paths, decision.note, place).text}` };
      }
      for (const path of paths) secrets.allowed.add(path);
      setState("running");
    }
  }

  if (tool.changes === "nothing") {
    const guard = { ...nothingAllowed, reveals: secrets.reveals };
    const read = await withSecretsAsked(tool, async () => ({ envelope: await engine.run({ ...plain, guard }) }));
    return "envelope" in read ? answer(read.envelope) : read;
  }

  /** Files that may be written, and the version they must have, or what may be done to them in any version. */
  let granted = new Map<string, { from: string | null } | { kind: WriteKind }>();
  let books: readonly string[] = [];
  let isMoved = false;
  const guard = {
    allows(realPath: string, from: string | null) {
      const write = granted.get(realPath);
      if (write === undefined) return false;
      // A permission to edit does not cover to create, if the file has disappeared in the meantime.
      const isMeant = "from" in write ? write.from === from : (write.kind === "create") === (from === null);
      if (!isMeant) isMoved = true;
      return isMeant;
    },
    allowsWork: (realPath: string) => books.includes(realPath),
    landed: (write: CallWrite) => void writes.push(write),
    reveals: secrets.reveals,
  };
  const plan = async () => {
    const { envelope, writes, work } = await engine.plan({ ...plain, guard });
    const wanted = writes.filter(({ from, to }) => from !== to);
    return { envelope, isRead: writes.length === 0 && work.length === 0, wanted, work };
  };
  let agreed: readonly PlannedChange[] | null = null;
  for (let isAgain = false; ; ) {
    const planned = await withSecretsAsked(tool, plan);
    if (!("envelope" in planned)) return planned;
    const { envelope, isRead, wanted: changes, work } = planned;
    if (isRead) return answer(envelope);
    const wanted: CallEffects = work.length > 0 ? { kind: "work", work } : { kind: "documents", writes: changes };
    const isFree = (changes.length === 0 && work.length === 0) || (await isAgreed(wanted));
    if (!isFree && !(agreed !== null && showsSameEdits(agreed, changes))) {
      agreed = null;
      setState("asking");
      const changed = new AbortController();
      const replan = async () => (await plan()).wanted;
      const unwatch = watchPlan(changes, replan, () => changed.abort());
      const decision = await decide(tool, wanted, { isAgain, changed: changed.signal }).finally(unwatch);
      if (decision === null) return { ...stopped(place), writes };
      isAgain = true;
      if (decision === "changed") continue;
      if (!decision.allow)
        return wanted.kind === "work" ? workDenied(decision.note, place) : denied(decision.note, place);
      agreed = changes;
      setState("running");
    }
    granted = new Map(
      changes.map((change) => [change.realPath, isFree ? { kind: writeKind(change) } : { from: change.from }]),
    );
    books = work.map(({ realPath }) => realPath);
    isMoved = false;
    const done = await engine.run({ ...plain, guard });
    if (!isMoved || writes.length > 0 || signal.aborted) return answer(done);
  }
}

/** For calls that write nothing. */
const nothingAllowed: WriteGuard = { allows: () => false, allowsWork: () => false, landed: () => {} };
const never = new AbortController().signal;

/** Tracks files with secrets that a call came across, and which of them it may show. */
class SecretReads {
  readonly withheld = new Set<string>();
  readonly allowed = new Set<string>();
  readonly #mayReveal: (realPath: string) => boolean;

  constructor(mayReveal: (realPath: string) => boolean) {
    this.#mayReveal = mayReveal;
  }

  readonly reveals = (realPath: string): boolean => {
    if (this.allowed.has(realPath) || this.#mayReveal(realPath)) return true;
    this.withheld.add(realPath);
    return false;
  };
}

type Arguments =
  | { status: "good"; value: Record<string, unknown> }
  | { status: "refused"; text: string; summary: string };

/** Parses the model's arguments. Errors are reported to it; nothing is guessed. */
function argumentsOf(input: string): Arguments {
  if (input.length > maxArguments) {
    const text = `the arguments have ${input.length} characters; the limit is ${maxArguments}`;
    return { status: "refused", text, summary: text };
  }
  try {
    // Some providers send an empty string for no arguments.
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

const rejection = (text: string, summary: string): CallOutcome => ({
  state: "refused",
  summary,
  place: null,
  writes: [],
  text,
  isError: true,
});

const stopped = (place: CallLocation | null): CallOutcome => ({
  state: "stopped",
  summary: null,
  place,
  writes: [],
  text: "The user stopped this before it ran.",
  isError: true,
});

const denied = (note: string, place: CallLocation | null): CallOutcome =>
  deniedWith("denied: the user refused this edit; nothing was changed.", note, place);

const workDenied = (note: string, place: CallLocation | null): CallOutcome =>
  deniedWith("denied: the user refused this change of the work on the book; nothing was changed.", note, place);

function secretsDenied(paths: readonly string[], note: string, place: CallLocation | null): CallOutcome {
  const names = paths.map((path) => escapeInvisibles(basename(path))).join(", ");
  const [is, its] = paths.length === 1 ? ["is a file of secrets", "its"] : ["are files of secrets", "their"];
  const text = `denied: ${names} ${is}, and the user refused to show you ${its} text. Continue without it; do not try to read it in another way.`;
  return deniedWith(text, note, place);
}

function deniedWith(text: string, note: string, place: CallLocation | null): CallOutcome {
  const reason = note.trim() === "" ? "" : ` The user writes: ${note.trim()}`;
  return {
    state: "denied",
    summary: assistantMessages.denied,
    place,
    writes: [],
    text: `${text}${reason}`,
    isError: true,
  };
}

/** The location that a card links to: the first file in the arguments, with line or section. */
function callLocationOf(args: Record<string, unknown>, { roots }: Caller): CallLocation | null {
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
    name: escapeInvisibles(named),
    line: args["line_from"] === undefined ? null : (line ?? null),
    address: typeof address === "string" ? escapeInvisibles(address).slice(0, 300) : null,
  };
}
