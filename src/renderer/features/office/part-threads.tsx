import { useStore } from "@nanostores/react";
import { useMemo } from "react";
import type { ShownThread } from "../../../shared/comments";
import { QuietButton } from "../../ui/kit/button";
import { useComments, useTabs } from "../../workbench/api/parts";
import { officeMessages } from "./messages";
import type { OfficeModel } from "./model/office-model";

/** The open comments of a document by the address of their cell or slide. */
export type ThreadsByAddress = ReadonlyMap<string, readonly ShownThread[]>;

/**
 * The open comments of a workbook or presentation by the address of their cell or slide, as `Sheet1!B2` or `slide 3`. Null while it is not the document
 * in front, whose comments are known.
 */
export function useThreadsByAddress(model: OfficeModel): ThreadsByAddress | null {
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
