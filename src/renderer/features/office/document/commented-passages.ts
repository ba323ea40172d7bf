import { useStore } from "@nanostores/react";
import { type RefObject, useMemo, useRef } from "react";
import type { ShownThread } from "../../../../shared/comments";
import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import type { OfficeComment, OfficeParagraph } from "../../../../shared/office";
import type { DraftOnPage } from "../../../workbench/api/feature-stores";
import { useComments } from "../../../workbench/api/parts";
import type { OfficeModel } from "../model/office-model";
import { topIn, useCardsBeside } from "../model/use-cards-beside";

/** The threads by the ids of their comments in the document. */
export type ThreadsByComment = ReadonlyMap<string, ShownThread>;

/**
 * Finds the thread of each comment: the page does not know what answers what, the threads know no ids of the file. Author and text say which message a
 * comment is; among equal ones the time, then the order. Files may have thousands that are equal.
 */
export function threadsByComment(
  comments: readonly OfficeComment[],
  threads: readonly ShownThread[],
): Map<string, ShownThread> {
  const plain = (text: string) => text.replace(/\s+/g, " ").trim();
  const keyOf = (author: string, text: string) => `${escapeInvisibles(author).slice(0, 200)}\n${plain(text)}`;
  const messages = Map.groupBy(
    threads.flatMap((thread) =>
      thread.messages.map(({ name, text, at }) => ({ thread, key: keyOf(name, text), time: Date.parse(at) })),
    ),
    ({ key }) => key,
  );
  const alike = new Map(
    [...messages].map(([key, all]) => [key, { all, byTime: Map.groupBy(all, ({ time }) => time), taken: new Set() }]),
  );
  const found = new Map<string, ShownThread>();
  // Those whose time is known first, so that no other one takes their message.
  const others = comments.filter(({ id, author, text, at }) => {
    const { byTime, taken } = alike.get(keyOf(author, text)) ?? {};
    const message = at === null ? undefined : byTime?.get(Date.parse(at))?.shift();
    if (message === undefined) return true;
    taken?.add(message);
    found.set(id, message.thread);
    return false;
  });
  for (const { id, author, text } of others) {
    const { all, taken } = alike.get(keyOf(author, text)) ?? { all: [], taken: new Set() };
    // The last one is that of all who remain.
    while (all.length > 1 && taken.has(all[0])) all.shift();
    const [message] = all;
    if (message === undefined) continue;
    taken.add(message);
    found.set(id, message.thread);
  }
  return found;
}

/** The ids of the comments on a paragraph, in the order of their words. */
const commentsOn = ({ runs }: OfficeParagraph): string[] => [
  ...new Set(runs.flatMap(({ comments }) => comments ?? [])),
];

/** The ids of the comments on an element's words. */
const commentsOf = (element: HTMLElement): string[] => JSON.parse(element.dataset["commented"] ?? "[]") as string[];

type Options = {
  model: OfficeModel;
  comments: readonly OfficeComment[];
  total: number;
  /** What scrolls. */
  box: RefObject<HTMLDivElement | null>;
  /** The index of the current paragraph. */
  at: number;
};

/** The threads of a text document, and their cards beside the paper. */
export function useCommentedPassages({ model, comments, total, box, at }: Options) {
  const threads = useStore(useComments().$threads);
  const { paragraphs } = model;
  const known = useMemo(() => threadsByComment(comments, threads), [comments, threads]);
  // While another document is in front, they stay as they were.
  const byComment = useLast(known, threads.length > 0);
  const threadsOf = (ids: readonly string[]) => [...new Set(ids.flatMap((id) => byComment.get(id)?.thread ?? []))];
  const paragraph = paragraphs.at(at);
  const beside = useCardsBeside({
    model,
    box,
    tops: (cards, drafts, active) => {
      const tops = markThreads(box.current, cards, { byComment, active, paragraphs });
      for (const draft of drafts) {
        const line = lineOf(box.current, paragraphs, draft, total);
        if (line !== null) tops.set(draft.id, topIn(cards, line));
      }
      return tops;
    },
    at,
    onCurrent: paragraph === undefined ? [] : threadsOf(commentsOn(paragraph)),
  });
  return {
    ...beside,
    byComment,
    /** The user clicked on something of the paper. */
    pick(target: EventTarget): void {
      const words = target instanceof Element ? target.closest<HTMLElement>("[data-commented]") : null;
      if (words !== null) beside.pick(threadsOf(commentsOf(words)));
    },
  };
}

/** The last value that counted. */
function useLast<Value>(value: Value, counts: boolean): Value {
  const last = useRef(value);
  if (counts) last.current = value;
  return last.current;
}

/** Where the words of open threads begin that are rendered; those of the active thread are marked. */
function markThreads(
  box: HTMLElement | null,
  cards: HTMLElement,
  {
    byComment,
    active,
    paragraphs,
  }: { byComment: ThreadsByComment; active: string | null; paragraphs: OfficeModel["paragraphs"] },
): Map<string, number> {
  const tops = new Map<string, number>();
  const add = (ids: readonly string[], element: HTMLElement): boolean => {
    let isActive = false;
    for (const id of ids) {
      const thread = byComment.get(id);
      if (thread?.status !== "open") continue;
      if (!tops.has(thread.thread)) tops.set(thread.thread, topIn(cards, element));
      isActive ||= thread.thread === active;
    }
    return isActive;
  };
  for (const words of box?.querySelectorAll<HTMLElement>("[data-commented]") ?? [])
    words.classList.toggle("office-commented-active", add(commentsOf(words), words));
  // The words of a paragraph that is edited are in a field.
  for (const line of box?.querySelectorAll<HTMLElement>("[data-edited]") ?? []) {
    const paragraph = paragraphs.at(Number(line.dataset["edited"]));
    if (paragraph !== undefined) add(commentsOn(paragraph), line);
  }
  return tops;
}

/** The rendered line of the paragraph in which the user begins a comment: the one that is like it, or has its words, next to where it was. */
function lineOf(
  box: HTMLElement | null,
  paragraphs: OfficeModel["paragraphs"],
  draft: DraftOnPage,
  total: number,
): HTMLElement | null {
  if ("address" in draft) return null;
  const { words, paragraph, share } = draft;
  const [begin = ""] = words.split("\n");
  let best: { line: HTMLElement; rank: number; distance: number } | null = null;
  for (const line of box?.querySelectorAll<HTMLElement>("[data-at], [data-edited]") ?? []) {
    const index = Number(line.dataset["at"] ?? line.dataset["edited"]);
    const text = paragraphs.at(index)?.text ?? "";
    const rank = text === paragraph ? 0 : text.includes(begin) ? 1 : 2;
    const distance = Math.abs(index - Math.round(share * total));
    // Any other paragraph counts only where this one was.
    if (rank === 2 && distance > 0) continue;
    if (best === null || rank < best.rank || (rank === best.rank && distance < best.distance))
      best = { line, rank, distance };
  }
  return best?.line ?? null;
}
