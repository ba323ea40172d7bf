import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyMessage, type ModelEvent, nextAfter, withEvent } from "./message";

const id = fc.constantFrom("a", "b", "c");
const event: fc.Arbitrary<ModelEvent> = fc.oneof(
  { weight: 3, arbitrary: fc.string().map((text): ModelEvent => ({ kind: "text", text })) },
  fc.string().map((text): ModelEvent => ({ kind: "thinking", text })),
  id.map((each): ModelEvent => ({ kind: "call begins", id: each, tool: "doc_toc" })),
  fc.tuple(id, fc.string()).map(([each, text]): ModelEvent => ({ kind: "call grows", id: each, text })),
  fc.tuple(id, fc.json()).map(([each, input]): ModelEvent => ({ kind: "call", id: each, tool: "doc_toc", input })),
);
const end: fc.Arbitrary<ModelEvent> = fc
  .constantFrom("stop", "calls", "length", "filtered")
  .map((reason) => ({ kind: "end", reason, usage: { input: 1, output: 1 } }) as ModelEvent);

const messageOf = (events: readonly ModelEvent[]) => events.reduce(withEvent, emptyMessage);

describe("a message", () => {
  it("runs nothing before its terminal event, in whatever order its pieces arrive", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        expect(nextAfter(messageOf(events), 100)).toEqual({ next: "fail", why: "cut" });
      }),
    );
  });

  it("runs only complete calls, each once, in their order, and no more than the limit leaves", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), end, fc.array(event), fc.nat(4), (events, last, late, left) => {
        const message = messageOf([...events, last, ...late]);
        const next = nextAfter(message, left);
        // Events after the end are not part of the message.
        expect(message).toEqual(messageOf([...events, last]));
        if (next.next !== "run") return;
        const whole = events.flatMap((each) => (each.kind === "call" ? [each] : []));
        const ids = [...next.calls, ...next.left].map((call) => call.id);
        expect(next.calls.length).toBeLessThanOrEqual(left);
        expect(new Set(ids)).toEqual(new Set(whole.map((each) => each.id)));
        expect(ids).toHaveLength(new Set(ids).size);
        for (const call of [...next.calls, ...next.left])
          expect(call.input).toBe(whole.find((each) => each.id === call.id)?.input);
      }),
    );
  });

  it("runs no call that began and was never completed, even if its end arrived", () => {
    const message = messageOf([
      { kind: "call", id: "a", tool: "doc_toc", input: "{}" },
      { kind: "call begins", id: "b", tool: "doc_delete" },
      { kind: "end", reason: "calls", usage: { input: 1, output: 1 } },
    ]);
    expect(nextAfter(message, 100)).toEqual({ next: "fail", why: "cut" });
  });

  it("loses no text: its pieces together are what arrived", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const textOf = (kind: "text" | "thinking") =>
          events.flatMap((each) => (each.kind === kind ? [each.text] : [])).join("");
        const { parts } = messageOf(events);
        for (const kind of ["text", "thinking"] as const)
          expect(parts.flatMap((part) => (part.kind === kind ? [part.text] : [])).join("")).toBe(textOf(kind));
      }),
    );
  });
});
