import { expect, test } from "vitest";
import type { Bridge, SaveResult } from "../../../shared/contract";
import { createNotices } from "../../ui/notices";
import { withErrorNotices } from "./show-errors";

function telling(reply: unknown) {
  const notices = createNotices();
  const main: Bridge = { request: async () => reply as never, listen: () => () => {}, pathOf: () => "" };
  const bridge = withErrorNotices(main, notices);
  const save = (why: "auto" | "by hand") =>
    bridge.request("document:save", { doc: "d", base: "v", seq: 1, changes: [], why });
  const shownNotices = () => notices.$notices.get().map(({ kind, sentence, hint }) => [kind, sentence, hint]);
  return { bridge, save, shownNotices };
}

test("the error of a user's request is shown with its hint, and passed on", async () => {
  const rejection = {
    ok: false,
    error: { code: "failed", message: "The folder is read-only.", hint: "Choose another." },
  };
  const { bridge, shownNotices } = telling(rejection);
  expect(await bridge.request("document:close", { doc: "d", discard: false })).toBe(rejection);
  expect(shownNotices()).toEqual([["error", "The folder is read-only.", "Choose another."]]);
});

test("a failed save by the user is shown, and a failed autosave is left to the status bar", async () => {
  const refused: SaveResult = { status: "refused", error: { code: "failed", message: "The disk is full." } };
  const { save, shownNotices } = telling(refused);
  await save("auto");
  expect(shownNotices()).toEqual([]);
  await save("by hand");
  expect(shownNotices()).toEqual([["error", "The disk is full.", null]]);
});

test("the notes of a save are shown", async () => {
  const { save, shownNotices } = telling({ status: "saved", version: "w", seq: 1, notes: ["Written in place."] });
  await save("auto");
  expect(shownNotices()).toEqual([["info", "Written in place.", null]]);
});
