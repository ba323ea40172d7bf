import { describe, expect, it } from "vitest";
import { withoutEditorText } from "./quiet-root";

/** An event of a type at an element with a class. */
const eventAt = (className: string, type: string): Event =>
  ({ type, target: { classList: { contains: (name: string) => name === className } } }) as unknown as Event;

/** The events that a listener of React's gets. */
function passed(events: readonly Event[]): string[] {
  const listeners = new Map<string, (event: Event) => void>();
  const root = withoutEditorText({
    addEventListener: (type: string, listener: EventListenerOrEventListenerObject | null) =>
      void listeners.set(type, listener as (event: Event) => void),
  });
  const got: string[] = [];
  for (const { type } of events) root.addEventListener(type, (event) => got.push(event.type));
  for (const event of events) listeners.get(event.type)?.(event);
  return got;
}

describe("the root of React", () => {
  it("gets no key of text that is typed in an editor", () => {
    expect(passed(["keypress", "input", "keyup"].map((type) => eventAt("cm-content", type)))).toEqual([]);
  });

  it("gets keys that go down in an editor, and all text in fields", () => {
    expect(passed([eventAt("cm-content", "keydown"), eventAt("field", "input")])).toEqual(["keydown", "input"]);
  });
});
