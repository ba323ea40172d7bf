import { expect, it } from "vitest";
import type { QuestionDraft } from "../../../shared/conversation";
import type { WindowContext } from "../documents/context";
import type { AssistantService } from "./assistant-service";
import { assistantHandlers } from "./handlers";

it("drafts of a window are stored in the order in which they were typed, however long a check of the folder takes", async () => {
  const stored: (string | undefined)[] = [];
  const checks: (() => void)[] = [];
  const grants = { check: () => new Promise<void>((done) => checks.push(done)) };
  const assistant = {
    open: () => ({ folder: "/notes" }),
    keepDraft: (_: unknown, draft: QuestionDraft | null) => stored.push(draft?.text),
  };
  const handlers = assistantHandlers(
    { grants, window: { id: "w" } } as unknown as WindowContext,
    { assistant: async () => assistant } as unknown as AssistantService,
  );
  const keep = (text: string) => handlers["assistant:keep-draft"]({ conversation: "c", draft: { text, chips: [] } });
  const both = Promise.all([keep("one"), keep("two")]);
  while (stored.length < 2) {
    await new Promise((done) => setImmediate(done));
    // The last check that was begun ends first.
    checks.pop()?.();
  }
  await both;
  expect(stored).toEqual(["one", "two"]);
});
