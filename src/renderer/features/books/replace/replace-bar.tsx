import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import type { ReplacementsLeftOut } from "../../../../shared/book";
import { CloseIcon, DownIcon, UpIcon } from "../../../ui/icons";
import { Button, IconButton, LinkButton, QuietButton } from "../../../ui/kit/button";
import { BareField, Check, FieldBox } from "../../../ui/kit/field";
import { shortcut } from "../../../ui/shortcuts";
import { useWindow } from "../../../ui/window-context";
import { bookMessages } from "../messages";
import { useBook } from "../model/use-book";

/** Find and replace in the translations that the table lists. Enter goes to the next match or replaces the one that is shown, Escape closes. */
export function ReplaceBar() {
  const { replacer } = useBook().model;
  const { platform } = useStore(useWindow().$keyboard);
  const form = useStore(replacer.$form);
  const error = useStore(replacer.$error);
  const found = useStore(replacer.$found);
  const undo = useStore(replacer.$undo);
  const wanted = useStore(replacer.$focus);
  const field = useRef<HTMLInputElement>(null);
  const t = bookMessages.replace;
  useEffect(() => {
    if (wanted === 0) return;
    field.current?.focus();
    field.current?.select();
  }, [wanted]);

  const handleKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, nativeEvent, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (nativeEvent.isComposing) return;
    const isField = event.target instanceof HTMLInputElement && event.target.type === "text";
    const isMain = ctrlKey || metaKey;
    if (key === "Escape") replacer.close();
    else if (key === "Enter" && isMain && altKey) void replacer.review();
    else if (key !== "Enter" || isMain || altKey || !isField) return;
    else if (event.target === field.current) void replacer.step(shiftKey ? -1 : 1);
    else void replacer.replaceOne();
    event.preventDefault();
    event.stopPropagation();
  };
  const all = shortcut("Mod+Alt+Enter", platform);
  const isEmpty = (found?.matches ?? 0) === 0;
  return (
    <search className="book-replace keeps line-below inset spaced-small" aria-label={t.label} onKeyDown={handleKeyDown}>
      <div className="actions">
        <FieldBox className="book-replace-field" data-invalid={error !== null}>
          <BareField
            ref={field}
            type="text"
            dir="auto"
            value={form.find}
            aria-label={t.find}
            placeholder={t.find}
            aria-invalid={error !== null}
            autoComplete="off"
            spellCheck={false}
            maxLength={2000}
            onChange={({ target }) => replacer.change({ find: target.value })}
          />
          <Toggle name="caseSensitive" sign="Aa" />
          <Toggle name="wholeWord" sign="ab" />
          <Toggle name="regex" sign=".*" />
        </FieldBox>
        <IconButton label={t.previous} disabled={isEmpty} onClick={() => void replacer.step(-1)}>
          <UpIcon />
        </IconButton>
        <IconButton label={t.next} disabled={isEmpty} onClick={() => void replacer.step(1)}>
          <DownIcon />
        </IconButton>
        <Status />
        <IconButton label={t.close} onClick={replacer.close}>
          <CloseIcon />
        </IconButton>
      </div>
      <div className="actions">
        <FieldBox className="book-replace-field">
          <BareField
            type="text"
            dir="auto"
            value={form.template}
            aria-label={t.template}
            placeholder={t.template}
            autoComplete="off"
            spellCheck={false}
            maxLength={10_000}
            onChange={({ target }) => replacer.change({ template: target.value })}
          />
          <Toggle name="keepCase" sign="AB" />
        </FieldBox>
        <Button size="small" disabled={isEmpty} title={t.oneHint} onClick={() => void replacer.replaceOne()}>
          {t.one}
        </Button>
        <Button size="small" disabled={isEmpty} title={all} onClick={() => void replacer.review()}>
          {t.all}
        </Button>
        <Check
          checked={form.accepted === "too"}
          title={t.acceptedHint}
          onChange={({ target }) => replacer.change({ accepted: target.checked ? "too" : "no" })}
        >
          {t.accepted}
        </Check>
        {undo.length === 0 ? null : <LinkButton onClick={() => void replacer.undo()}>{t.undo}</LinkButton>}
      </div>
    </search>
  );
}

/** The sign is drawn by CSS, so that it is not part of the accessible name. */
function Toggle({ name, sign }: { name: "caseSensitive" | "wholeWord" | "regex" | "keepCase"; sign: string }) {
  const { replacer } = useBook().model;
  const form = useStore(replacer.$form);
  const label = bookMessages.replace.options[name];
  return (
    <QuietButton
      className="book-regex mono"
      data-sign={sign}
      aria-pressed={form[name]}
      aria-label={label}
      title={label}
      onClick={() => replacer.change({ [name]: !form[name] })}
    />
  );
}

function Status() {
  const { replacer } = useBook().model;
  const { find } = useStore(replacer.$form);
  const error = useStore(replacer.$error);
  const found = useStore(replacer.$found);
  const current = useStore(replacer.$current);
  const isBusy = useStore(replacer.$isBusy);
  const t = bookMessages.replace;
  if (find === "") return <p className="book-found" role="status" />;
  if (error !== null)
    return (
      <p className="book-found bad small" role="status">
        {error}
      </p>
    );
  const before = found?.places.slice(0, current?.place ?? 0).reduce((sum, { spans }) => sum + spans.length / 2, 0);
  const number = current === null ? 0 : (before ?? 0) + current.match + 1;
  const count = found === null ? "" : t.count(number, found.matches, found.places.length);
  return (
    <p className="book-found soft small" role="status" aria-busy={isBusy}>
      {found === null ? (isBusy ? bookMessages.filter.finding : "") : [count, ...leftOutOf(found.leftOut)].join(" · ")}
    </p>
  );
}

/** What is left out, in words. */
export const leftOutOf = (leftOut: ReplacementsLeftOut): string[] =>
  (["accepted", "protected", "inWork", "marks", "invalid"] as const).flatMap((reason) =>
    leftOut[reason] === 0 ? [] : [bookMessages.replace.leftOut[reason](leftOut[reason])],
  );
