import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import type { OfficeParagraph } from "../../../../shared/office";
import { officeMessages } from "../messages";
import type { Draft } from "../model/drafts";
import type { OfficeModel } from "../model/office-model";
import { type CaughtTyping, catchTyping } from "./catch-typing";

type List = { setAt(index: number): void; goTo(index: number): void; focusWanted: RefObject<boolean> };

/** Which paragraph is edited, by id, and the edits that add or remove paragraphs. */
export function useParagraphEditing(model: OfficeModel, { setAt, goTo, focusWanted }: List) {
  const [editing, setEditing] = useState<string | null>(null);
  /** A paragraph to edit once it is loaded, with what is typed meanwhile: before its text, or behind it. */
  const editWanted = useRef<{ index: number; typing: CaughtTyping; at: "start" | "end" } | null>(null);
  /** Where the cursor will be in the field of a paragraph. */
  const cursor = useRef<{ id: string; at: number } | null>(null);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);

  useLayoutEffect(() => {
    const wanted = editWanted.current;
    const paragraph = wanted === null ? undefined : model.paragraphs.at(wanted.index);
    // A composition ends where it began.
    if (wanted === null || !paragraph || wanted.typing.isComposing()) return;
    editWanted.current = null;
    const { index, typing, at } = wanted;
    const { id, text, locked } = paragraph;
    const isWanted = typing.isWanted();
    const [typed = "", ...lines] = typing.take().split("\n");
    if (locked === null && typed !== "") {
      model.drafts.begin(id, text);
      model.drafts.type(id, at === "start" ? typed + text : text + typed);
    }
    // It is a draft of this paragraph now.
    typing.stop();
    if (locked !== null) return;
    if (!isWanted) {
      // The user has gone elsewhere.
      void model.commit(id);
      return;
    }
    cursor.current = { id, at: at === "start" ? typed.length : text.length + typed.length };
    // Enter was pressed again meanwhile.
    if (lines.length > 0) void splitAt(index, paragraph, [typed, at === "start" ? text : ""], lines.join("\n"));
    else setEditing(id);
  });

  /** Ends the editing of a paragraph; returns its text from before. */
  const close = ({ id, text }: OfficeParagraph): string => {
    const before = model.drafts.of(id)?.before ?? text;
    model.drafts.drop(id);
    setEditing(null);
    return before;
  };

  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      editWanted.current?.typing.stop();
    };
  }, []);
  const caught = storingTyping(model, renderAgain);

  /** Saves `text` as the paragraph and `rest` as a new one below it, which is edited next; `typed` was typed there already. */
  async function splitAt(
    index: number,
    paragraph: OfficeParagraph,
    [text, rest]: [text: string, rest: string],
    typed = "",
  ): Promise<void> {
    const { id } = paragraph;
    const before = close(paragraph);
    const typing = caught(id, before, (added) => text + added + rest);
    typing.begin(typed);
    const isDone = await model.edit(
      [
        ...(text === before ? [] : [{ edit: "text" as const, paragraph: id, before, text }]),
        { edit: "insert", after: id, text: rest },
      ],
      { id, before, text: text + rest },
    );
    if (isDone && isGone.current) {
      // The view is gone; what was typed is saved where it belongs.
      const added = model.paragraphs.at(index + 1);
      const typed = typing.take();
      if (added === undefined || typed === "") return typing.stop();
      model.drafts.begin(added.id, added.text);
      model.drafts.type(added.id, typed + added.text);
      typing.stop();
      await model.commit(added.id);
    } else if (isDone) {
      editWanted.current = { index: index + 1, typing, at: "start" };
      goTo(index + 1);
      renderAgain();
    } else {
      // Nothing was written: restore the typed text.
      const isWanted = typing.isWanted();
      model.drafts.begin(id, before);
      model.drafts.type(id, text + typing.take() + rest);
      typing.stop();
      if (isWanted) setEditing(id);
    }
  }

  return {
    editing,
    /** Where the cursor must be in the field of a paragraph that is edited now; null for its end. */
    takeCursor(id: string): number | null {
      const at = cursor.current?.id === id ? cursor.current.at : null;
      cursor.current = null;
      return at;
    },
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
      if (rest !== "" && !isUniform(paragraph)) model.announce(officeMessages.cannotSplit);
      else await splitAt(index, paragraph, [text, rest]);
    },
    /** Deletes a paragraph; the one above it is edited next. */
    async remove(index: number, paragraph: OfficeParagraph): Promise<void> {
      const before = close(paragraph);
      const typing = caught(paragraph.id, before, (added) => before + added);
      if (await model.edit([{ edit: "delete", paragraph: paragraph.id, before }])) {
        editWanted.current = { index: Math.max(0, index - 1), typing, at: index > 0 ? "end" : "start" };
        goTo(index - 1);
        renderAgain();
        return;
      }
      const isWanted = typing.isWanted();
      const typed = typing.take();
      typing.stop();
      if (typed === "") return;
      // It is still there.
      model.drafts.begin(paragraph.id, before);
      model.drafts.type(paragraph.id, before + typed);
      if (isWanted) setEditing(paragraph.id);
    },
  };
}

/** Whether a paragraph can be split without loss: one style, no comments or suggestions. */
const isUniform = ({ runs }: OfficeParagraph): boolean =>
  runs.length <= 1 && runs.every((run) => run.kind === "text" && !run.suggestion && !run.comments?.length);

/** Catches what is typed next, and stores it with the text that it belongs to in case the app ends: `textWith` is that text. */
const storingTyping =
  (model: OfficeModel, onComposed: () => void) =>
  (id: string, before: string, textWith: (typed: string) => string): CaughtTyping => {
    let kept: Draft | null = null;
    const keep = (draft: Draft | null): void => {
      if (draft !== null) model.keep(draft, true);
      else if (kept !== null) model.keep(kept, false);
      kept = draft;
    };
    const typing = catchTyping(officeMessages.editing, {
      onTyped: (typed) => keep({ id, before, text: textWith(typed) }),
      onComposed,
    });
    return {
      ...typing,
      stop() {
        typing.stop();
        keep(null);
      },
    };
  };
