import { isolateHistory } from "@codemirror/commands";
import type { VersionEntry } from "../../../shared/contract";
import { moment } from "../../ui/time";
import type { Shell } from "../../workbench/shell";
import type { Tab } from "../../workbench/tabs/tabs";
import type { SectionName } from "./compare-versions";
import type { HistoryDesk } from "./history-client";
import { historyWords as say } from "./messages";

type World = Pick<Shell, "bridge" | "notices" | "questions">;

/** Attempts to revert a change while the user keeps typing. */
const TRIES = 3;

/** Restores a version after a confirmation. */
export async function restoreVersion({ bridge, notices, questions }: World, tab: Tab, version: VersionEntry) {
  const time = moment(version.at, new Date());
  const answer = await questions.ask({
    title: say.restoreQuestion(time),
    detail: say.restoreDetail,
    choices: [{ id: "restore", label: say.restoreAction, kind: "main" }],
  });
  if (answer !== "restore") return;
  // Save unsaved edits as a version of their own before the old one is restored.
  await tab.copy.flush();
  const restored = await bridge.request("history:restore", { doc: tab.doc, version_id: version.version_id });
  if (restored.ok) notices.announce(say.restored(time));
  else notices.problem(restored.error.message, { hint: restored.error.hint ?? null });
}

/** Restores one section of a version; the rest of the text stays. */
export async function restoreSection(
  { bridge, notices }: World,
  tab: Tab,
  version: VersionEntry,
  section: SectionName,
) {
  await tab.copy.flush();
  const asked = { doc: tab.doc, version_id: version.version_id, section: section.path };
  const restored = await bridge.request("history:restore-section", asked);
  if (!restored.ok) {
    notices.problem(restored.error.message, { hint: restored.error.hint ?? null });
    return;
  }
  notices.tell(say.sectionRestored(section.title, restored.line));
  for (const warning of restored.warnings) notices.problem(warning);
}

/** Reverts one change in today's text as a single edit of the user, with one undo step. */
export async function restorePlace(
  { notices }: World,
  tab: Tab,
  desk: HistoryDesk,
  { before, after, index }: { before: string; after: string; index: number },
): Promise<void> {
  const { copy } = tab;
  await copy.whole();
  for (let tries = 0; tries < TRIES; tries++) {
    await copy.flush();
    const today = copy.content();
    const back = await desk.putBack({ before, after }, index, today.sliceString(0));
    if (back.status === "conflict") {
      notices.problem(say.writtenOver);
      return;
    }
    // The text has changed while the worker computed the edit.
    if (copy.content() !== today) continue;
    copy.edit({ changes: back.changes, annotations: isolateHistory.of("full"), userEvent: "input.restore" });
    const [first] = back.changes;
    if (first) copy.reveal({ from: first.from, to: first.from + first.insert.length });
    await copy.save("restored");
    notices.tell(say.placeRestored);
    return;
  }
  notices.problem(say.busy);
}
