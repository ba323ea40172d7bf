import { useStore } from "@nanostores/react";
import { useMemo } from "react";
import { type CellRange, isWithin, parseRange, splitAddress } from "../../../../core/office/sheet-address";
import type { ShownLock, ShownThread } from "../../../../shared/comments";
import type { Command } from "../../../../shared/contract";
import { commandName, systemItemTitle } from "../../../ui/command-messages";
import { QuietButton } from "../../../ui/kit/button";
import { useBridge, useComments, useRun, useTabs } from "../../../workbench/api/parts";
import { officeMessages } from "../messages";
import type { OfficeModel } from "../model/office-model";

/** The open comments of a document by the address of their cell or slide. */
export type ThreadsByAddress = ReadonlyMap<string, readonly ShownThread[]>;

/**
 * The open comments of a workbook or presentation by the address of their cell or slide, as `Sheet1!B2` or `slide 3`. Null while it is not the document
 * in front, whose comments are known.
 */
function useThreadsByAddress(model: OfficeModel): ThreadsByAddress | null {
  const comments = useComments();
  const threads = useStore(comments.$threads);
  const state = useStore(comments.$state);
  const isFront = useStore(useTabs().$front)?.doc === model.tab.doc;
  return useMemo(() => {
    if (!isFront || state !== "ready") return null;
    return Map.groupBy(
      threads.filter(({ status }) => status === "open"),
      ({ address }) => address ?? "",
    );
  }, [isFront, state, threads]);
}

/** Whether a cell or slide of this document is protected from agents, by its address; the whole document has the address `null`. */
export function useProtected(model: OfficeModel): (address: string | null) => boolean {
  const locks = useStore(useComments().$locks);
  const isFront = useStore(useTabs().$front)?.doc === model.tab.doc;
  return useMemo(() => {
    const found = (isFront ? locks : [])
      .filter(({ address, kind, share }) => address !== null || (kind === "document" && share === null))
      .map(({ address }) => ({ address, range: rangeIn(address) }));
    return (address) => {
      const cell = rangeIn(address);
      return found.some(
        (lock) =>
          lock.address === address ||
          (cell !== null && lock.range?.sheet === cell.sheet && isWithin(cell.range.from, lock.range.range)),
      );
    };
  }, [isFront, locks]);
}

/** The protection of a paragraph of a Word document or OpenDocument text from agents, by its index. */
export function useProtectedParagraphs(model: OfficeModel): (index: number) => ShownLock["mode"] | null {
  const locks = useStore(useComments().$locks);
  const isFront = useStore(useTabs().$front)?.doc === model.tab.doc;
  return useMemo(() => {
    const found = isFront ? locks.filter(({ page }) => page !== null) : [];
    return (index) => {
      const there = found.filter(({ page }) => page !== null && page.first <= index && index <= page.last);
      return there.find(({ mode }) => mode === "locked")?.mode ?? there[0]?.mode ?? null;
    };
  }, [isFront, locks]);
}

function rangeIn(address: string | null): { sheet: string | null; range: CellRange } | null {
  const split = address === null ? null : splitAddress(address);
  const range = split === null ? null : parseRange(split.rest);
  return split === null || range === null ? null : { sheet: split.sheet, range };
}

/** The menu of a cell or slide: comment on it, or protect it from agents. */
function usePartMenu(): () => Promise<void> {
  const bridge = useBridge();
  const run = useRun();
  return async () => {
    const commands = ["comment", "protect-part", "protect-document"] as const satisfies Command[];
    const picked = await bridge.request(
      "app:menu",
      commands.map((id) => ({ id, label: commandName(id) })),
    );
    const command = commands.find((id) => id === picked);
    if (command) run(command);
  };
}

/** The menu of a text document: the clipboard, a comment on what is selected, and protection of the paragraphs, the section or the whole from agents. */
export function useDocumentMenu(): () => Promise<void> {
  const bridge = useBridge();
  const run = useRun();
  return async () => {
    const commands = [
      ...(["comment", "protect-paragraph", "protect-section", "protect-document"] as const),
    ] satisfies Command[];
    const picked = await bridge.request("app:menu", [
      { id: "cut", role: "cut", label: systemItemTitle("cut") },
      { id: "copy", role: "copy", label: systemItemTitle("copy") },
      { id: "paste", role: "paste", label: systemItemTitle("paste") },
      "separator",
      ...commands.map((id) => ({ id, label: commandName(id) })),
    ]);
    const command = commands.find((id) => id === picked);
    if (command) run(command);
  };
}

/** The comments on the cells or slides of a document, which of them are protected, and their menu. */
export function useParts(model: OfficeModel) {
  return { threads: useThreadsByAddress(model), isProtected: useProtected(model), showMenu: usePartMenu() };
}

/** The maximum number of messages of a thread that are shown beside its cell or slide; the side bar has all. */
const MAX_SHOWN = 3;

/** A comment beside its cell or slide: who wrote what, with the way to answer and to resolve it. */
export function ThreadNote({ thread }: { thread: ShownThread }) {
  const comments = useComments();
  const { messages, thread: id } = thread;
  const shown = messages.slice(-MAX_SHOWN);
  const left = messages.length - shown.length;
  return (
    <section className="office-thread card ui-font small" aria-label={officeMessages.commentBy(nameOf(thread))}>
      {left > 0 ? <p className="soft">{officeMessages.earlierMessages(left)}</p> : null}
      {shown.map(({ name, text, at }, index) => (
        <p key={`${at} ${index}`} className="breaks pre-wrap" dir="auto">
          <b>{name || officeMessages.somebody}</b> {text.length > 500 ? `${text.slice(0, 500)}…` : text}
        </p>
      ))}
      <span className="wraps">
        <QuietButton
          onClick={() => {
            comments.show();
            comments.$focus.set({ thread: id });
          }}
        >
          {officeMessages.answerComment}
        </QuietButton>
        <QuietButton onClick={() => void comments.set(id, { status: "resolved" })}>
          {officeMessages.resolveComment}
        </QuietButton>
      </span>
    </section>
  );
}

const nameOf = ({ messages }: ShownThread): string => messages[0]?.name || officeMessages.somebody;
