/** Events from a model, independent of the protocol. */
export type ModelEvent =
  | { kind: "text"; text: string }
  /** `meta` is provider-specific and must be sent back. */
  | { kind: "thinking"; text: string; meta?: unknown }
  | { kind: "call begins"; id: string; tool: string }
  | { kind: "call grows"; id: string; text: string }
  /** A complete call. It must not be run before `end`. */
  | { kind: "call"; id: string; tool: string; input: string; meta?: unknown }
  /** The provider's terminal event has arrived. */
  | { kind: "end"; reason: EndReason; usage: ModelUsage };

/** Why a model stopped. */
export type EndReason = "stop" | "calls" | "length" | "filtered";

/** Tokens as counted by the provider; null if it did not. */
export type ModelUsage = { input: number | null; output: number | null };

export type MessagePart =
  | { kind: "text"; text: string }
  | { kind: "thinking"; text: string; meta: unknown }
  | ModelCall;

/** A call as the model wrote it; `input` should be JSON. */
export type ModelCall = { kind: "call"; id: string; tool: string; input: string; meta: unknown };

/** The part of a model's message that has arrived. */
export type Message = {
  parts: MessagePart[];
  /** Ids of calls whose arguments are complete. */
  completeCalls: string[];
  /** Null until the terminal event. */
  end: { reason: EndReason; usage: ModelUsage } | null;
};

export const emptyMessage: Message = { parts: [], completeCalls: [], end: null };

/** Adds an event to a message. Events after the terminal one are ignored. */
export function withEvent(message: Message, event: ModelEvent): Message {
  if (message.end !== null) return message;
  const { parts } = message;
  const last = parts.at(-1);
  switch (event.kind) {
    case "end":
      return { ...message, end: { reason: event.reason, usage: event.usage } };
    case "text":
      if (event.text === "") return message;
      if (last?.kind === "text")
        return { ...message, parts: parts.with(-1, { ...last, text: last.text + event.text }) };
      return { ...message, parts: [...parts, { kind: "text", text: event.text }] };
    case "thinking": {
      const { text, meta = null } = event;
      if (last?.kind !== "thinking") {
        if (text === "" && meta === null) return message;
        return { ...message, parts: [...parts, { kind: "thinking", text, meta }] };
      }
      return { ...message, parts: parts.with(-1, { ...last, text: last.text + text, meta: meta ?? last.meta }) };
    }
    case "call begins": {
      const { id, tool } = event;
      if (callAt(parts, id) >= 0) return message;
      return { ...message, parts: [...parts, { kind: "call", id, tool, input: "", meta: null }] };
    }
    case "call grows": {
      const at = callAt(parts, event.id);
      const call = parts[at];
      if (call?.kind !== "call" || message.completeCalls.includes(event.id)) return message;
      return { ...message, parts: parts.with(at, { ...call, input: call.input + event.text }) };
    }
    case "call": {
      const { id, tool, input, meta = null } = event;
      if (message.completeCalls.includes(id)) return message;
      const call: ModelCall = { kind: "call", id, tool, input, meta };
      const at = callAt(parts, id);
      const completeCalls = [...message.completeCalls, id];
      return { ...message, completeCalls, parts: at < 0 ? [...parts, call] : parts.with(at, call) };
    }
  }
}

const callAt = (parts: readonly MessagePart[], id: string): number =>
  parts.findIndex((part) => part.kind === "call" && part.id === id);

/** Whether the message has any visible content. */
export const hasOutput = ({ parts }: Message): boolean => parts.length > 0;

/** What to do after a message. */
export type Next =
  /** Run `calls` in order, then ask again. `left` exceed the limit on calls and are not run; the turn ends then. */
  | { next: "run"; calls: ModelCall[]; left: ModelCall[] }
  | { next: "end" }
  /** Its calls are not run, because the length limit or a filter may have truncated them. */
  | { next: "end early"; reason: "length" | "filtered" }
  /** The terminal event is missing; nothing is run. */
  | { next: "fail"; why: "cut" | "empty" };

/** Decides what to do when the stream of a message has ended. Only complete calls of a complete message are run. */
export function nextAfter({ parts, completeCalls, end }: Message, callsLeft: number): Next {
  if (end === null) return { next: "fail", why: "cut" };
  const calls = parts.filter((part): part is ModelCall => part.kind === "call" && completeCalls.includes(part.id));
  if (end.reason === "length" || end.reason === "filtered") return { next: "end early", reason: end.reason };
  // A call that began and was never completed: the stream is inconsistent.
  if (parts.some((part) => part.kind === "call" && !completeCalls.includes(part.id)))
    return { next: "fail", why: "cut" };
  if (calls.length > 0)
    return { next: "run", calls: calls.slice(0, Math.max(0, callsLeft)), left: calls.slice(Math.max(0, callsLeft)) };
  return parts.some((part) => part.kind === "text" && part.text.trim() !== "")
    ? { next: "end" }
    : { next: "fail", why: "empty" };
}
