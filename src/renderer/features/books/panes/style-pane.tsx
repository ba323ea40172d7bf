import { useStore } from "@nanostores/react";
import { useEffect, useRef, useState } from "react";
import { TextArea } from "../../../ui/kit/field";
import { useBridge, useNotices } from "../../../workbench/api/parts";
import { bookMessages } from "../messages";
import { useBook } from "../model/use-book";

/** The style guide of the translation, saved on blur. */
export function StylePane() {
  const bridge = useBridge();
  const notices = useNotices();
  const { model } = useBook();
  const { style } = useStore(model.$shown);
  const [typed, setTyped] = useState<{ text: string; version: string } | null>(null);
  const latest = useRef(typed);
  latest.current = typed;
  const t = bookMessages.style;

  const keep = async () => {
    const { current } = latest;
    if (current === null) return;
    if (current.text === model.$shown.get().style.text) {
      setTyped(null);
      return;
    }
    const { text, version } = current;
    const answer = await bridge.request("book:edit-style", { book: model.book, version, text });
    if (answer.ok) {
      model.adopt({ ...model.$shown.get(), style: answer.style });
      setTyped((now) => (now?.text === text ? null : now && { ...now, version: answer.style.version }));
      notices.announce(t.saved);
      return;
    }
    if (answer.error.code !== "stale") {
      model.isOk(answer);
      return;
    }
    await model.again();
    // The user has seen the newer text: the next save overwrites it.
    setTyped((now) => now && { ...now, version: model.$shown.get().style.version });
    notices.error(t.stale);
  };
  const last = useRef(keep);
  last.current = keep;
  useEffect(() => () => void last.current(), []);

  return (
    <div className="book-pane stack spaced inset">
      <label className="stack">
        <span>{t.label}</span>
        <TextArea
          rows={14}
          value={typed?.text ?? style.text}
          placeholder={t.hint}
          dir="auto"
          spellCheck={false}
          onChange={({ target }) => setTyped({ text: target.value, version: typed?.version ?? style.version })}
          onBlur={() => void keep()}
        />
      </label>
    </div>
  );
}
