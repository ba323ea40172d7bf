import { expect, test } from "vitest";
import type { ConversationEntry } from "../../../../shared/conversation";
import { createNotices } from "../../../ui/notices";
import { deletedConversationsOf } from "./deleted-conversations";

const entry = (turns: number): ConversationEntry => ({
  id: "one",
  folder: null,
  title: "One",
  updatedAt: "2026-11-21T12:00:00.000Z",
  turns,
  state: "running",
  found: null,
});

function fakeDeps() {
  const asked: string[] = [];
  const notices = createNotices();
  const bridge = {
    request: async (name: string) => {
      asked.push(name);
      return { ok: true };
    },
  };
  return { asked, notices, leaving: deletedConversationsOf({ bridge: bridge as never, notices }) };
}

test("a deleted conversation is hidden and stopped at once, and deleted when its undo notice closes", async () => {
  const { asked, notices, leaving } = fakeDeps();
  await leaving.remove([entry(2)], () => {});
  expect(leaving.$hidden.get().has("one")).toBe(true);
  expect(asked).toEqual(["assistant:stop"]);
  notices.dismiss(notices.$notices.get()[0]?.id ?? 0);
  await expect.poll(() => leaving.$hidden.get().size).toBe(0);
  expect(asked).toEqual(["assistant:stop", "assistant:delete"]);
});

test("undo shows the conversation again and deletes nothing", async () => {
  const { asked, notices, leaving } = fakeDeps();
  let isBack = false;
  await leaving.remove([entry(2)], () => {
    isBack = true;
  });
  const [notice] = notices.$notices.get();
  // The list of notices dismisses a notice before it runs its action.
  notices.dismiss(notice?.id ?? 0);
  notice?.action?.run();
  await Promise.resolve();
  expect(isBack).toBe(true);
  expect(leaving.$hidden.get().size).toBe(0);
  expect(asked).toEqual(["assistant:stop"]);
});

test("an empty conversation is deleted without a notice", async () => {
  const { asked, notices, leaving } = fakeDeps();
  await leaving.remove([entry(0)], () => {});
  expect(asked).toEqual(["assistant:delete"]);
  expect(notices.$notices.get()).toEqual([]);
});
