import { atom } from "nanostores";
import type { Bridge, DocumentId, Outcome } from "../../../shared/contract";
import type { LinkPlan, LinkReport } from "../../../shared/links";
import { createEarlyTyping } from "../../ui/early-typing";
import { folderOf, nameOf } from "../../ui/file-paths";
import type { Notices } from "../../ui/notices";
import type { RenameRequest, Renames } from "../../workbench/api/feature-stores";
import type { LinkMessages } from "./messages";

/** How long the notice with Undo is shown, in milliseconds. */
const UNDO_NOTICE_MS = 20_000;

/** The maximum number of renames that can be undone. */
const MAX_UNDO = 50;

type Deps = {
  bridge: Bridge;
  notices: Notices;
  /** Runs a function once the user is not typing. */
  whenIdle?(act: () => void): void;
};

/** Renames entries and headings, updating links after the user has seen them. One rename is pending at a time. */
export function createRenames({ bridge, notices, whenIdle = (act) => act() }: Deps): Renames {
  const $request = atom<RenameRequest | null>(null);
  /** Renames that can be undone, newest last: with updated links by request id, others by their paths. */
  const past: ({ requestId: number } | { from: string; to: string })[] = [];
  const done = (one: (typeof past)[number]) => {
    past.push(one);
    if (past.length > MAX_UNDO) past.shift();
  };
  /** Settles once no rename and no undo is under way. */
  let underWay: Promise<unknown> = Promise.resolve();
  const track = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = work();
    underWay = Promise.allSettled([underWay, result]);
    return result;
  };
  const loadMessages = async () => (await import("./messages")).linkMessages;
  /** Incremented when the dialog for a heading is asked for, and when it is given up. */
  let turn = 0;
  const close = () => {
    turn += 1;
    early.release();
    $request.set(null);
  };
  const early = createEarlyTyping({ isInContents: true, onEscape: close, onLeave: close });

  const ask = (from: string, to: string, plan: LinkPlan): Promise<"update" | "rename" | null> => {
    const before = $request.get();
    if (before?.kind === "move") before.answer(null);
    return new Promise((resolve) => {
      const answer = (how: "update" | "rename" | null) => {
        $request.set(null);
        resolve(how);
      };
      // Planning may have taken so long that the user is typing elsewhere.
      whenIdle(() => $request.set({ kind: "move", from, to, plan, answer }));
    });
  };

  const notifyFailed = (failed: LinkReport["failed"], t: LinkMessages): void => {
    for (const { path, why } of failed.slice(0, 3)) notices.error(t.failed(path, why));
  };

  /** Shows the result of the link updates, with Undo. */
  const notifyResult = async (report: LinkReport, what: string): Promise<void> => {
    const t = await loadMessages();
    const sentence = report.links > 0 ? t.both(what, t.updated(report.links, report.fileCount)) : what;
    const { undo } = report;
    if (undo !== null) done({ requestId: undo });
    const action = undo === null ? null : { label: t.undo, run: () => void undoRename(undo) };
    notices.info(sentence, { action, ...(action ? { stay: UNDO_NOTICE_MS } : {}) });
    notifyFailed(report.failed, t);
  };

  const undoRename = async (requestId: number): Promise<void> => {
    const at = past.findIndex((one) => "requestId" in one && one.requestId === requestId);
    if (at >= 0) past.splice(at, 1);
    const answer = await bridge.request("links:undo", requestId);
    if (!answer.ok) return void notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    const t = await loadMessages();
    notices.info(t.undone);
    for (const { path, why } of answer.report.failed.slice(0, 3)) notices.error(t.notUndone(path, why));
  };

  const finish = async (id: string): Promise<void> => {
    const answer = await bridge.request("links:finish", id);
    if (!answer.ok) return void notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    const { links, fileCount, failed } = answer.report;
    const t = await loadMessages();
    if (links + failed.length === 0) notices.info(t.unfinished.upToDate);
    if (links > 0) notices.info(t.updated(links, fileCount));
    notifyFailed(failed, t);
  };

  /** Renames without updating links. */
  const moveOnly = async (move: { from: string; to: string }): Promise<Outcome<{ path: string }>> => {
    const moved = await bridge.request("workspace:rename", move);
    if (moved.ok) done({ from: move.from, to: moved.path });
    return moved;
  };

  return {
    $request,
    notifyResult,
    undoLast(): Promise<void> {
      const before = underWay;
      return track(async () => {
        await before;
        const last = past.pop();
        const t = await loadMessages();
        if (!last) return notices.announce(t.nothingToUndo);
        if ("requestId" in last) return undoRename(last.requestId);
        const moved = await bridge.request("workspace:rename", { from: last.to, to: last.from });
        if (moved.ok) notices.info(t.undone);
        else notices.error(moved.error.message, { hint: moved.error.hint ?? null });
      });
    },
    async offerUnfinished(): Promise<void> {
      const answer = await bridge.request("links:unfinished", undefined);
      if (!answer.ok || answer.unfinished.length === 0) return;
      const { unfinished: t } = await loadMessages();
      for (const { id, name, before, links, fileCount } of answer.unfinished) {
        const sentence = before === null ? t.heading(name, links, fileCount) : t.move(name, before, links, fileCount);
        notices.error(sentence, {
          action: { label: t.updateLinks, run: () => void finish(id) },
          secondAction: { label: t.leave, run: () => void bridge.request("links:leave", id) },
        });
      }
    },
    async move(move: { from: string; to: string }): Promise<Outcome<{ path: string }> | null> {
      const looking = setTimeout(async () => notices.info((await loadMessages()).update.looking), 500);
      const planned = await bridge.request("links:plan-move", move).finally(() => clearTimeout(looking));
      // What it is rejected for is said by the rename itself.
      if (!planned.ok || planned.plan.links + planned.plan.stuck === 0) return track(() => moveOnly(move));
      const how = await ask(move.from, move.to, planned.plan);
      if (how === null) return null;
      if (how === "rename") return track(() => moveOnly(move));
      return track(async () => {
        const moved = await bridge.request("links:move", move);
        const t = await loadMessages();
        const name = moved.ok ? nameOf(moved.path) : "";
        const folder = folderOf(move.to);
        const what = folder === folderOf(move.from) ? t.renamedTo(name) : t.movedTo(name, nameOf(folder));
        if (moved.ok) await notifyResult(moved.report, what);
        return moved;
      });
    },
    async askHeading(find: () => Promise<{ doc: DocumentId; line: number; source: string } | null>): Promise<void> {
      if ($request.get() !== null) return;
      early.hold();
      const mine = ++turn;
      const heading = await find().catch((error) => {
        if (mine === turn) close();
        throw error;
      });
      if (mine !== turn) return;
      if (heading === null) close();
      else $request.set({ kind: "heading", ...heading });
    },
    shown: () => early.release(),
    close,
  };
}
