import { useEffect, useRef, useState } from "react";
import { previewMessages, written } from "../../rendering/page/messages";
import { CloseIcon } from "../../ui/icons";
import { IconButton } from "../../ui/kit/button";
import type { PreviewView } from "./preview-view";

/** The find bar of the preview. */
export function FindBar({ view, focusCount, close }: { view: PreviewView; focusCount: number; close(): void }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [, rerender] = useState(0);
  const { find } = view;

  useEffect(() => {
    if (focusCount === 0) return;
    field.current?.focus();
    field.current?.select();
  }, [focusCount]);

  useEffect(() => {
    let isCurrent = true;
    find.search(text, "to the next");
    rerender((times) => times + 1);
    // Search again once all blocks are in the DOM.
    void view.fillAll().then(() => {
      if (!isCurrent) return;
      find.search(text, "to the next");
      rerender((times) => times + 1);
    });
    return () => {
      isCurrent = false;
    };
  }, [view, find, text]);

  const step = (by: 1 | -1) => {
    find.step(by);
    rerender((times) => times + 1);
  };
  const { position, count } = find;

  return (
    <search className="reading-find in-line">
      <input
        ref={field}
        type="text"
        aria-label={previewMessages.find.label}
        placeholder={previewMessages.find.label}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
          else if (event.key === "Escape") close();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <span className="reading-find-count soft digits" role="status">
        {text === ""
          ? ""
          : count === 0
            ? previewMessages.find.none
            : previewMessages.find.position(position, written(count))}
      </span>
      <button type="button" className="reading-find-button" disabled={count === 0} onClick={() => step(-1)}>
        {previewMessages.find.previous}
      </button>
      <button type="button" className="reading-find-button" disabled={count === 0} onClick={() => step(1)}>
        {previewMessages.find.next}
      </button>
      <IconButton label={previewMessages.find.close} onClick={close}>
        <CloseIcon />
      </IconButton>
    </search>
  );
}
