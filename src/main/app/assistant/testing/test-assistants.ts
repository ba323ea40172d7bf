import { afterEach } from "vitest";
import type { CallCard, Turn } from "../../../../shared/conversation";
import { createTestAssistant, type TestAssistant } from "./test-assistant";

/** Creates assistants that are disposed after each test. */
export function useTestAssistants(): (...options: Parameters<typeof createTestAssistant>) => Promise<TestAssistant> {
  const assistants: TestAssistant[] = [];
  afterEach(async () => {
    for (const made of assistants.splice(0)) await made.end();
  });
  return async (...options) => {
    const made = await createTestAssistant(...options);
    assistants.push(made);
    return made;
  };
}

/** The cards of a turn, in order. */
export const cardsOf = (turn: Turn): CallCard[] => turn.parts.filter((part) => part.kind === "call");

/** A call of `text_editor` that replaces a word. */
export const patchCall = (path = "notes.md", old_text = "one", new_text = "two") => ({
  name: "text_editor",
  input: { action: "patch", path, old_text, new_text },
});
