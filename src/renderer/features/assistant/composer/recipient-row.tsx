import { useStore } from "@nanostores/react";
import { useRef } from "react";
import { type Recipient, recipientKey } from "../../../../shared/conversation";
import { AgentIcon, CloseIcon } from "../../../ui/icons";
import { IconButton } from "../../../ui/kit/button";
import { useNotices } from "../../../workbench/api/parts";
import { panelMessages } from "../messages";
import { recipientName } from "../model/recipients";
import { usePanel } from "../model/use-panel";
import { AskedRow } from "./asked-row";

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
