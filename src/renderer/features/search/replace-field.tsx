import { useStore } from "@nanostores/react";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { ReplaceAllIcon } from "../../ui/icons";
import { Button, IconButton, QuietButton } from "../../ui/kit/button";
import { BareField, FieldBox } from "../../ui/kit/field";
import { Actions } from "../../ui/kit/toolbar";
import { shortcut } from "../../ui/shortcuts";
import { usePlatform } from "../../workbench/api/parts";
import { searchMessages } from "./messages";
import type { ReplaceModel } from "./replace-model";
import type { SearchModel } from "./search-model";

type ReplaceFieldProps = {
  model: SearchModel;
  replace: ReplaceModel;
  field: RefObject<HTMLInputElement | null>;
  toList(): void;
  toSearch(): void;
};

/** The replacement field with Replace All; single results are replaced in the list. */
export function ReplaceField({ model, replace, field, toList, toSearch }: ReplaceFieldProps) {
  const platform = usePlatform();
  const template = useStore(replace.$template);
  const keepCase = useStore(replace.$keepCase);
  const replacement = useStore(replace.$replacement);
  const { files, status } = useStore(model.$state);
  const work = useStore(replace.$state);
  const t = searchMessages.replace;
  const isBad = replacement.status !== "ready";
  const canReplace = !isBad && !("of" in work) && status !== "searching" && files.some(({ isOffice }) => !isOffice);
  const all = `${t.all} (${shortcut("Mod+Alt+Enter", platform)})`;

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    const isMain = event.ctrlKey || event.metaKey;
    if (key === "Enter" && isMain) {
      if (canReplace) void replace.all();
    } else if (isMain || event.altKey) return;
    else if (key === "Enter" || key === "ArrowDown") toList();
    else if (key === "ArrowUp" || key === "Escape") toSearch();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <FieldBox className="search-field" data-invalid={isBad}>
        <BareField
          ref={field}
          className="search-text"
          type="text"
          value={template}
          placeholder={t.placeholder}
          aria-label={t.field}
          aria-invalid={isBad}
          autoComplete="off"
          spellCheck={false}
          maxLength={10_000}
          onChange={({ target }) => replace.type(target.value)}
          onKeyDown={handleKeyDown}
        />
        <div className="search-options">
          <QuietButton
            className="small"
            data-sign="AB"
            aria-pressed={keepCase}
            aria-label={t.keepCase}
            title={t.keepCase}
            onClick={() => replace.keepCase(!keepCase)}
          />
        </div>
      </FieldBox>
      <IconButton label={t.all} hint={all} disabled={!canReplace} onClick={() => void replace.all()}>
        <ReplaceAllIcon />
      </IconButton>
      {replacement.status === "unknown group" ? (
        <p className="search-problem below-small bad breaks" role="alert">
          {t.unknownGroup(replacement.name, replacement.groups)}
          <span className="as-block above-small soft">{t.unknownGroupHint}</span>
        </p>
      ) : null}
    </>
  );
}

/** The state of a replacement: progress, question or result. `leave` moves the focus when a button disappears. */
export function ReplaceStatus({ replace, leave }: { replace: ReplaceModel; leave(): void }) {
  const work = useStore(replace.$state);
  const template = useStore(replace.$template);
  const yes = useRef<HTMLButtonElement>(null);
  const t = searchMessages.replace;
  const { status } = work;
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (status !== "asked") return;
    const { activeElement, body } = document;
    before.current = activeElement;
    // Counting takes time: do not take the focus from a user who is now typing elsewhere.
    if (activeElement === body || activeElement?.closest(".search-pane")) yes.current?.focus();
  }, [status]);
  const goBack = () => {
    const { current } = before;
    if (current instanceof HTMLElement && current.isConnected) current.focus();
    else leave();
  };
  if (work.status === "idle") return null;
  if ("of" in work) {
    const { done, of } = work;
    return (
      <div className="replace-status keeps stack start inset breaks card" aria-busy="true">
        <progress aria-label={t[work.status]} {...(of > 0 ? { value: done, max: of } : {})} />
        <p>{of > 1 ? t.progress(t[work.status], done, of) : t[work.status]}</p>
        {work.status === "undoing" ? null : <Button onClick={() => replace.stop()}>{t.stop}</Button>}
      </div>
    );
  }
  if (work.status === "asked") {
    const { matches, fileCount, changed, failed } = work.plan;
    const cancel = () => {
      replace.cancel();
      goBack();
    };
    return (
      <fieldset
        className="replace-status keeps stack start inset breaks card"
        aria-label={t.all}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          cancel();
        }}
      >
        <p id="replace-question">{t.question(matches, fileCount, template)}</p>
        <SkippedFiles changed={changed} failed={failed} />
        <Actions>
          <Button
            ref={yes}
            kind="main"
            aria-describedby="replace-question"
            onClick={() => {
              replace.confirm();
              goBack();
            }}
          >
            {t.yes}
          </Button>
          <Button onClick={cancel}>{t.no}</Button>
        </Actions>
      </fieldset>
    );
  }
  if (work.status === "refused") {
    const { message, hint } = work.notice;
    return (
      <div className="replace-status keeps stack start inset breaks card">
        <p className="search-problem below-small bad breaks">
          {message}
          {hint === undefined ? null : <span className="as-block above-small soft">{hint}</span>}
        </p>
      </div>
    );
  }
  const { report } = work;
  return (
    <div className="replace-status keeps stack start inset breaks card">
      <p>{t.summary(work)}</p>
      <SkippedFiles changed={report.changed} failed={report.failed} />
      {report.undo === null ? null : (
        <Button
          onClick={() => {
            void replace.undo();
            leave();
          }}
        >
          {t.undo}
        </Button>
      )}
    </div>
  );
}

/** The maximum number of failures listed; others are counted. */
const MAX_LISTED = 5;

function SkippedFiles({ changed, failed }: { changed: number; failed: readonly { path: string; why: string }[] }) {
  const t = searchMessages.replace;
  return (
    <>
      {changed > 0 ? <p className="search-note below-small faint small">{t.changed(changed)}</p> : null}
      {failed.length > 0 ? (
        <ul className="capped sides bad small">
          {failed.slice(0, MAX_LISTED).map(({ path, why }) => (
            <li key={path}>{t.failed(path, why)}</li>
          ))}
          {failed.length > MAX_LISTED ? <li>{t.moreFailed(failed.length - MAX_LISTED)}</li> : null}
        </ul>
      ) : null}
    </>
  );
}
