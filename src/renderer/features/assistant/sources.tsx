import { useStore } from "@nanostores/react";
import { useId, useState } from "react";
import { QuietButton } from "../../ui/kit/button";
import { Popover } from "../../ui/kit/popover";
import { messages } from "../../ui/messages";
import { useBridge, useTabs } from "../../workbench/api/parts";
import { chipLabel } from "./chip-label";
import { chipKey } from "./draft";
import { panelMessages } from "./messages";
import { usePanel } from "./use-panel";

/** Everything that is sent with the next question, with its size. Nothing is hidden. */
export function ContextButton() {
  const panel = usePanel();
  const tabs = useTabs();
  const chips = useStore(panel.$chips);
  const sizes = useStore(panel.$sizes);
  const conversation = useStore(panel.$conversation);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const t = panelMessages.context;
  const of = chips.map((chip) => sizes.get(chipKey(chip)));
  const total = of.reduce<number | null>((sum, size) => (sum === null || !size ? null : sum + size.tokens), 0);
  const used = conversation?.context.used ?? null;
  const short = total === null || chips.length === 0 ? "" : t.short(panelMessages.meter.tokens(total), total);
  return (
    <>
      <QuietButton
        className="along-button"
        popoverTarget={id}
        title={t.open}
        aria-label={short === "" ? t.open : `${short}: ${t.open}`}
      >
        {short === "" ? "…" : short}
      </QuietButton>
      <Popover
        id={id}
        className="panel-popover along"
        aria-label={t.heading}
        onToggle={(event) => setOpen(event.newState === "open")}
      >
        <h3>{t.heading}</h3>
        <p className="faint">{t.lead}</p>
        <ul>
          {chips.map((chip, at) => {
            const size = of[at];
            return (
              <li key={chipKey(chip)} className="along-item apart">
                <span className="breaks">
                  {size && chip.kind !== "selection" && !size.failure ? size.label : chipLabel(chip, size, tabs)}
                </span>
                <span className="along-size soft">
                  {size?.failure
                    ? t.excluded(size.failure.message)
                    : size
                      ? `${t.tokens(size.tokens)}${size.isCut ? ` (${t.cut})` : ""}`
                      : "…"}
                </span>
              </li>
            );
          })}
          {chips.length === 0 ? <li className="along-item apart">{t.nothing}</li> : null}
          {total !== null && chips.length > 1 ? (
            <li className="along-item along-total apart strong">
              <span className="breaks">{t.total}</span>
              <span className="along-size soft">{t.tokens(total)}</span>
            </li>
          ) : null}
          {conversation && conversation.turns.length > 0 ? (
            <li className="along-item apart">
              <span className="breaks">{t.history}</span>
              <span className="along-size soft">{used === null ? panelMessages.unknown : t.tokens(used)}</span>
            </li>
          ) : null}
        </ul>
        {isOpen ? <Prompt /> : null}
      </Popover>
    </>
  );
}

/** The full system prompt. */
function Prompt() {
  const bridge = useBridge();
  const { $conversation } = usePanel();
  const [text, setText] = useState<string | null>(null);
  const load = async () => {
    const id = $conversation.get()?.id;
    if (id === undefined || text !== null) return;
    const answer = await bridge.request("assistant:prompt", id);
    setText(answer.ok ? answer.text : answer.error.message);
  };
  return (
    <details onToggle={() => void load()}>
      <summary>{panelMessages.context.prompt}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard */}
      <pre className="code-box" tabIndex={0}>
        {text ?? messages.loading}
      </pre>
    </details>
  );
}
