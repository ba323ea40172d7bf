import { expect, test } from "vitest";
import { memoryBridge } from "../../testing/memory-bridge";
import { createNotices } from "../../ui/notices";
import { reviewMessages } from "./messages";
import { offerTrash, undoEdits } from "./undo-edits";

const questions = { ask: async () => null };
const words = () => ({ removed: "", inserted: "Report" });

test("a document that would be empty is kept, and offered to the trash", async () => {
  const main = memoryBridge({});
  main.reject("review:undo", "report.docx was made by an agent.", "wrong_state");
  const asked = { path: "/w/report.docx", hunks: ["1.0"] };
  expect(await undoEdits({ bridge: main.bridge, questions }, asked, words)).toEqual({ status: "nothing else" });
  const notices = createNotices();
  const trashed: string[] = [];
  const tree = { trash: async (path: string) => void trashed.push(path) };
  offerTrash({ notices, tree }, asked.path, reviewMessages.madeByEdit("report.docx"));
  const [notice] = notices.$notices.get();
  expect(notice).toMatchObject({
    sentence: reviewMessages.madeByEdit("report.docx"),
    action: { label: "Move to trash" },
  });
  expect(trashed).toEqual([]);
  notice?.action?.run();
  expect(trashed).toEqual(["/w/report.docx"]);
});

test("for a whole document in which the user wrote, keeping both texts is not offered", async () => {
  const main = memoryBridge({});
  const request = async (name: string) =>
    name === "review:undo"
      ? { ok: true, undone: [], gone: [], left: ["w"] }
      : main.bridge.request(name as never, undefined as never);
  const offered: string[][] = [];
  const ask: typeof questions.ask = async (question?: { choices: { id: string }[] }) => {
    offered.push(question?.choices.map(({ id }) => id) ?? []);
    return null;
  };
  const deps = { bridge: { request } as never, questions: { ask } as never };
  for (const isWhole of [true, false])
    await undoEdits(deps, { path: "/w/a.docx", hunks: ["w"] }, () => ({
      removed: "",
      inserted: "",
      isWholeDocument: isWhole,
    }));
  expect(offered).toEqual([
    ["mine", "accepted"],
    ["mine", "accepted", "both"],
  ]);
});

test("any other error is shown unchanged", async () => {
  const main = memoryBridge({});
  main.reject("review:undo", "LibreOffice has it open.");
  const result = await undoEdits({ bridge: main.bridge, questions }, { path: "/w/a.docx", hunks: ["1.0"] }, words);
  expect(result).toMatchObject({ status: "refused", error: { message: "LibreOffice has it open." } });
});
