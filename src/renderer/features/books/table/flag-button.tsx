import { useStore } from "@nanostores/react";
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from "react";
import type { BookRow, RowFlag } from "../../../../shared/book";
import { Button, LinkButton, QuietButton } from "../../../ui/kit/button";
import { TextField } from "../../../ui/kit/field";
import { Popover } from "../../../ui/kit/popover";
import { bookMessages } from "../messages";
import { flagsOfRow } from "../model/row-flags";
import { useBook } from "../model/use-book";
import { placeBeside } from "./place-beside";

/** One flag for each kind, with all details: they are ignored together. */
function byKind(flags: readonly RowFlag[]): RowFlag[] {
  const kinds = new Map<RowFlag["kind"], RowFlag>();
  for (const flag of flags) {
    const other = kinds.get(flag.kind);
    kinds.set(flag.kind, other === undefined ? flag : { ...other, detail: `${other.detail}; ${flag.detail}` });
  }
  return [...kinds.values()];
}

/** The doubts about a translation: a click lists them, and each can be ignored with a reason. Nothing if there are none. */
export function FlagButton({ row }: { row: BookRow }) {
  const { model } = useBook();
  const flags = byKind(flagsOfRow(row, useStore(model.flags.$flags, { keys: [row.id] })[row.id]));
  return flags.length === 0 ? null : <FlagList row={row} flags={flags} />;
}

function FlagList({ row, flags }: { row: BookRow; flags: readonly RowFlag[] }) {
  const { model } = useBook();
  const box = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const t = bookMessages.flags;
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (own === null || own !== document.activeElement) return;
      // The flags went away while the button had the focus, which their paragraph takes unless it went away, too.
      const field = own.closest(".book-row")?.querySelector("textarea");
      queueMicrotask(() => field?.focus({ preventScroll: true }));
    };
  }, []);
  const left = flags.filter(({ ignored }) => ignored === null);
  const name = left.length === 0 ? t.ignoredAll : t.count(left.length);
  return (
    <>
      <QuietButton
        ref={button}
        className="book-flag book-badge in-line nowrap soft small"
        data-state={left.length === 0 ? "ignored" : "flagged"}
        popoverTarget={id}
        title={left.map(({ kind }) => t.kinds[kind]).join(", ")}
        onClick={() => placeBeside(box.current, button.current)}
      >
        {name}
      </QuietButton>
      <Popover
        ref={box}
        id={id}
        className="book-versions"
        aria-label={t.heading}
        onToggle={(event) => setOpen(event.newState === "open")}
        onKeyDown={(event) => event.stopPropagation()}
      >
        {isOpen ? (
          <>
            <h3>{t.heading}</h3>
            <ul>
              {flags.map((flag) => (
                <FlagItem key={flag.kind} flag={flag} row={row} />
              ))}
            </ul>
            <p className="above-small small">
              <LinkButton
                onClick={() => {
                  box.current?.hidePopover();
                  model.$dialog.set("checks");
                }}
              >
                {bookMessages.more.checks}
              </LinkButton>
            </p>
          </>
        ) : null}
      </Popover>
    </>
  );
}

function FlagItem({ flag: { kind, detail, ignored }, row }: { flag: RowFlag; row: BookRow }) {
  const { model } = useBook();
  const [reason, setReason] = useState<string | null>(null);
  const item = useRef<HTMLLIElement>(null);
  const t = bookMessages.flags;
  const decide = (why: string | null) => {
    if (row.version !== null)
      void model.flags
        .decide({ paragraph: row.id, version: row.version, kind, reason: why })
        .then(() => setReason(null))
        .then(() => item.current?.querySelector("button")?.focus());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    decide(reason ?? "");
  };
  return (
    <li ref={item} data-ignored={ignored !== null}>
      <p>
        <strong>{t.kinds[kind]}</strong>
        {detail === "" ? null : <span className="soft breaks"> {detail}</span>}
      </p>
      {ignored !== null ? (
        <p className="soft small breaks">
          {t.ignoredBy(ignored.writer, ignored.reason)}{" "}
          <LinkButton onClick={() => decide(null)}>{t.showAgain}</LinkButton>
        </p>
      ) : reason === null ? (
        <LinkButton onClick={() => setReason("")}>{t.ignore}</LinkButton>
      ) : (
        <form className="in-line" onSubmit={submit}>
          <TextField
            autoFocus
            value={reason}
            maxLength={500}
            aria-label={t.reason}
            placeholder={t.reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button type="submit" size="small">
            {t.ignoreNow}
          </Button>
        </form>
      )}
    </li>
  );
}
