import { expect, test } from "vitest";
import type { DocumentSnapshot } from "../../../../shared/contract";
import type { LocatedOfficeDraft, OfficeContent } from "../../../../shared/office";
import { CustomEditorTab } from "../../../editor/custom-editor-tab";
import { memoryBridge } from "../../../testing/memory-bridge";
import { memoryParagraph } from "../../../testing/memory-office";
import { createNotices } from "../../../ui/notices";
import { createOfficeExport } from "./office-export";
import { createOfficeModel } from "./office-model";

const questions = { ask: async () => null };
const tree = { trash: async () => {} };

import { officeTypingOf } from "./office-typing";

const open: DocumentSnapshot = {
  doc: "d",
  path: "/w/a.docx",
  name: "a.docx",
  text: "",
  version: "",
  unsaved: null,
  format: "text",
  encoding: "",
  lineEnding: "",
  readOnly: null,
  gone: false,
  warnings: [],
  office: { format: "docx", kind: "document", canSuggest: true },
};

async function openModel(
  texts: string[],
  found: LocatedOfficeDraft[] = [],
  sooner: (model: ReturnType<typeof createOfficeModel>) => void = () => {},
) {
  const main = memoryBridge({});
  const content: OfficeContent = {
    kind: "document",
    version: "1",
    warnings: [],
    steps: { undo: 0, redo: 0 },
    total: texts.length,
    page: null,
    suggestions: 0,
    comments: [],
  };
  const behind = { content, paragraphs: texts.map((text, at) => memoryParagraph(`p${at}`, text)) };
  main.office.documents.set("d", { ...behind, slides: [], cells: {}, suggestions: [], hunks: [], found });
  const copy = new CustomEditorTab("office", open, main.bridge);
  const notices = createNotices();
  const model = createOfficeModel(copy, { notices, questions, tree });
  sooner(model);
  await expect.poll(() => model.$state.get().status).toBe("ready");
  model.paragraphs.need(0, texts.length);
  await expect.poll(() => model.paragraphs.at(0)).toBeDefined();
  const shown = () => Array.from({ length: model.paragraphs.total }, (_, at) => model.paragraphs.at(at)?.text);
  const type = (id: string, text: string) => {
    model.drafts.begin(id, main.office.documents.get("d")?.paragraphs.find((each) => each.id === id)?.text ?? "");
    model.drafts.type(id, text);
  };
  /** An agent writes through main. */
  const agent = async (paragraph: string, before: string, text: string) => {
    await main.bridge.request("office:edit", {
      doc: "d",
      edits: [{ edit: "text", paragraph, before, text }],
      how: "written",
    });
    model.paragraphs.need(0, model.paragraphs.total);
  };
  return { main, copy, model, notices, shown, type, agent };
}

test("text typed in a paragraph is written when the tab is left, and shown at once", async () => {
  const { copy, shown, type, main } = await openModel(["One", "Two"]);
  type("p1", "Two and more");
  expect([copy.isDirty(), copy.$status.get().status]).toEqual([true, "unsaved"]);
  await copy.flush();
  expect([copy.isDirty(), copy.$status.get().status]).toEqual([false, "saved"]);
  expect(shown()).toEqual(["One", "Two and more"]);
  expect(main.office.edits).toEqual([{ edit: "text", paragraph: "p1", before: "Two", text: "Two and more" }]);
});

test("an unchanged text is not written", async () => {
  const { copy, main, type } = await openModel(["One"]);
  type("p0", "One");
  await copy.flush();
  expect(main.office.edits).toEqual([]);
});

test("an agent's write elsewhere appears while the user types, and the typed text stays", async () => {
  const { model, shown, type, agent } = await openModel(["One", "Two"]);
  type("p0", "One, typed");
  await agent("p1", "Two", "Two by an agent");
  await expect.poll(shown).toEqual(["One", "Two by an agent"]);
  expect(model.drafts.of("p0")).toEqual({ id: "p0", before: "One", text: "One, typed" });
});

test("an agent's write in the edited paragraph is a conflict with both texts, and nothing is written", async () => {
  const { main, copy, model, type, agent } = await openModel(["One"]);
  type("p0", "One, mine");
  await agent("p0", "One", "One, theirs");
  await expect.poll(() => model.drafts.of("p0")?.now).toBe("One, theirs");
  expect(copy.$status.get().status).toBe("conflict");
  await copy.flush();
  expect(main.office.edits).toHaveLength(1);

  model.drafts.overwrite("p0");
  expect(await model.commit("p0")).toBe(true);
  expect(main.office.documents.get("d")?.paragraphs[0]?.text).toBe("One, mine");
  expect(copy.$conflicts.get()).toBe(0);
});

test("an agent's write that arrives during a save is a conflict as well", async () => {
  const { main, model, type } = await openModel(["One"]);
  type("p0", "Mine");
  main.office.state.answer = { status: "stale", paragraph: "p0", address: null, now: "Theirs" };
  expect(await model.commit("p0")).toBe(false);
  expect(model.drafts.of("p0")).toMatchObject({ text: "Mine", now: "Theirs" });
});

test("a rejected edit keeps the typed text and shows the error", async () => {
  const { main, copy, model, notices, type } = await openModel(["One"]);
  main.reject("office:edit", "LibreOffice has it open.");
  type("p0", "Mine");
  expect(await model.commit("p0")).toBe(false);
  expect([copy.isDirty(), copy.$status.get().status]).toEqual([true, "failed"]);
  expect(notices.$notices.get().map(({ sentence }) => sentence)).toEqual(["LibreOffice has it open."]);
});

test("Find steps from match to match, and a command of the window reaches the view", async () => {
  const { copy, model } = await openModel(["a lamp", "none", "the lamp"]);
  expect([copy.run("find"), copy.run("replace")]).toEqual([true, false]);
  model.find.type("lamp");
  await expect.poll(() => model.find.$found.get().total).toBe(2);
  expect(model.$target.get()).toMatchObject({ index: 0 });
  copy.run("find-next");
  expect(model.$target.get()).toMatchObject({ index: 2 });
  copy.run("find-next");
  expect(model.find.$found.get().at).toBe(0);
});

test("a document that cannot be read shows the error, and can be loaded again", async () => {
  const { main, model } = await openModel(["One"]);
  main.reject("office:content", "It is protected by a password.");
  model.reload();
  await expect.poll(() => model.$state.get().status).toBe("failed");
});

test("a draft is stored within a second, restored in its paragraph, and removed once it is written", async () => {
  const before = await openModel(["One", "Two"]);
  before.type("p1", "Two and more");
  const kept = () => before.main.office.documents.get("d")?.drafts;
  await expect.poll(kept).toEqual([{ paragraph: "p1", before: "Two", text: "Two and more" }]);

  const after = await openModel(["One", "Two"], [{ paragraph: "p1", before: "Two", text: "Two and more", now: "Two" }]);
  await expect.poll(() => after.model.drafts.of("p1")).toEqual({ id: "p1", before: "Two", text: "Two and more" });
  expect(after.copy.isDirty()).toBe(true);
  expect(after.notices.$notices.get()).toHaveLength(1);
  await after.copy.flush();
  expect(after.shown()).toEqual(["One", "Two and more"]);
  expect(after.main.office.documents.get("d")?.drafts).toEqual([]);
});

test("a recovered draft whose paragraph was overwritten is a conflict with both texts", async () => {
  const { model, copy } = await openModel(
    ["One", "Theirs"],
    [{ paragraph: "p1", before: "Two", text: "Mine", now: "Theirs" }],
  );
  await expect.poll(() => copy.$conflicts.get()).toBe(1);
  expect(model.drafts.of("p1")).toEqual({ id: "p1", before: "Two", text: "Mine", now: "Theirs" });
});

test("nothing is stored before the stored drafts are recovered, so that they are never overwritten", async () => {
  const { main, model, type } = await openModel(
    ["One", "Two"],
    [{ paragraph: "p0", before: "One", text: "1", now: "One" }],
  );
  type("p1", "2");
  await expect.poll(() => main.office.documents.get("d")?.drafts?.length).toBe(2);
  expect([...model.drafts.$drafts.get().keys()].sort()).toEqual(["p0", "p1"]);
});

test("a recovered draft is shown beside the text that the user types already, and neither is lost", async () => {
  const found = [{ paragraph: "p0", before: "One", text: "One, before the crash", now: "One" }];
  const { main, model, type } = await openModel(["One"], found, (model) => {
    model.drafts.begin("p0", "One");
    model.drafts.type("p0", "One, today");
  });
  type("p0", "One, today!");
  await expect.poll(() => main.office.documents.get("d")?.drafts?.length).toBe(2);
  expect([...model.drafts.$drafts.get().values()]).toEqual([
    { id: "p0", before: "One", text: "One, today!" },
    { id: "gone:p0", before: "One", text: "One, before the crash", now: null },
  ]);
});

test("two tabs of a document share their drafts and save them once", async () => {
  const { main, copy, model, notices, type } = await openModel(["One"]);
  const beside = copy.duplicate();
  const other = createOfficeModel(beside, { notices, questions, tree });
  type("p0", "One more");
  expect(other.drafts.of("p0")?.text).toBe("One more");
  await copy.flush();
  expect(main.office.edits).toHaveLength(1);
  expect([model.drafts.of("p0"), beside.isDirty()]).toEqual([null, false]);
});

test("the later of two edits with the same id stays stored when the earlier is written", async () => {
  const { main, copy } = await openModel(["One"]);
  const typing = officeTypingOf(copy);
  const ends: (() => void)[] = [];
  const works = ["One a", "One b"].map((text) =>
    typing.hold({ id: "p0", before: "One", text }, () => new Promise<void>((done) => ends.push(done))),
  );
  ends[0]?.();
  await works[0];
  await typing.storeNow();
  expect(main.office.documents.get("d")?.drafts).toEqual([{ paragraph: "p0", before: "One", text: "One b" }]);
  ends[1]?.();
  await works[1];
  await typing.storeNow();
  expect(main.office.documents.get("d")?.drafts).toEqual([]);
});

test("what is typed before its paragraph is there stays stored until it is a draft of that", async () => {
  const { main, copy, model } = await openModel(["One"]);
  const stored = async () => {
    await officeTypingOf(copy).storeNow();
    return main.office.documents.get("d")?.drafts;
  };
  const split = { id: "p0", before: "One", text: "One" };
  const typed = { ...split, text: "One two" };
  let end = () => {};
  const work = officeTypingOf(copy).hold(split, () => new Promise<void>((done) => (end = done)));
  model.keep(typed, true);
  expect(await stored()).toEqual([{ paragraph: "p0", before: "One", text: "One two" }]);
  end();
  await work;
  expect(await stored()).toEqual([{ paragraph: "p0", before: "One", text: "One two" }]);
  model.keep(split, false);
  expect(await stored()).toHaveLength(1);
  model.keep(typed, false);
  expect(await stored()).toEqual([]);
});

test("flush also waits for an edit that is being written", async () => {
  const { main, model, copy } = await openModel(["One"]);
  const edited = model.edit([{ edit: "insert", after: "p0", text: "Rest" }], {
    id: "p0",
    before: "One",
    text: "OneRest",
  });
  await copy.flush();
  expect(main.office.documents.get("d")?.drafts ?? []).toEqual([]);
  expect(await edited).toBe(true);
});

test("an export that lacks unsaved text shows a warning", async () => {
  const { main } = await openModel(["One"]);
  const notices = createNotices();
  const request = async () => ({ ok: true, path: "/w/a.txt" }) as never;
  const copy = new CustomEditorTab("office", open, { ...main.bridge, request });
  const exporting = createOfficeExport(copy, { notices, flush: async () => {} });
  await exporting.start("txt");
  expect(notices.$notices.get().map(({ kind }) => kind)).toEqual(["info"]);
  copy.attach({
    focus: () => {},
    run: () => false,
    isDirty: () => true,
    flush: async () => {},
    stop: () => {},
    viewState: () => ({ cursor: 0, scrollTop: 0 }),
    restore: () => {},
  });
  await exporting.start("txt");
  expect(JSON.stringify(notices.$notices.get())).toContain("Unsaved text is not included in the export");
});
