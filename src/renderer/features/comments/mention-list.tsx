import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { Option } from "../../ui/kit/list";
import type { Addressee } from "../../workbench/api/feature-stores";
import { useComments } from "../../workbench/api/parts";
import { matchingAddressees, mentionAt } from "./addressees";
import { mentionText } from "./ask-agent";
import { commentMessages } from "./messages";

type Options = {
  field: RefObject<HTMLTextAreaElement | null>;
  /** Replaces the text, and puts the cursor at a position of it. */
  replace(text: string, cursor: number): void;
};

/** The agents to mention, offered while the user types `@` and a name. Nothing is loaded before. */
export function useMentions({ field, replace }: Options) {
  const comments = useComments();
  const id = useId();
  const [items, setItems] = useState<readonly Addressee[]>([]);
  const [at, setAt] = useState(0);
  const close = () => setItems([]);

  /** The text or the cursor has changed. */
  const update = async (): Promise<void> => {
    const now = () =>
      field.current === null ? null : mentionAt(field.current.value, field.current.selectionStart ?? 0);
    if (now() === null) return close();
    const all = await comments.addressees();
    const mention = now();
    setAt(0);
    setItems(mention === null ? [] : matchingAddressees(mention.typed, all).slice(0, 8));
  };
  const pick = (addressee: Addressee): void => {
    const area = field.current;
    const mention = area === null ? null : mentionAt(area.value, area.selectionStart ?? 0);
    close();
    if (area === null || mention === null) return;
    const inserted = mentionText(addressee);
    const end = mention.from + 1 + mention.typed.length;
    replace(area.value.slice(0, mention.from) + inserted + area.value.slice(end), mention.from + inserted.length);
  };
  /** Whether the list has taken the key. */
  const handleKeyDown = (event: KeyboardEvent): boolean => {
    const item = items[at];
    if (item === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "ArrowDown") setAt((at + 1) % items.length);
    else if (event.key === "ArrowUp") setAt((at + items.length - 1) % items.length);
    else if (event.key === "Enter" || event.key === "Tab") pick(item);
    else if (event.key === "Escape") close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const list =
    items.length === 0 ? null : (
      <div id={id} className="comment-mentions card" role="listbox" aria-label={commentMessages.mention}>
        {items.map((item, index) => (
          <Option
            key={`${item.kind} ${item.id}`}
            id={`${id}-${index}`}
            isSelected={index === at}
            onClick={() => pick(item)}
          >
            {item.name} {item.model === null ? null : <span className="soft small">{item.model}</span>}
          </Option>
        ))}
      </div>
    );
  const attributes =
    list === null
      ? {}
      : { "aria-controls": id, "aria-activedescendant": `${id}-${at}`, "aria-autocomplete": "list" as const };
  return { list, update: () => void update(), close, handleKeyDown, attributes };
}
