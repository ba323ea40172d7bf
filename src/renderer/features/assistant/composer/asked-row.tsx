import { useStore } from "@nanostores/react";
import { useId } from "react";
import { CheckBox } from "../../../ui/kit/field";
import { useNotices } from "../../../workbench/api/parts";
import { panelMessages } from "../messages";
import type { AskedColumn, Asking } from "../model/asking";

/** Which answers of a comparison the question goes on from: all, unless the user leaves some out. */
export function AskedRow({ asking }: { asking: Asking }) {
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
