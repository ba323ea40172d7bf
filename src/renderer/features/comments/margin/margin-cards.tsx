import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import type { ShownThread } from "../../../../shared/comments";
import { useComments } from "../../../workbench/api/parts";
import { handleListKeys } from "../list-keys";
import { commentMessages } from "../messages";
import { NewComment } from "../new-comment";
import { ThreadCard } from "../thread-card";

/** A card beside the text: a thread, or a comment that the user begins; `key` is the id of either. */
export type MarginItem = { key: string; thread: ShownThread | null };

type Props = {
  /** In the order of their passages. */
  items: readonly MarginItem[];
  /** The thread that is shown in full. */
  active: string | null;
  /** Called with the elements of the cards once they are in the page. */
  onRendered(cards: Iterable<HTMLElement>): void;
};

/** The cards beside the lines that are rendered. Whoever renders them places them. */
export function MarginCards({ items, active, onRendered }: Props) {
  const comments = useComments();
  // From the store itself: a field whose text arrives late loses keys.
  const drafts = useStore(comments.$drafts);
  const list = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (list.current) onRendered(list.current.querySelectorAll<HTMLElement>(":scope > [data-key]"));
  });
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => handleListKeys(event, comments);
  return (
    <section ref={list} aria-label={commentMessages.beside} data-own-keys="Mod+Z" onKeyDown={handleKeyDown}>
      {items.map(({ key, thread }) => {
        const own = drafts.filter((draft) => draft.kind !== "new" && draft.thread === key);
        const begun = drafts.find((draft) => draft.kind === "new" && draft.id === key);
        return (
          <div key={key} data-key={key}>
            {thread !== null ? (
              <ThreadCard thread={thread} drafts={own} place="margin" isActive={key === active} />
            ) : begun?.kind === "new" ? (
              <NewComment draft={begun} />
            ) : null}
          </div>
        );
      })}
    </section>
  );
}
