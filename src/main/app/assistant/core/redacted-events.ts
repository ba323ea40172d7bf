import type { ModelEvent } from "./message";
import type { Redaction } from "./redaction";

/** Removes keys from all parts of an answer. Text that may be the beginning of a key is held back. */
export async function* redactedEvents(
  events: AsyncGenerator<ModelEvent, void>,
  redaction: Redaction,
): AsyncGenerator<ModelEvent, void> {
  let kind: "text" | "thinking" = "text";
  let stream = redaction.stream();
  /** Arguments of calls that are arriving, by redacted id. */
  const growing = new Map<string, ReturnType<Redaction["stream"]>>();
  for await (const event of events) {
    const isText = event.kind === "text" || event.kind === "thinking";
    if (!isText || event.kind !== kind) {
      const rest = stream.rest();
      if (rest !== "") yield { kind, text: rest };
      stream = redaction.stream();
    }
    switch (event.kind) {
      case "text":
        kind = event.kind;
        yield* nonEmpty({ ...event, text: stream.more(event.text) });
        break;
      case "thinking":
        kind = event.kind;
        yield* nonEmpty({ ...event, text: stream.more(event.text), ...cleanMeta(event) });
        break;
      case "call begins":
        yield { ...event, id: redaction.clean(event.id), tool: redaction.clean(event.tool) };
        break;
      case "call grows": {
        const id = redaction.clean(event.id);
        const arguments_ = growing.get(id) ?? redaction.stream();
        growing.set(id, arguments_);
        yield { ...event, id, text: arguments_.more(event.text) };
        break;
      }
      case "call": {
        const { id, tool, input } = event;
        const cleaned = { id: redaction.clean(id), tool: redaction.clean(tool), input: cleanInput(input) };
        yield { ...event, ...cleaned, ...cleanMeta(event) };
        break;
      }
      case "end":
        yield event;
    }
  }

  function* nonEmpty(event: ModelEvent & { kind: "text" | "thinking" }): Generator<ModelEvent> {
    if (event.text !== "" || (event.kind === "thinking" && event.meta !== undefined)) yield event;
  }

  /** Provider metadata is passed on unchanged unless it contains a key. */
  function cleanMeta({ meta }: { meta?: unknown }): { meta?: unknown } {
    if (meta === undefined) return {};
    const written = JSON.stringify(meta);
    const cleaned = redaction.clean(written);
    return { meta: cleaned === written ? meta : JSON.parse(cleaned) };
  }

  /** JSON may contain the letters of a key as `\u` escapes. */
  function cleanInput(input: string): string {
    const cleaned = redaction.clean(input);
    if (!cleaned.includes("\\u")) return cleaned;
    try {
      const plain = JSON.stringify(JSON.parse(cleaned));
      const inFull = redaction.clean(plain);
      return inFull === plain ? cleaned : inFull;
    } catch {
      return cleaned;
    }
  }
}
