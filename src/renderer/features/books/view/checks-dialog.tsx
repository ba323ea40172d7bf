import { useStore } from "@nanostores/react";
import { useId, useState } from "react";
import type { BookCheck, CheckLevel } from "../../../../shared/book";
import { Button } from "../../../ui/kit/button";
import { Dialog, DialogChoices, DialogHead } from "../../../ui/kit/dialog";
import { Select } from "../../../ui/kit/field";
import { useModal } from "../../../ui/use-modal";
import { useNotices } from "../../../workbench/api/parts";
import { bookMessages } from "../messages";
import { useBook } from "../model/use-book";

/** The checks of the book in plain words. Each is switched at once, and the flags in the table follow. */
export function ChecksDialog({ close }: { close(): void }) {
  const { model } = useBook();
  const { checks } = useStore(model.$shown);
  const notices = useNotices();
  // The flag from which it was opened may go away while it is open.
  const [row] = useState(() => document.activeElement?.closest(".book-row"));
  const dialog = useModal({ onFocusLost: () => row?.querySelector("textarea")?.focus() });
  const id = useId();
  const t = bookMessages.checks;
  const changed = checks.filter(({ level, standard }) => level !== standard);
  const reset = async () => {
    if (changed.length === 0) return;
    const changes = changed.map(({ kind, standard }) => ({ kind, level: standard }));
    if (await model.setChecks(changes)) notices.announce(t.wasReset);
  };

  return (
    <Dialog ref={dialog} className="book-dialog book-checks" aria-labelledby={`${id}-title`} close={close} hasNotices>
      <DialogHead id={`${id}-title`} heading={t.heading} close={close}>
        <p className="soft">{t.lead}</p>
      </DialogHead>
      <ul className="lines above" aria-label={t.heading}>
        {checks.map((check) => (
          <CheckItem key={check.kind} check={check} />
        ))}
      </ul>
      <DialogChoices>
        <Button
          // Not disabled: it would lose the focus.
          aria-disabled={changed.length === 0}
          onClick={() => void reset()}
        >
          {t.reset}
        </Button>
        <Button onClick={close}>{bookMessages.close}</Button>
      </DialogChoices>
    </Dialog>
  );
}

function CheckItem({ check: { kind, level, standard, choices } }: { check: BookCheck }) {
  const { model } = useBook();
  const notices = useNotices();
  const id = useId();
  const t = bookMessages.checks;
  const name = bookMessages.flags.kinds[kind];
  const set = async (to: CheckLevel) => {
    if (await model.setChecks([{ kind, level: to }])) notices.announce(t.set(name, t.levels[to]));
  };
  return (
    <li className="book-check" data-off={level === "off"}>
      <div>
        <label className="strong" htmlFor={id}>
          {name}
        </label>
        <p className="soft small" id={`${id}-about`}>
          {t.about[kind]}
        </p>
      </div>
      <Select
        id={id}
        aria-describedby={`${id}-about`}
        value={level}
        data-on={level !== standard}
        onChange={({ target }) => void set(target.value as CheckLevel)}
      >
        {choices.map((each) => (
          <option key={each} value={each}>
            {t.levels[each]}
          </option>
        ))}
      </Select>
    </li>
  );
}
