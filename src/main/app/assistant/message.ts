/** What comes from a model, whichever protocol it spoke. */
export type ModelEvent =
  | { kind: "text"; text: string }
  /** `meta` is the provider's own, to be sent back with it. */
  | { kind: "thinking"; text: string; meta?: unknown }
  | { kind: "call begins"; id: string; tool: string }
  | { kind: "call grows"; id: string; text: string }
  /** All of a call. It is not to be run before `end`. */
  | { kind: "call"; id: string; tool: string; input: string; meta?: unknown }
  /** The provider's terminal event has come. */
  | { kind: "end"; reason: EndReason; usage: ModelUsage };

/** Why a model stopped. */
export type EndReason = "stop" | "calls" | "length" | "filtered";

/** Tokens as the provider counted them; null where it did not. */
export type ModelUsage = { input: number | null; output: number | null };

export type MessagePart =
  | { kind: "text"; text: string }
  | { kind: "thinking"; text: string; meta: unknown }
  | ModelCall;

/** A call as the model made it; `input` is what should be JSON. */
export type ModelCall = { kind: "call"; id: string; tool: string; input: string; meta: unknown };

/** One message of a model as far as it has come. */
export type Message = {
  parts: MessagePart[];
  /** The ids of calls whose arguments are all there. */
  wholeCalls: string[];
  /** Null until the terminal event. */
  end: { reason: EndReason; usage: ModelUsage } | null;
};

export const emptyMessage: Message = { parts: [], wholeCalls: [], end: null };

/** The message with one event more. What comes after the terminal event is not part of it. */
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
      if (call?.kind !== "call" || message.wholeCalls.includes(event.id)) return message;
      return { ...message, parts: parts.with(at, { ...call, input: call.input + event.text }) };
    }
    case "call": {
      const { id, tool, input, meta = null } = event;
      if (message.wholeCalls.includes(id)) return message;
      const call: ModelCall = { kind: "call", id, tool, input, meta };
      const at = callAt(parts, id);
      const wholeCalls = [...message.wholeCalls, id];
      return { ...message, wholeCalls, parts: at < 0 ? [...parts, call] : parts.with(at, call) };
    }
  }
}

const callAt = (parts: readonly MessagePart[], id: string): number =>
  parts.findIndex((part) => part.kind === "call" && part.id === id);

/** Whether there is anything in it that a person could see. */
export const hasShown = ({ parts }: Message): boolean => parts.length > 0;

/** What follows from a message. */
export type Next =
  /** Run these, in order, then ask again; `left` are not run, since the limit on calls is reached: then the turn ends. */
  | { next: "run"; calls: ModelCall[]; left: ModelCall[] }
  | { next: "end" }
  /** Its calls are not run: the length or a filter may have cut them. */
  | { next: "end early"; reason: "length" | "filtered" }
  /** The terminal event never came; nothing of it is run. */
  | { next: "fail"; why: "cut" | "empty" };

/** Decides what follows from a message whose stream has ended. A call is run only here: after the terminal event, and whole. */
export function nextAfter({ parts, wholeCalls, end }: Message, callsLeft: number): Next {
  if (end === null) return { next: "fail", why: "cut" };
  const calls = parts.filter((part): part is ModelCall => part.kind === "call" && wholeCalls.includes(part.id));
  if (end.reason === "length" || end.reason === "filtered") return { next: "end early", reason: end.reason };
  // A call that began and never became whole: the stream contradicts itself.
  if (parts.some((part) => part.kind === "call" && !wholeCalls.includes(part.id))) return { next: "fail", why: "cut" };
  if (calls.length > 0)
    return { next: "run", calls: calls.slice(0, Math.max(0, callsLeft)), left: calls.slice(Math.max(0, callsLeft)) };
  return parts.some((part) => part.kind === "text" && part.text.trim() !== "")
    ? { next: "end" }
    : { next: "fail", why: "empty" };
}
