import { useStore } from "@nanostores/react";
import { useId, useState } from "react";
import type { ChipSize } from "../../../../shared/conversation";
import { chipKey } from "../../../../shared/question-drafts";
import { costOfQuestion, tokensOf } from "../../../../shared/request-size";
import { QuietButton } from "../../../ui/kit/button";
import { Popover } from "../../../ui/kit/popover";
import { messages } from "../../../ui/messages";
import { useBridge, useTabs } from "../../../workbench/api/parts";
import { panelMessages } from "../messages";
import { usePanel } from "../model/use-panel";
import { chipLabel } from "./chip-label";
import { RequestParts, SizeRow } from "./request-parts";
import { RuleSwitches } from "./rule-switches";

/** Everything that is sent with the next question, with its size: the whole request. Nothing is hidden. */
export function ContextButton() {
  const panel = usePanel();
  const tabs = useTabs();
  const chips = useStore(panel.$chips);
  const sizes = useStore(panel.$sizes);
  const request = useStore(panel.$request);
  const isMeasured = useStore(panel.$isMeasured);
  const { text } = useStore(panel.$draft);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const t = panelMessages.context;
  const of = chips.map((chip) => sizes.get(chipKey(chip)));
  const question = costOfQuestion(text);
  const total = request ? tokensOf(request.cost + question) : sumOf(of.map((size) => size?.tokens ?? null));
  const short = total === null || total === 0 ? "" : t.short(panelMessages.meter.tokens(total), total);
  return (
    <>
      <QuietButton
        className={isMeasured ? "along-button" : "along-button faint"}
        popoverTarget={id}
        title={t.open}
        data-tokens={isMeasured ? (total ?? undefined) : undefined}
        aria-busy={!isMeasured}
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
        <p className="above-small faint">{t.lead}</p>
        <ul className="above below">
          {chips.map((chip, at) => {
            const size = of[at];
            const name = size && chip.kind !== "selection" && !size.failure ? size.label : chipLabel(chip, size, tabs);
            return (
              <SizeRow
                key={chipKey(chip)}
                name={chip.kind === "front" && size?.whole ? t.part(name) : name}
                size={size ? sizeText(size, request?.chips[at]) : "…"}
              />
            );
          })}
          {chips.length === 0 ? <li className="ends-small apart">{t.nothing}</li> : null}
          {request ? <RequestParts request={request} question={question} /> : null}
        </ul>
        <RuleSwitches />
        {isOpen ? <Prompt /> : null}
      </Popover>
    </>
  );
}

/** `cost`: what it adds to the request, if that is known. */
function sizeText({ failure, tokens, isCut }: ChipSize, cost: number | undefined): string {
  const t = panelMessages.context;
  if (failure) return t.excluded(failure.message);
  return `${t.tokens(cost ? tokensOf(cost) : tokens)}${isCut ? ` (${t.cut})` : ""}`;
}

const sumOf = (sizes: readonly (number | null)[]): number | null =>
  sizes.reduce<number | null>((sum, size) => (sum === null || size === null ? null : sum + size), 0);

/** The full system prompt. */
function Prompt() {
  const bridge = useBridge();
  const { $conversation, $chips } = usePanel();
  const [text, setText] = useState<string | null>(null);
  const load = async () => {
    const id = $conversation.get()?.id;
    if (id === undefined || text !== null) return;
    const answer = await bridge.request("assistant:prompt", { conversation: id, chips: $chips.get() });
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
