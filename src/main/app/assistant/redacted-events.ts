import type { ModelEvent } from "./message";
import type { Redaction } from "./redaction";

/** A key that comes back in an answer goes no further; what may be the beginning of one waits. */
export async function* redactedEvents(
  events: AsyncGenerator<ModelEvent, void>,
  redaction: Redaction,
): AsyncGenerator<ModelEvent, void> {
  let kind: "text" | "thinking" = "text";
  let stream = redaction.stream();
  for await (const event of events) {
    const isText = event.kind === "text" || event.kind === "thinking";
    if (!isText || event.kind !== kind) {
      const rest = stream.rest();
      if (rest !== "") yield { kind, text: rest };
      stream = redaction.stream();
    }
    if (event.kind === "text" || event.kind === "thinking") {
      kind = event.kind;
      const text = stream.more(event.text);
      if (text !== "" || (event.kind === "thinking" && event.meta !== undefined)) yield { ...event, text };
    } else if (event.kind === "call") yield { ...event, input: redaction.clean(event.input) };
    else yield event;
  }
}
