/** The stream format: server-sent events, or Ollama's lines of JSON. */
export type Protocol = "anthropic" | "openai" | "ollama";

/** Observes the events in a stream of bytes. */
export type EventWatch = {
  /** Complete events so far, including keep-alive comments. */
  readonly events: number;
  /** The complete terminal event has arrived. */
  readonly isTerminal: boolean;
  see(bytes: Uint8Array): void;
};

/**
 * Detects the terminal event of each protocol: Anthropic's `message_stop`, OpenAI's `[DONE]`, Ollama's `"done": true`.
 * Works on the bytes, so that a lenient library cannot pass off a truncated answer as complete.
 */
export function watchEvents(protocol: Protocol): EventWatch {
  const decoder = new TextDecoder();
  let line = "";
  let isLong = false;
  let data: string | null = null;
  let hasLines = false;
  let events = 0;
  let isTerminal = false;
  let endedWithReturn = false;

  /** The terminal event is short, so only the beginning of a long line is kept. Ollama's may contain calls. */
  const maxKept = protocol === "ollama" ? 4_000_000 : 4096;

  const endLine = (): void => {
    const ended = line;
    const wasLong = isLong;
    line = "";
    isLong = false;
    if (protocol === "ollama") {
      if (ended.trim() === "") return;
      events += 1;
      if (!wasLong && isEnd(ended, protocol)) isTerminal = true;
      return;
    }
    if (ended === "" && !wasLong) {
      if (hasLines) events += 1;
      if (data !== null && isEnd(data, protocol)) isTerminal = true;
      data = null;
      hasLines = false;
      return;
    }
    hasLines = true;
    const found = /^data:? ?([\s\S]*)$/.exec(ended);
    if (found) data = wasLong ? "" : data === null ? (found[1] ?? "") : `${data}\n${found[1] ?? ""}`.slice(0, maxKept);
  };

  return {
    get events() {
      return events;
    },
    get isTerminal() {
      return isTerminal;
    },
    see(bytes) {
      let text = decoder.decode(bytes, { stream: true });
      if (text === "") return;
      // `\r\n` may be split across chunks.
      if (endedWithReturn && text.startsWith("\n")) text = text.slice(1);
      endedWithReturn = text === "" ? false : text.endsWith("\r");
      let from = 0;
      for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) {
        keep(text.slice(from, index));
        endLine();
        from = index + end.length;
      }
      keep(text.slice(from));
    },
  };

  function keep(piece: string): void {
    if (line.length + piece.length > maxKept) isLong = true;
    line = (line + piece).slice(0, maxKept);
  }
}

function isEnd(data: string, protocol: Protocol): boolean {
  if (protocol === "openai") return data.trim() === "[DONE]";
  if (protocol === "ollama" ? !/"done"\s*:\s*true/.test(data) : !data.includes("message_stop")) return false;
  try {
    const value = JSON.parse(data) as { type?: unknown; done?: unknown; error?: unknown } | null;
    if (typeof value !== "object" || value === null) return false;
    return protocol === "ollama" ? value.done === true && value.error === undefined : value.type === "message_stop";
  } catch {
    return false;
  }
}
