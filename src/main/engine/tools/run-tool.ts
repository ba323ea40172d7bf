import { nearestNames } from "../../../core/text/nearest-name";
import type { Envelope } from "../ports/caller";
import { ToolError } from "../ports/tool-error";
import { badArguments } from "./argument-errors";
import type { Tool, ToolContext, ToolResult } from "./kit/tool";
import { understandArguments } from "./understand-arguments";

/** How long a call may continue after its time limit to finish a write that has begun, in milliseconds. */
const GRACE_MS = 2_000;

/** What running a tool needs besides the tool itself. */
export type RunOptions = {
  /** Creates the tool's context, once its arguments are valid. */
  context(signal: AbortSignal, args: Record<string, unknown>): ToolContext;
  /** Receives unexpected errors in full; a stack never reaches the caller. */
  log(error: unknown): void;
  /** Aborted when the caller no longer wants the answer. */
  cancelled?: AbortSignal | undefined;
};

/**
 * Runs one tool and returns the envelope; never rejects. This is the only place where errors become messages: invalid arguments are listed one by
 * one, a `ToolError` is shown as written, anything else is logged and reported in a sentence.
 */
export async function runTool(tool: Tool, args: unknown, options: RunOptions): Promise<Envelope> {
  try {
    return wellFormed({ ok: true, ...(await withinLimit(tool, checked(tool, args), options)) });
  } catch (error) {
    if (error instanceof ToolError) return errorEnvelope(tool.name, withFolderHint(error));
    options.log(error);
    return errorEnvelope(tool.name, new ToolError("failed", `${tool.name} failed unexpectedly${reasonOf(error)}`));
  }
}

/** The answer for an unknown tool name. */
export function unknownTool(name: string, known: readonly Tool[]): Envelope {
  const candidates = nearestNames(
    name,
    known.map((tool) => tool.name),
  );
  const shown = name.length > 60 ? `${name.slice(0, 57)}...` : name;
  const instead =
    candidates.length > 0
      ? `did you mean ${candidates.join(" or ")}?`
      : `there are ${someNames(known.map((tool) => tool.name))}`;
  const more = candidates.length > 0 ? { candidates } : {};
  return errorEnvelope(
    shown,
    new ToolError("not_found", `no tool is called ${JSON.stringify(shown)}; ${instead}`, more),
  );
}

const MAX_NAMES = 10;

const someNames = (names: readonly string[]): string =>
  names.length <= MAX_NAMES
    ? names.join(", ")
    : `${names.slice(0, MAX_NAMES).join(", ")} ... and ${names.length - MAX_NAMES} more`;

function checked(tool: Tool, args: unknown): Record<string, unknown> {
  const given = args === undefined ? {} : args;
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new ToolError("bad_arguments", `the arguments of ${tool.name} must be an object`);
  const understood = understandArguments(tool.input, tool.adapt?.(given) ?? given);
  const parsed = tool.input.safeParse(understood);
  if (!parsed.success) throw badArguments(tool.input, understood, parsed.error.issues);
  return parsed.data;
}

async function withinLimit(tool: Tool, args: Record<string, unknown>, options: RunOptions): Promise<ToolResult> {
  const stop = new AbortController();
  const cancel = (): void => stop.abort(new ToolError("failed", "the call was cancelled; nothing was changed"));
  if (options.cancelled?.aborted) cancel();
  options.cancelled?.addEventListener("abort", cancel, { once: true });
  const timers: ReturnType<typeof setTimeout>[] = [];
  const after = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      timers.push(setTimeout(resolve, ms));
    });
  const seconds = tool.timeLimit / 1000;
  // Once the signal is aborted no write begins. A write that has begun gets time to land, so that the answer is true.
  const tooLong = after(tool.timeLimit).then(async () => {
    stop.abort(new ToolError("timeout", `${tool.name} was stopped after ${seconds} s; nothing was changed`));
    await after(GRACE_MS);
    const hint = "Read the document again before anything else: a write that had begun may still land.";
    throw new ToolError("timeout", `${tool.name} did not finish within ${seconds} s`, { hint });
  });
  try {
    stop.signal.throwIfAborted();
    return await Promise.race([tool.run(args, options.context(stop.signal, args)), tooLong]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    options.cancelled?.removeEventListener("abort", cancel);
  }
}

/** What to do about a folder that was named for a file: the disk, which found it, does not know of tools. */
function withFolderHint(error: ToolError): ToolError {
  const { code, message, hint, cause } = error;
  if (hint !== undefined || code !== "unsupported" || !message.endsWith("is a folder, not a file")) return error;
  return new ToolError(code, message, { cause, hint: "workspace with action list shows what is in it." });
}

function errorEnvelope(name: string, error: ToolError): Envelope {
  const message = error.hint === undefined ? error.message : `${error.message}\n${error.hint}`;
  return wellFormed({
    ok: false,
    message,
    summary: `${name}: ${firstLine(error.message)}`,
    error: {
      code: error.code,
      message: error.message,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      ...(error.candidates === undefined ? {} : { candidates: error.candidates }),
    },
  });
}

/** Damaged bytes are lone surrogates in our texts. Many JSON parsers reject these, so they are sent as U+FFFD. */
function wellFormed<Value>(value: Value): Value;
function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map((each) => wellFormed(each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key.toWellFormed(), wellFormed(each)]));
}

const firstLine = (text: string): string => {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > 200 ? `${line.slice(0, 197)}...` : line;
};

/** The system's own message (`EIO: i/o error, fsync`). The details of our own bugs do not help a caller. */
function reasonOf(error: unknown): string {
  const isFromSystem = error instanceof Error && "code" in error && /^E[A-Z0-9]+$/.test(String(error.code));
  return isFromSystem ? `: ${firstLine(error.message)}` : "; the full error is in Galley's log";
}
