import { useEffect, useState } from "react";
import { previewMessages, written } from "../../rendering/page/messages";
import { FindBar } from "../../ui/kit/find-bar";
import type { PreviewView } from "./preview-view";

/** The find bar of the preview. */
export function PreviewFindBar({ view, focusCount, close }: { view: PreviewView; focusCount: number; close(): void }) {
  const [text, setText] = useState("");
  const [, rerender] = useState(0);
  const { find } = view;

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
    <FindBar
      labels={previewMessages.find}
      text={text}
      focusCount={focusCount}
      status={
        text === ""
          ? ""
          : count === 0
            ? previewMessages.find.none
            : previewMessages.find.position(position, written(count))
      }
      hasMatches={count > 0}
      onChange={setText}
      step={step}
      close={close}
    />
  );
}
