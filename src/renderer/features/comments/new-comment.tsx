import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import type { CommentDraft } from "../../../shared/comments";
import { useEarlyComposition } from "../../ui/early-typing";
import { Check } from "../../ui/kit/field";
import { useComments, useTabs } from "../../workbench/api/parts";
import "./comments.css";
import { DraftField } from "./draft-field";
import { commentMessages } from "./messages";
import { subjectOf } from "./subject";

export type NewDraft = CommentDraft & { kind: "new" };

/** A comment that the user begins, with the words that it is about. */
export function NewComment({ draft }: { draft: NewDraft }) {
  const comments = useComments();
  const wanted = useStore(comments.$focus);
  const isComposing = useEarlyComposition();
  const takesFocus =
    !isComposing && wanted !== null && wanted !== "list" && "draft" in wanted && wanted.draft === draft.id;
  // Word and LibreOffice have no place for it.
  const isOfText = useStore(useTabs().$front)?.editor.kind === "text";
  const t = commentMessages;
  useEffect(() => {
    if (takesFocus) comments.$focus.set(null);
  }, [takesFocus, comments]);
  return (
    <section className="comment-card card stack inset" aria-label={t.on(subjectOf(draft), false)}>
      <blockquote className="quoted breaks" dir="auto">
        {subjectOf(draft).slice(0, 200)}
      </blockquote>
      <DraftField
        draft={draft}
        label={t.write}
        send={t.send}
        takesFocus={takesFocus}
        onSent={comments.backToText}
        onLeave={comments.backToText}
      >
        {isOfText ? (
          <Check
            checked={draft.needsMe}
            onChange={(event) => comments.type({ ...draft, needsMe: event.target.checked })}
          >
            {t.needsMe}
          </Check>
        ) : null}
      </DraftField>
    </section>
  );
}
