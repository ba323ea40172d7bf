import { useStore } from "@nanostores/react";
import { useId, useState } from "react";
import { words } from "../../ui/messages";
import { useShell } from "../../ui/shell-context";
import { chipLabel } from "./chip-label";
import { chipKey } from "./draft";
import { panelWords } from "./messages";
import { usePanel } from "./use-panel";

/** Everything that is sent with the next question, with its size. Nothing is hidden. */
export function AlongButton() {
  const panel = usePanel();
  const { tabs } = useShell();
  const chips = useStore(panel.$chips);
  const sizes = useStore(panel.$sizes);
  const conversation = useStore(panel.$conversation);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const say = panelWords.along;
  const of = chips.map((chip) => sizes.get(chipKey(chip)));
  const total = of.reduce<number | null>((sum, size) => (sum === null || !size ? null : sum + size.tokens), 0);
  const used = conversation?.context.used ?? null;
  const short = total === null || chips.length === 0 ? "" : say.short(panelWords.meter.tokens(total), total);
  return (
    <>
      <button
        type="button"
        className="along-button"
        popoverTarget={id}
        title={say.open}
        aria-label={short === "" ? say.open : `${short}: ${say.open}`}
      >
        {short === "" ? "…" : short}
      </button>
      <section
        id={id}
        popover="auto"
        className="panel-popover along"
        aria-label={say.heading}
        onToggle={(event) => setOpen(event.newState === "open")}
      >
        <h3>{say.heading}</h3>
        <p className="faint">{say.lead}</p>
        <ul>
          {chips.map((chip, at) => {
            const size = of[at];
            return (
              <li key={chipKey(chip)} className="along-item">
                <span className="along-name">
                  {size && chip.kind !== "selection" && !size.problem ? size.label : chipLabel(chip, size, tabs)}
                </span>
                <span className="along-size">
                  {size?.problem
                    ? say.problem(size.problem.message)
                    : size
                      ? `${say.tokens(size.tokens)}${size.isCut ? ` (${say.cut})` : ""}`
                      : "…"}
                </span>
              </li>
            );
          })}
          {chips.length === 0 ? <li className="along-item">{say.nothing}</li> : null}
          {total !== null && chips.length > 1 ? (
            <li className="along-item along-total">
              <span className="along-name">{say.total}</span>
              <span className="along-size">{say.tokens(total)}</span>
            </li>
          ) : null}
          {conversation && conversation.turns.length > 0 ? (
            <li className="along-item">
              <span className="along-name">{say.history}</span>
              <span className="along-size">{used === null ? panelWords.unknown : say.tokens(used)}</span>
            </li>
          ) : null}
        </ul>
        {isOpen ? <Prompt /> : null}
      </section>
    </>
  );
}

/** The full system prompt. */
function Prompt() {
  const { bridge } = useShell();
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
      <summary>{panelWords.along.prompt}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard */}
      <pre className="call-box" tabIndex={0}>
        {text ?? words.loading}
      </pre>
    </details>
  );
}
