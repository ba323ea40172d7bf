import { atom } from "nanostores";
import type { Command, Events } from "../../../shared/contract";
import type { OfficeHunk, OfficeHunkPart } from "../../../shared/office";
import { writesOfHunk } from "../../editor/review/agent-lanes";
import { namesOf } from "../../editor/review/hunk-in-words";
import { reviewWords } from "../../editor/review/messages";
import type { Notices } from "../../ui/notices";
import type { Questions } from "../../ui/questions";
import { serialQueue } from "../../ui/serial-queue";
import type { Shell } from "../../workbench/shell";
import { offerTrash, undoEdits } from "../review/undo-edits";
import type { OfficeDoor } from "./office-model";
import { placeNamed } from "./sheet-address";

type Waiting = Omit<Events["office:review"], "doc">;

type World = OfficeDoor & {
  go(where: { index: number } | { sheet: string; row: number; column: number }): void;
  notices: Pick<Notices, "announce" | "problem" | "tell">;
  questions: Pick<Questions, "ask">;
  tree: Pick<Shell["tree"], "trash">;
  /** The document as the file tree shows it; the path is null if it has no file. */
  about(): { path: string | null; name: string };
  /** The text of a paragraph, by id. */
  textOf(paragraph: string): string | null;
  waits(count: number): void;
};

/** The review of agents' pending edits in an Office document: list, navigation and decisions. */
export function createOfficeReview({ bridge, doc, go, notices, questions, tree, about, textOf, waits }: World) {
  const $waiting = atom<Waiting>({ path: "", version: "", hunks: [], writes: [] });
  /** The id of the current hunk. */
  const $current = atom<string | null>(null);

  const heard = ({ path, version, hunks, writes }: Waiting) => {
    $waiting.set({ path, version, hunks, writes });
    if (!hunks.some(({ id }) => id === $current.get())) $current.set(null);
    waits(hunks.length);
  };

  /** Loads the pending hunks; if that fails, returns the known ones. */
  const look = async (): Promise<readonly OfficeHunk[]> => {
    const answer = await bridge.request("office:hunks", doc);
    if (answer.ok) heard(answer);
    return $waiting.get().hunks;
  };

  const show = (hunk: OfficeHunk) => {
    $current.set(hunk.id);
    const where = placeOf(hunk.parts[0]);
    if (where) go(where);
    const { hunks, writes } = $waiting.get();
    const by = namesOf(writesOfHunk(writes, hunk));
    const place = reviewWords.editOf(hunks.indexOf(hunk) + 1, hunks.length, by);
    notices.announce(hunk.isWhole ? `${place}: ${reviewWords.whole}` : place);
  };

  /** The text of a hunk now and before. */
  const wordsOf = (id: string) => {
    const { parts = [], isWhole = false } = $waiting.get().hunks.find((hunk) => hunk.id === id) ?? {};
    const sides = parts.map((part) =>
      "paragraph" in part
        ? { inserted: textOf(part.paragraph)?.slice(part.from, part.to) ?? "", removed: part.removed }
        : { inserted: part.after, removed: part.before },
    );
    const joined = (side: "inserted" | "removed") => sides.map((each) => each[side]).join(" … ");
    return { inserted: joined("inserted"), removed: joined("removed"), isWhole };
  };

  const step = (by: 1 | -1) => {
    const { hunks } = $waiting.get();
    if (hunks.length === 0) {
      notices.announce(reviewWords.none);
      return;
    }
    const at = hunks.findIndex(({ id }) => id === $current.get());
    const next = hunks[at < 0 ? (by > 0 ? 0 : hunks.length - 1) : (at + by + hunks.length) % hunks.length];
    if (next) show(next);
  };

  const decide = async (what: "keep" | "undo", ids: string[], areAll = false): Promise<void> => {
    const { path, hunks } = $waiting.get();
    if (ids.length === 0) {
      notices.announce(reviewWords.none);
      return;
    }
    const at = hunks.findIndex(({ id }) => id === ids[0]);
    const following = hunks.slice(at + 1).find(({ id }) => !ids.includes(id));
    if (what === "keep") {
      const answer = await bridge.request("review:keep", { path, hunks: ids });
      if (!answer.ok) {
        notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
        return;
      }
      notices.announce(reviewWords.kept(ids.length));
    } else {
      const result = await undoEdits({ bridge, questions }, { path, hunks: ids, areAll }, wordsOf);
      if (result.status === "refused") {
        notices.problem(result.error.message, { hint: result.error.hint ?? null });
        return;
      }
      if (result.status === "nothing else") {
        const { path: shown, name } = about();
        offerTrash({ notices, tree }, shown ?? path, reviewWords.madeByEdit(name));
        return;
      }
      const { undone, kept, gone, left } = result;
      if (gone.length > 0) notices.tell(reviewWords.gone(gone.length));
      if (left.length > 0) notices.tell(reviewWords.left(left.length));
      if (kept.length > 0) notices.announce(reviewWords.kept(kept.length));
      if (undone.length > 0) notices.announce(reviewWords.undone(undone.length));
    }
    $current.set(null);
    const next = following && (await look()).find(({ id }) => id === following.id);
    if (next) show(next);
  };

  /** Decides on the current hunk. Without one it only goes to the first, so that nothing is decided unseen. */
  const decideHere = async (what: "keep" | "undo"): Promise<void> => {
    const here = $waiting.get().hunks.find(({ id }) => id === $current.get());
    if (here) await decide(what, [here.id]);
    else step(1);
  };

  const inTurn = serialQueue();
  const all = () => $waiting.get().hunks.map(({ id }) => id);

  return {
    $waiting,
    $current,
    heard,
    look,
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
          void inTurn(() => decideHere(command === "keep-edit" ? "keep" : "undo"));
          return true;
        case "keep-all-edits":
        case "undo-all-edits":
          void inTurn(() => decide(command === "keep-all-edits" ? "keep" : "undo", all(), true));
          return true;
        default:
          return false;
      }
    },
  };
}

/** The position of a hunk part: index of its paragraph or slide, or its cell. */
function placeOf(
  part: OfficeHunkPart | undefined,
): { index: number } | { sheet: string; row: number; column: number } | null {
  if (!part) return null;
  if ("paragraph" in part) return { index: part.slide === null ? part.index : part.slide - 1 };
  const place = placeNamed(part.address);
  return place && { sheet: part.sheet, ...place };
}
