import { useStore } from "@nanostores/react";
import { useId, useState } from "react";
import type { ChipSize } from "../../../../shared/conversation";
import { chipKey } from "../../../../shared/question-drafts";
import { costOfQuestion, type RequestSize, tokensOf } from "../../../../shared/request-size";
import { QuietButton } from "../../../ui/kit/button";
import { classes } from "../../../ui/kit/classes";
import { CheckBox } from "../../../ui/kit/field";
import { Popover } from "../../../ui/kit/popover";
import { messages } from "../../../ui/messages";
import { useBridge, useTabs } from "../../../workbench/api/parts";
import { panelMessages } from "../messages";
import { usePanel } from "../model/use-panel";
import { chipLabel } from "./chip-label";

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

/** A part of what is sent, with its size. */
function SizeRow({ name, size, isTotal = false }: { name: string; size: string; isTotal?: boolean }) {
  return (
    <li className={classes("apart ends-small", isTotal && "line-above strong")}>
      <span className="breaks">{name}</span>
      <span className="end-aligned soft">{size}</span>
    </li>
  );
}

/** The parts of a request that are not chips, and the sum of all. */
function RequestParts({ request, question }: { request: RequestSize; question: number }) {
  const t = panelMessages.context;
  const { system, rules, tools, toolCount, history, cost, limit } = request;
  const size = (part: number) => t.tokens(tokensOf(part));
  return (
    <>
      <SizeRow name={t.question} size={size(question)} />
      {history > 0 ? <SizeRow name={t.history} size={size(history)} /> : null}
      <SizeRow name={t.instructions} size={size(system)} />
      {rules > 0 ? <SizeRow name={t.rules} size={size(rules)} /> : null}
      <SizeRow name={t.tools(toolCount)} size={size(tools)} />
      <SizeRow name={t.total} size={size(cost + question)} isTotal />
      {limit === null ? null : <SizeRow name={t.limit} size={t.tokens(limit)} />}
    </>
  );
}

/** The rules and skills of the folder and the user, each to be used or not. */
function RuleSwitches() {
  const panel = usePanel();
  const rules = useStore(panel.rules.$rules);
  const t = panelMessages.rules;
  if (rules.length === 0) return null;
  return (
    <fieldset className="rule-switches below above">
      <legend className="strong">{t.list}</legend>
      {rules.map((rule) => (
        <label key={rule.id} className="ends-small apart" title={rule.description || rule.path}>
          <CheckBox
            checked={rule.use === "yes"}
            disabled={rule.problem !== null}
            onChange={({ target }) => void panel.rules.decide([rule], target.checked ? "yes" : "no")}
          />
          <span className="grow breaks">
            {rule.kind === "skill" ? rule.name : rule.path}
            {rule.problem === null ? null : <span className="soft small"> {rule.problem.message}</span>}
          </span>
          <span className="end-aligned soft">{t.bytes(rule.bytes)}</span>
        </label>
      ))}
    </fieldset>
  );
}
