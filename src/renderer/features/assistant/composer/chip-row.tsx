import { useStore } from "@nanostores/react";
import { type ReactNode, useRef } from "react";
import type { ContextChip } from "../../../../shared/conversation";
import { chipKey } from "../../../../shared/question-drafts";
import { CloseIcon, DocumentIcon, FileIcon, PlusIcon } from "../../../ui/icons";
import { IconButton } from "../../../ui/kit/button";
import { useNotices, useTabs } from "../../../workbench/api/parts";
import { panelMessages } from "../messages";
import { usePanel } from "../model/use-panel";
import { ImageIcon, SectionIcon, SelectionIcon } from "../panel-icons";
import { chipLabel } from "./chip-label";

/** The context of the question as chips. A click or Delete removes one. */
export function ChipRow({ children, leave }: { children: ReactNode; leave(): void }) {
  const panel = usePanel();
  const tabs = useTabs();
  const notices = useNotices();
  const chips = useStore(panel.$chips);
  const sizes = useStore(panel.$sizes);
  const row = useRef<HTMLUListElement>(null);
  const t = panelMessages.composer;

  const buttons = () => [...(row.current?.querySelectorAll<HTMLButtonElement>("button") ?? [])];
  const remove = (chip: ContextChip, at: number, label: string) => {
    panel.remove(chip);
    notices.announce(t.removed(label));
    const rest = buttons();
    const next = rest[at + 1] ?? rest[at - 1];
    if (next) next.focus();
    else leave();
  };
  return (
    <div className="chip-row">
      <ul ref={row} className="chips capped spaced-small grow wraps" aria-label={t.chips}>
        {chips.map((chip, at) => {
          const key = chipKey(chip);
          const size = sizes.get(key);
          const label = chipLabel(chip, size, tabs);
          const problem = size?.failure ?? null;
          const whole = chip.kind === "front" && size?.whole ? { doc: chip.doc, tokens: size.whole } : null;
          return (
            <li key={key} className="chip medium in-line" data-kind={chip.kind} data-problem={problem !== null}>
              <span className="chip-sign soft">
                <ChipIcon kind={chip.kind} />
              </span>
              <span
                className="chip-label clip"
                title={problem ? `${label}: ${problem.message}` : `${t.chip[chip.kind]}: ${size?.label ?? label}`}
              >
                {label}
              </span>
              {whole ? (
                <IconButton
                  label={t.whole(label, panelMessages.meter.tokens(whole.tokens))}
                  onClick={() => {
                    panel.add({ kind: "document", doc: whole.doc });
                    leave();
                  }}
                >
                  <PlusIcon />
                </IconButton>
              ) : null}
              <IconButton
                label={t.remove(label)}
                onClick={() => remove(chip, at, label)}
                onKeyDown={(event) => {
                  if (event.key === "Delete" || event.key === "Backspace") remove(chip, at, label);
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
      {children}
    </div>
  );
}

function ChipIcon({ kind }: { kind: ContextChip["kind"] }) {
  if (kind === "document" || kind === "front") return <DocumentIcon />;
  if (kind === "file") return <FileIcon />;
  if (kind === "image") return <ImageIcon />;
  return kind === "section" ? <SectionIcon /> : <SelectionIcon />;
}
