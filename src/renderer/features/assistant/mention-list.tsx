import { useEffect, useRef } from "react";
import { messages } from "../../ui/messages";
import type { MentionItem } from "./mentions";
import { panelMessages } from "./messages";

/** The completion list of a mention. The focus stays in the field, which names the active option. */
export function MentionList(props: {
  id: string;
  items: readonly MentionItem[] | null;
  chosen: number;
  choose(item: MentionItem): void;
}) {
  const { id, items, chosen, choose } = props;
  const list = useRef<HTMLDivElement>(null);
  const t = panelMessages.composer;
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${chosen}"]`)?.scrollIntoView({ block: "nearest" });
  }, [id, chosen]);
  return (
    <div className="mentions">
      {items === null || items.length === 0 ? (
        <p className="mentions-none">{items === null ? messages.loading : t.noMatches}</p>
      ) : (
        <div ref={list} id={id} className="mentions-list" role="listbox" aria-label={t.mentions}>
          {items.map((item, at) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              key={`${item.name} ${item.detail} ${at}`}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === chosen}
              data-kind={item.chip.kind}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(item)}
            >
              <span className="mention-name" dir="auto">
                {item.name}
              </span>
              <span className="mention-place">{item.detail}</span>
            </div>
          ))}
        </div>
      )}
      <p className="mentions-hint">{t.mentionHint}</p>
    </div>
  );
}
