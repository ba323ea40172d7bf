import { useEffect, useRef, useState } from "react";
import { readingWords, written } from "../../rendering/page/messages";
import { CloseIcon } from "../../ui/icons";
import type { ReadingView } from "./preview-view";

/** The find bar of the preview. */
export function FindBar({ view, asked, close }: { view: ReadingView; asked: number; close(): void }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [, setTold] = useState(0);
  const { find } = view;

  useEffect(() => {
    if (asked === 0) return;
    field.current?.focus();
    field.current?.select();
  }, [asked]);

  useEffect(() => {
    let isCurrent = true;
    find.look(text, "to the next");
    setTold((times) => times + 1);
    // Search again once all blocks are in the DOM.
    void view.fillAll().then(() => {
      if (!isCurrent) return;
      find.look(text, "to the next");
      setTold((times) => times + 1);
    });
    return () => {
      isCurrent = false;
    };
  }, [view, find, text]);

  const step = (by: 1 | -1) => {
    find.step(by);
    setTold((times) => times + 1);
  };
  const { place, count } = find;

  return (
    <search className="reading-find">
      <input
        ref={field}
        type="text"
        aria-label={readingWords.find.label}
        placeholder={readingWords.find.label}
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
      <span className="reading-find-count" role="status">
        {text === "" ? "" : count === 0 ? readingWords.find.none : readingWords.find.place(place, written(count))}
      </span>
      <button type="button" className="reading-find-button" disabled={count === 0} onClick={() => step(-1)}>
        {readingWords.find.previous}
      </button>
      <button type="button" className="reading-find-button" disabled={count === 0} onClick={() => step(1)}>
        {readingWords.find.next}
      </button>
      <button type="button" className="icon-button" aria-label={readingWords.find.close} onClick={close}>
        <CloseIcon />
      </button>
    </search>
  );
}
