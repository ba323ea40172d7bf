import { atom } from "nanostores";
import { expect, test, vi } from "vitest";
import type { AskedReview } from "../../../shared/review";
import { setLanguage } from "../../ui/language";
import { createNotices } from "../../ui/notices";
import { showAskedReviews } from "./asked-notices";

test("an agent's question is shown once, and goes when the user is done, wherever they say so", () => {
  const $asked = atom<readonly AskedReview[]>([]);
  const notices = createNotices();
  const done = vi.fn(async (token: string) => $asked.set($asked.get().filter((each) => each.token !== token)));
  const showEdits = vi.fn();
  showAskedReviews({ $asked, done }, notices, showEdits);
  const one = { token: "1", agent: "Claude", question: "Is it right?", documents: ["a.md"], edits: 2 };
  $asked.set([one]);
  $asked.set([one, { ...one, token: "2", question: "" }]);
  const shown = () => notices.$notices.get().map(({ sentence }) => sentence);
  expect(shown()).toEqual(["Claude asks for your review: Is it right?", "Claude asks you to review its edits"]);
  const [first] = notices.$notices.get();
  first?.action?.run();
  expect(showEdits).toHaveBeenCalledOnce();
  first?.secondAction?.run();
  expect(done).toHaveBeenCalledWith("1");
  expect(shown()).toEqual(["Claude asks you to review its edits"]);
  $asked.set([]);
  expect(shown()).toEqual([]);
});

test("an agent's question that waits is in the language that the interface has now", async () => {
  vi.stubGlobal("document", { documentElement: {} });
  const notices = createNotices();
  const $asked = atom<readonly AskedReview[]>([]);
  showAskedReviews({ $asked, done: async () => {} }, notices, () => {});
  $asked.set([{ token: "1", agent: "Claude", question: "", documents: ["a.md"], edits: 2 }]);
  const [before] = notices.$notices.get();
  await setLanguage("zh-CN");
  const [now] = notices.$notices.get();
  await setLanguage("en");
  expect(now?.id).toBe(before?.id);
  expect(now?.sentence).toMatch(/Claude.*\p{Script=Han}/u);
  expect(now?.action?.label).toMatch(/\p{Script=Han}/u);
  expect(notices.$notices.get()).toMatchObject([{ sentence: before?.sentence }]);
});
