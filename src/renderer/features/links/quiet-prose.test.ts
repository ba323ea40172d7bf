import { autocompletion, completionStatus } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { quietInProse } from "./quiet-prose";

/** What the completion does once a text has been typed key by key at the end of a line. */
function afterTyping(before: string, typed: string): string | null {
  let state = EditorState.create({
    doc: before,
    selection: { anchor: before.length },
    extensions: [autocompletion({ override: [() => null] }), quietInProse],
  });
  for (const key of typed) state = state.update(state.replaceSelection(key), { userEvent: "input.type" }).state;
  return completionStatus(state);
}

describe("completion while typing", () => {
  it("does not begin in prose", () => {
    expect(afterTyping("A harbour", ", empty")).toBeNull();
    expect(afterTyping("See [[the list]]\nA harbour", ", empty")).toBeNull();
  });

  it("begins where a link or a tag can be", () => {
    expect(afterTyping("A harbour ", "[[")).toBe("pending");
    expect(afterTyping("A harbour [[emp", "ty")).toBe("pending");
    expect(afterTyping("A harbour ", "#p")).toBe("pending");
    expect(afterTyping("A [harbour](", "x")).toBe("pending");
  });
});
