import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import type { OfficeParagraph } from "../../../../shared/office";
import { Button, QuietButton } from "../../../ui/kit/button";
import { Callout } from "../../../ui/kit/callout";
import { BareArea } from "../../../ui/kit/field";
import { officeMessages } from "../messages";
import type { OfficeModel } from "../model/office-model";

type Props = {
  model: OfficeModel;
  paragraph: OfficeParagraph;
  /** Called when editing ends; `back`: the paragraph takes the focus. */
  leave(focus: "back" | "stays"): void;
  /** Where the cursor must be at first; the end if null. */
  cursorAt?: ((id: string) => number | null) | undefined;
  /** Splits the paragraph at the cursor; absent if it cannot be split. */
  split?: ((text: string, rest: string) => void) | undefined;
  /** Backspace was pressed in an empty paragraph. */
  remove?: (() => void) | undefined;
};

/** The plain-text editor of a paragraph. It saves on blur, including text that is being composed. */
export function ParagraphEditor({ model, paragraph, leave, cursorAt, split, remove }: Props) {
  const { drafts } = model;
  const { id } = paragraph;
  const draft = useStore(drafts.$drafts).get(id);
  const field = useRef<HTMLTextAreaElement>(null);
  const text = draft?.text ?? paragraph.text;

  useEffect(() => {
    const own = field.current;
    own?.focus({ preventScroll: true });
    const at = cursorAt?.(id) ?? own?.value.length ?? 0;
    own?.setSelectionRange(at, at);
  }, []);

  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const main = event.ctrlKey || event.metaKey;
    if (event.key === "Escape") {
      // Announced once, so that it is clear where the text went.
      if (draft && draft.text !== draft.before) model.announce(officeMessages.discarded);
      drafts.drop(id);
      leave("back");
    } else if (event.key === "Enter" && main) {
      void model.commit(id);
      leave("back");
    } else if (event.key === "Enter" && !event.shiftKey && !event.altKey && split) {
      split(value.slice(0, selectionStart), value.slice(selectionEnd));
    } else if (event.key === "Backspace" && value === "" && remove && !main) remove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <BareArea
      ref={field}
      className="office-field"
      aria-label={officeMessages.editing}
      dir={paragraph.isRightToLeft ? "rtl" : "auto"}
      rows={1}
      value={text}
      onChange={(event) => {
        drafts.begin(id, paragraph.text);
        drafts.type(id, event.currentTarget.value);
      }}
      onKeyDown={handleKeyDown}
      onBlur={() => {
        void model.commit(id);
        leave("stays");
      }}
    />
  );
}

/** An unsaved draft: recovered after a crash, or not written because of an error. */
export function DraftCard({ model, id }: { model: OfficeModel; id: string }) {
  return (
    <div className="office-cards spaced-small late wraps">
      <span className="office-card card ui-font small" data-kind="draft">
        <span className="office-card-who clip soft">{officeMessages.unsaved}</span>
        <QuietButton onClick={() => void model.commit(id)}>{officeMessages.save}</QuietButton>
        <QuietButton onClick={() => model.drafts.drop(id)}>{officeMessages.discard}</QuietButton>
      </span>
    </div>
  );
}

/** A conflict: both texts, and the choice between them. */
export function DraftConflict({ model, id }: { model: OfficeModel; id: string }) {
  const draft = useStore(model.drafts.$drafts).get(id);
  if (draft?.now === undefined) return null;
  const { now } = draft;
  const t = officeMessages.conflict;
  return (
    <Callout className="office-conflict ui-font" aria-label={t.label}>
      <p>{now === null ? t.paragraphDeleted : t.both}</p>
      <dl>
        <dt className="above-small soft small">{t.mine}</dt>
        <dd className="pre-wrap">{draft.text}</dd>
        {now === null ? null : (
          <>
            <dt className="above-small soft small">{t.theirs}</dt>
            <dd className="pre-wrap">{now}</dd>
          </>
        )}
      </dl>
      <div className="office-actions actions above">
        {now === null ? null : (
          <Button
            onClick={() => {
              model.drafts.overwrite(id);
              void model.commit(id);
            }}
          >
            {t.keepMine}
          </Button>
        )}
        {now === null ? <Button onClick={() => void model.copyText(draft.text)}>{t.copy}</Button> : null}
        <Button onClick={() => model.drafts.drop(id)}>{now === null ? t.discard : t.takeTheirs}</Button>
      </div>
    </Callout>
  );
}
