import { atom, computed } from "nanostores";
import { type Replacement, readReplacement } from "../../../core/text/replacement";
import type { Bridge, FileMatches, Notice, Outcome } from "../../../shared/contract";
import type { ReplacePlan, ReplaceQuery, ReplaceReport } from "../../../shared/folder-search";
import type { Notices } from "../../ui/notices";
import { searchMessages } from "./messages";
import type { SearchModel } from "./search-model";
import type { HitRef } from "./search-rows";

/** The state of a replacement. `asked`: counted, waiting for confirmation. `done`: completed, with a report. */
export type ReplaceState =
  | { status: "idle" }
  | { status: "planning" | "replacing" | "undoing"; done: number; of: number }
  | { status: "asked"; plan: ReplacePlan }
  | { status: "done" | "undone"; report: ReplaceReport }
  | { status: "refused"; notice: Notice };

/** The maximum number of replacements that can be undone. */
const MAX_UNDO = 50;

export type ReplaceModel = ReturnType<typeof createReplaceModel>;

type Deps = { bridge: Bridge; notices: Pick<Notices, "announce">; search: SearchModel };

/** Replaces search results: one paragraph, one file or all, with undo. One operation at a time. */
export function createReplaceModel({ bridge, notices, search }: Deps) {
  const $open = atom(false);
  const $template = atom("");
  const $keepCase = atom(false);
  const $state = atom<ReplaceState>({ status: "idle" });
  const undos: number[] = [];

  const $replacement = computed(
    [search.$query, $template, $keepCase],
    ({ text, regex }, template, keepCase): Replacement => readReplacement(template, { pattern: text, regex, keepCase }),
  );

  bridge.listen("replace:progress", ({ done, of }) => {
    const state = $state.get();
    if ("of" in state) $state.set({ ...state, done, of });
  });

  const isBusy = () => "of" in $state.get();
  const finish = (state: ReplaceState): void => {
    $state.set(state);
    if (state.status === "done" || state.status === "undone") notices.announce(searchMessages.replace.summary(state));
    if (state.status === "refused") notices.announce(state.notice.message);
  };

  /** The listed paragraphs of a file, identified by their text: paragraphs that have changed are skipped. */
  const shownOf = ({ path, paragraphs, count }: FileMatches): ReplaceQuery["files"][number] => ({
    path,
    paragraphs:
      paragraphs.length < count ? null : paragraphs.map(({ key, line, above }) => ({ key, line: line - above })),
  });

  const plan = async (files: ReplaceQuery["files"]): Promise<ReplacePlan | null> => {
    $state.set({ status: "planning", done: 0, of: files.length });
    const asked = { query: search.$query.get(), template: $template.get(), keepCase: $keepCase.get(), files };
    const answer = await bridge.request("replace:plan", asked);
    if (!answer.ok) finish({ status: "refused", notice: answer.error });
    else if (answer.plan === null) finish({ status: "idle" });
    return answer.ok ? answer.plan : null;
  };

  const write = async (requestId: number, of: number): Promise<void> => {
    $state.set({ status: "replacing", done: 0, of });
    handleReport(await bridge.request("replace:run", requestId), "done");
  };

  const handleReport = (answer: Outcome<{ report: ReplaceReport }>, status: "done" | "undone"): void => {
    if (!answer.ok) {
      finish({ status: "refused", notice: answer.error });
      return;
    }
    const { undo } = answer.report;
    if (undo !== null) undos.push(undo);
    if (undos.length > MAX_UNDO) undos.shift();
    finish({ status, report: answer.report });
  };

  /** Without confirmation: a small replacement in view, which can be undone. */
  const replaceNow = async (files: ReplaceQuery["files"]): Promise<void> => {
    if (isBusy()) return;
    const planned = await plan(files);
    if (planned === null) return;
    await write(planned.id, planned.fileCount);
  };

  /** Counts first, then asks for confirmation. */
  const ask = async (files: ReplaceQuery["files"]): Promise<void> => {
    if (isBusy() || files.length === 0) return;
    const planned = await plan(files);
    if (planned === null) return;
    if (planned.matches > 0) $state.set({ status: "asked", plan: planned });
    else finish({ status: "done", report: { ...planned, left: 0, undo: null } });
  };

  const texts = () => search.$state.get().files.filter(({ isOffice }) => !isOffice);

  return {
    $open,
    $template,
    $keepCase,
    $state,
    $replacement,
    open: (isOpen: boolean) => $open.set(isOpen),
    type(template: string): void {
      $template.set(template);
      if (!isBusy()) $state.set({ status: "idle" });
    },
    keepCase: (keeps: boolean) => $keepCase.set(keeps),
    /** A new search discards the last result and a pending question. */
    forget(): void {
      if (!isBusy()) $state.set({ status: "idle" });
    },
    async hit({ path, index }: HitRef): Promise<void> {
      const file = search.fileAt(path);
      const paragraph = file?.paragraphs[index];
      if (!file || !paragraph || file.isOffice || isBusy()) return;
      search.selectBehind({ path, index });
      const { key, line, above } = paragraph;
      await replaceNow([{ path, paragraphs: [{ key, line: line - above }] }]);
    },
    async file(path: string): Promise<void> {
      const file = search.fileAt(path);
      if (!file || file.isOffice) return;
      const shown = shownOf(file);
      if (shown.paragraphs === null) return ask([shown]);
      if (!isBusy()) search.selectBehind({ path, index: null });
      await replaceNow([shown]);
    },
    all: () => ask(texts().map(shownOf)),
    confirm(): void {
      const state = $state.get();
      if (state.status === "asked") void write(state.plan.id, state.plan.fileCount);
    },
    cancel(): void {
      if ($state.get().status === "asked") $state.set({ status: "idle" });
    },
    stop: () => void bridge.request("replace:stop", undefined),
    canUndo: () => undos.length > 0,
    async undo(): Promise<void> {
      const requestId = undos.at(-1);
      if (requestId === undefined || isBusy()) return;
      undos.pop();
      $state.set({ status: "undoing", done: 0, of: 0 });
      handleReport(await bridge.request("replace:undo", requestId), "undone");
    },
  };
}
