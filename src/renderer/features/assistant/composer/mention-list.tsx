import { useStore } from "@nanostores/react";
import { useEffect, useRef } from "react";
import { MAX_RECIPIENTS } from "../../../../shared/limits";
import { classes } from "../../../ui/kit/classes";
import { Option } from "../../../ui/kit/list";
import { messages } from "../../../ui/messages";
import { panelMessages } from "../messages";
import { usePanel } from "../model/use-panel";
import type { MentionItem } from "./mentions";

/** The completion list of a mention. The focus stays in the field, which names the active option. */
export function MentionList(props: {
  id: string;
  items: readonly MentionItem[] | null;
  chosen: number;
  choose(item: MentionItem): void;
}) {
  const { id, items, chosen, choose } = props;
  const { recipients } = useStore(usePanel().$draft);
  const list = useRef<HTMLDivElement>(null);
  const t = panelMessages.composer;
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${chosen}"]`)?.scrollIntoView({ block: "nearest" });
  }, [id, chosen]);
  return (
    <div className="mentions floating">
      {items === null || items.length === 0 ? (
        <p className="inset soft">{items === null ? messages.loading : t.noMatches}</p>
      ) : (
        <div ref={list} id={id} className="capped inset-small" role="listbox" aria-label={t.mentions}>
          {items.map((item, at) => (
            <Option
              key={`${item.name} ${item.detail} ${at}`}
              id={`${id}-${at}`}
              isSelected={at === chosen}
              data-kind={item.chip.kind}
              onClick={() => choose(item)}
            >
              <span className={item.chip.kind === "paragraph" ? "clip grow" : "breaks"} dir="auto">
                {item.name}
              </span>
              <span className={classes("clip soft", item.chip.kind === "paragraph" && "keeps part")}>
                {item.detail}
              </span>
            </Option>
          ))}
        </div>
      )}
      <p className="line-above inset faint small">
        {t.mentionHint}
        {recipients.length < MAX_RECIPIENTS ? null : ` · ${panelMessages.recipients.full(MAX_RECIPIENTS)}`}
      </p>
    </div>
  );
}
