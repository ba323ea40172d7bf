import { isolateHistory } from "@codemirror/commands";
import type { VersionEntry } from "../../../shared/contract";
import { moment } from "../../ui/time";
import type { Shell } from "../../workbench/api/shell";
import type { Tab } from "../../workbench/api/tabs";
import type { SectionName } from "./compare-versions";
import type { HistoryClient } from "./history-client";
import { historyMessages as t } from "./messages";

type Deps = Pick<Shell, "bridge" | "notices" | "questions">;

/** Attempts to revert a change while the user keeps typing. */
const MAX_TRIES = 3;

/** Restores a version after a confirmation. */
export async function restoreVersion({ bridge, notices, questions }: Deps, tab: Tab, version: VersionEntry) {
  const time = moment(version.at, new Date());
  const answer = await questions.ask({
    title: t.restoreQuestion(time),
    detail: t.restoreDetail,
    choices: [{ id: "restore", label: t.restoreAction, kind: "main" }],
  });
  if (answer !== "restore") return;
  // Save unsaved edits as a version of their own before the old one is restored.
  await tab.editor.flush();
  const restored = await bridge.request("history:restore", { doc: tab.doc, version_id: version.version_id });
  if (restored.ok) notices.announce(t.restored(time));
  else notices.error(restored.error.message, { hint: restored.error.hint ?? null });
}

/** Restores one section of a version; the rest of the text stays. */
export async function restoreSection({ bridge, notices }: Deps, tab: Tab, version: VersionEntry, section: SectionName) {
  await tab.editor.flush();
  const request = { doc: tab.doc, version_id: version.version_id, section: section.path };
  const restored = await bridge.request("history:restore-section", request);
  if (!restored.ok) {
    notices.error(restored.error.message, { hint: restored.error.hint ?? null });
    return;
  }
  notices.info(t.sectionRestored(section.title, restored.line));
  for (const warning of restored.warnings) notices.error(warning);
}

/** Reverts one change in today's text as a single edit of the user, with one undo step. */
export async function revertChange(
  { notices }: Deps,
  tab: Tab,
  client: HistoryClient,
  { before, after, index }: { before: string; after: string; index: number },
): Promise<void> {
  const { editor } = tab;
  await editor.loadAll();
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    await editor.flush();
    const today = editor.content();
    const revert = await client.revertHunk({ before, after }, index, today.sliceString(0));
    if (revert.status === "conflict") {
      notices.error(t.writtenOver);
      return;
    }
    // The text has changed while the worker computed the edit.
    if (editor.content() !== today) continue;
    editor.edit({ changes: revert.changes, annotations: isolateHistory.of("full"), userEvent: "input.restore" });
    const [first] = revert.changes;
    if (first) editor.reveal({ from: first.from, to: first.from + first.insert.length });
    await editor.save("restored");
    notices.info(t.hunkReverted);
    return;
  }
  notices.error(t.busy);
}
