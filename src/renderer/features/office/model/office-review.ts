import { atom } from "nanostores";
import { serialQueue } from "../../../../core/async/serial-queue";
import type { Command, Events } from "../../../../shared/contract";
import type { OfficeHunk, OfficeHunkPart } from "../../../../shared/office";
import { writesOfHunk } from "../../../editor/review/agent-lanes";
import { writerNames } from "../../../editor/review/describe-hunk";
import { reviewMessages } from "../../../editor/review/messages";
import { offerTrash, undoEdits } from "../../../editor/review/undo-edits";
import type { Notices } from "../../../ui/notices";
import type { Questions } from "../../../ui/questions";
import type { Shell } from "../../../workbench/api/shell";
import { parseAddress } from "./cell-ranges";
import type { OfficeConnection } from "./office-model";

type PendingReview = Omit<Events["office:review"], "doc">;

type Deps = OfficeConnection & {
  go(where: { index: number } | { sheet: string; row: number; column: number }): void;
  notices: Pick<Notices, "announce" | "error" | "info">;
  questions: Pick<Questions, "ask">;
  tree: Pick<Shell["tree"], "trash">;
  /** The document as the file tree shows it; the path is null if it has no file. */
  about(): { path: string | null; name: string };
  /** The text of a paragraph, by id. */
  textOf(paragraph: string): string | null;
  onPendingCount(count: number): void;
};

/** The review of agents' pending edits in an Office document: list, navigation and decisions. */
export function createOfficeReview({ bridge, doc, go, notices, questions, tree, about, textOf, onPendingCount }: Deps) {
  const $pending = atom<PendingReview>({ path: "", version: "", hunks: [], writes: [] });
  /** The id of the current hunk. */
  const $current = atom<string | null>(null);

  const handleEvent = ({ path, version, hunks, writes }: PendingReview) => {
    $pending.set({ path, version, hunks, writes });
    if (!hunks.some(({ id }) => id === $current.get())) $current.set(null);
    onPendingCount(hunks.length);
  };

  /** Loads the pending hunks; if that fails, returns the known ones. */
  const load = async (): Promise<readonly OfficeHunk[]> => {
    const answer = await bridge.request("office:hunks", doc);
    if (answer.ok) handleEvent(answer);
    return $pending.get().hunks;
  };

  const show = (hunk: OfficeHunk) => {
    $current.set(hunk.id);
    const where = targetOf(hunk.parts[0]);
    if (where) go(where);
    const { hunks, writes } = $pending.get();
    const by = writerNames(writesOfHunk(writes, hunk));
    const label = reviewMessages.editOf(hunks.indexOf(hunk) + 1, hunks.length, by);
    notices.announce(hunk.isWhole ? `${label}: ${reviewMessages.wholeDocument}` : label);
  };

  /** The text of a hunk now and before. */
  const textsOf = (id: string) => {
    const { parts = [], isWhole = false } = $pending.get().hunks.find((hunk) => hunk.id === id) ?? {};
    const sides = parts.map((part) =>
      "paragraph" in part
        ? { inserted: textOf(part.paragraph)?.slice(part.from, part.to) ?? "", removed: part.removed }
        : { inserted: part.after, removed: part.before },
    );
    const joined = (side: "inserted" | "removed") => sides.map((each) => each[side]).join(" … ");
    return { inserted: joined("inserted"), removed: joined("removed"), isWhole };
  };

  const step = (by: 1 | -1) => {
    const { hunks } = $pending.get();
    if (hunks.length === 0) {
      notices.announce(reviewMessages.none);
      return;
    }
    const at = hunks.findIndex(({ id }) => id === $current.get());
    const next = hunks[at < 0 ? (by > 0 ? 0 : hunks.length - 1) : (at + by + hunks.length) % hunks.length];
    if (next) show(next);
  };

  const decide = async (what: "keep" | "undo", ids: string[], areAll = false): Promise<void> => {
    const { path, hunks } = $pending.get();
    if (ids.length === 0) {
      notices.announce(reviewMessages.none);
      return;
    }
    const at = hunks.findIndex(({ id }) => id === ids[0]);
    const following = hunks.slice(at + 1).find(({ id }) => !ids.includes(id));
    if (what === "keep") {
      const answer = await bridge.request("review:keep", { path, hunks: ids });
      if (!answer.ok) {
        notices.error(answer.error.message, { hint: answer.error.hint ?? null });
        return;
      }
      notices.announce(reviewMessages.kept(ids.length));
    } else {
      const result = await undoEdits({ bridge, questions }, { path, hunks: ids, areAll }, textsOf);
      if (result.status === "refused") {
        notices.error(result.error.message, { hint: result.error.hint ?? null });
        return;
      }
      if (result.status === "nothing else") {
        const { path: shown, name } = about();
        offerTrash({ notices, tree }, shown ?? path, reviewMessages.madeByEdit(name));
        return;
      }
      const { undone, kept, gone, left } = result;
      if (gone.length > 0) notices.info(reviewMessages.noLongerApplies(gone.length));
      if (left.length > 0) notices.info(reviewMessages.leftForYou(left.length));
      if (kept.length > 0) notices.announce(reviewMessages.kept(kept.length));
      if (undone.length > 0) notices.announce(reviewMessages.undone(undone.length));
    }
    $current.set(null);
    const next = following && (await load()).find(({ id }) => id === following.id);
    if (next) show(next);
  };

  /** Decides on the current hunk. Without one it only goes to the first, so that nothing is decided unseen. */
  const decideHere = async (what: "keep" | "undo"): Promise<void> => {
    const here = $pending.get().hunks.find(({ id }) => id === $current.get());
    if (here) await decide(what, [here.id]);
    else step(1);
  };

  const enqueue = serialQueue();
  const all = () => $pending.get().hunks.map(({ id }) => id);

  return {
    $pending,
    $current,
    handleEvent,
    load,
    step,
    decide,
    /** Runs a review command; false for any other command. */
    run(command: Command): boolean {
      switch (command) {
        case "next-edit":
        case "previous-edit":
          step(command === "next-edit" ? 1 : -1);
          return true;
        case "keep-edit":
        case "undo-edit":
          void enqueue(() => decideHere(command === "keep-edit" ? "keep" : "undo"));
          return true;
        case "keep-all-edits":
        case "undo-all-edits":
          void enqueue(() => decide(command === "keep-all-edits" ? "keep" : "undo", all(), true));
          return true;
        default:
          return false;
      }
    },
  };
}

/** The position of a hunk part: index of its paragraph or slide, or its cell. */
function targetOf(
  part: OfficeHunkPart | undefined,
): { index: number } | { sheet: string; row: number; column: number } | null {
  if (!part) return null;
  if ("paragraph" in part) return { index: part.slide === null ? part.index : part.slide - 1 };
  const cell = parseAddress(part.address);
  return cell && { sheet: part.sheet, ...cell };
}
