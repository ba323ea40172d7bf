import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { OfficeParagraph } from "../../../../shared/office";
import { officeMessages } from "../messages";
import type { OfficeModel } from "../model/office-model";

type List = { setAt(index: number): void; goTo(index: number): void; focusWanted: RefObject<boolean> };

/** Which paragraph is edited, by id, and the edits that add or remove paragraphs. */
export function useParagraphEditing(model: OfficeModel, { setAt, goTo, focusWanted }: List) {
  const [editing, setEditing] = useState<string | null>(null);
  /** The index of a paragraph to edit once it is loaded. */
  const editWanted = useRef<number | null>(null);

  useLayoutEffect(() => {
    const wanted = editWanted.current;
    const paragraph = wanted === null ? undefined : model.paragraphs.at(wanted);
    if (!paragraph) return;
    editWanted.current = null;
    if (paragraph.locked === null) setEditing(paragraph.id);
  });

  /** Ends the editing of a paragraph; returns its text from before. */
  const close = ({ id, text }: OfficeParagraph): string => {
    const before = model.drafts.of(id)?.before ?? text;
    model.drafts.drop(id);
    setEditing(null);
    return before;
  };

  return {
    editing,
    edit(index: number, paragraph: OfficeParagraph): void {
      setAt(index);
      const locked = model.tab.$info.get().readOnly ?? paragraph.locked;
      if (locked !== null) {
        model.announce(officeMessages.lockedBecause(locked));
        focusWanted.current = true;
        return;
      }
      setEditing(paragraph.id);
    },
    leave({ id }: OfficeParagraph, focus: "back" | "stays"): void {
      setEditing((now) => (now === id ? null : now));
      if (focus === "back") focusWanted.current = true;
    },
    /** Saves `text` as the paragraph and `rest` as a new one below it, which is edited next. */
    async split(index: number, paragraph: OfficeParagraph, text: string, rest: string): Promise<void> {
      const { id } = paragraph;
      if (rest !== "" && !isUniform(paragraph)) {
        model.announce(officeMessages.cannotSplit);
        return;
      }
      const before = close(paragraph);
      const isDone = await model.edit(
        [
          ...(text === before ? [] : [{ edit: "text" as const, paragraph: id, before, text }]),
          { edit: "insert", after: id, text: rest },
        ],
        { id, before, text: text + rest },
      );
      if (isDone) {
        editWanted.current = index + 1;
        goTo(index + 1);
      } else {
        // Nothing was written: restore the typed text.
        model.drafts.begin(id, before);
        model.drafts.type(id, text + rest);
        setEditing(id);
      }
    },
    /** Deletes a paragraph; the one above it is edited next. */
    async remove(index: number, paragraph: OfficeParagraph): Promise<void> {
      const before = close(paragraph);
      if (await model.edit([{ edit: "delete", paragraph: paragraph.id, before }])) {
        editWanted.current = Math.max(0, index - 1);
        goTo(index - 1);
      }
    },
  };
}

/** Whether a paragraph can be split without loss: one style, no comments or suggestions. */
const isUniform = ({ runs }: OfficeParagraph): boolean =>
  runs.length <= 1 && runs.every((run) => run.kind === "text" && !run.suggestion && !run.comments?.length);
