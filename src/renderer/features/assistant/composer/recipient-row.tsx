import { useStore } from "@nanostores/react";
import { useId, useRef } from "react";
import { type Recipient, recipientKey } from "../../../../shared/conversation";
import { AgentIcon, CloseIcon } from "../../../ui/icons";
import { IconButton } from "../../../ui/kit/button";
import { CheckBox } from "../../../ui/kit/field";
import { useNotices } from "../../../workbench/api/parts";
import { panelMessages } from "../messages";
import type { AskedColumn, Asking } from "../model/asking";
import { recipientName } from "../model/recipients";
import { usePanel } from "../model/use-panel";

/** Whom the question goes to: columns of a comparison, or whom the user has named. `leave` moves the focus to the question. */
export function RecipientRow({ leave }: { leave(): void }) {
  const { asking } = usePanel();
  return asking ? <AskedRow asking={asking} /> : <NamedRow leave={leave} />;
}

/** Whom the user has named. A click or Delete removes one. */
function NamedRow({ leave }: { leave(): void }) {
  const panel = usePanel();
  const notices = useNotices();
  const { recipients } = useStore(panel.$draft);
  const setup = useStore(panel.$setup);
  const row = useRef<HTMLUListElement>(null);
  const t = panelMessages.recipients;
  if (recipients.length === 0) return null;

  const buttons = () => [...(row.current?.querySelectorAll<HTMLButtonElement>("button") ?? [])];
  const remove = (recipient: Recipient, at: number) => {
    const next = buttons()[at + 1] ?? buttons()[at - 1];
    panel.removeRecipient(recipient);
    notices.announce(t.removed(recipientName(setup, recipient)));
    if (next) next.focus();
    else leave();
  };
  return (
    <div className="chip-row recipients">
      <span className="soft small" aria-hidden="true">
        {t.to}
      </span>
      <ul ref={row} className="chips capped spaced-small grow wraps" aria-label={t.label}>
        {recipients.map((recipient, at) => {
          const name = recipientName(setup, recipient);
          return (
            <li key={recipientKey(recipient)} className="chip medium in-line" data-kind="recipient">
              <span className="chip-sign soft">
                <AgentIcon />
              </span>
              <span className="chip-label clip" title={name}>
                {name}
              </span>
              <IconButton
                label={t.remove(name)}
                onClick={() => remove(recipient, at)}
                onKeyDown={(event) => {
                  if (event.key === "Delete" || event.key === "Backspace") remove(recipient, at);
                  else if (event.key === "ArrowRight") buttons()[at + 1]?.focus();
                  else if (event.key === "ArrowLeft") buttons()[at - 1]?.focus();
                  else return;
                  event.preventDefault();
                }}
              >
                <CloseIcon />
              </IconButton>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Which answers of a comparison the question goes on from: all, unless the user leaves some out. */
function AskedRow({ asking }: { asking: Asking }) {
  const columns = useStore(asking.$columns);
  const notices = useNotices();
  const id = useId();
  const t = panelMessages.comparison;
  const toggle = ({ id: column, name, isAsked }: AskedColumn) => {
    if (asking.toggle(column)) notices.announce(isAsked ? panelMessages.recipients.removed(name) : t.isAsked(name));
    else notices.announce(t.onlyOne(name));
  };
  return (
    <fieldset className="chip-row asked-columns" aria-labelledby={id}>
      <span id={id} className="soft small">
        <span aria-hidden="true">{panelMessages.recipients.to}</span>
        <span className="visually-hidden">{t.who}</span>
      </span>
      <div className="chips capped spaced-small grow wraps">
        {columns.map((column) => (
          <label key={column.id} className="chip medium in-line" data-kind="recipient" data-asked={column.isAsked}>
            <CheckBox checked={column.isAsked} onChange={() => toggle(column)} />
            <span className="chip-label clip" title={column.name}>
              {column.name}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
