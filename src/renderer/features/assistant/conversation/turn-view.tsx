import { memo, useEffect, useId, useState } from "react";
import type { Part, Turn, TurnSummary } from "../../../../shared/conversation";
import { isEnded, moneyOf } from "../../../../shared/conversation";
import { AnswerView } from "../../../rendering/page/answer-view";
import { followAnswerLink } from "../../../rendering/page/follow-answer-link";
import { Button, IconButton } from "../../../ui/kit/button";
import { Callout } from "../../../ui/kit/callout";
import { CopyButton } from "../../../ui/kit/copy-button";
import { Actions } from "../../../ui/kit/toolbar";
import { moment } from "../../../ui/time";
import { useLayout, usePanelLayout } from "../../../workbench/api/parts";
import { useShell } from "../../../workbench/api/shell-context";
import { panelMessages } from "../messages";
import { usePanel } from "../model/use-panel";
import { EditIcon, RetryIcon } from "../panel-icons";
import { ApprovalCard } from "./approval-card";
import { BranchForm } from "./branch-form";
import { CallCard } from "./call-card";
import { PlanView } from "./plan-view";
import { TurnEdits } from "./turn-edits";

type TurnProps = { turn: Turn; index: number; isLast: boolean; isStopping: boolean; folder: string | null };

/** A question and its answer. Memoized: turns are immutable. */
export const TurnView = memo(function TurnView({ turn, index, isLast, isStopping, folder }: TurnProps) {
  const id = useId();
  const t = panelMessages.turn;
  const { ask, parts, state, model } = turn;
  const hasEnded = isEnded(state);
  // Not while it streams in: each piece would copy all of it.
  const answer = hasEnded ? answerOf(turn) : "";
  return (
    <article className="turn stack spaced" aria-labelledby={id} aria-busy={!hasEnded} data-state={state.status}>
      <h3 id={id} className="visually-hidden">
        {t.label(index)}
      </h3>
      {turn.summary ? <Summary summary={turn.summary} /> : null}
      <Question turn={turn} isLast={isLast} hasEnded={hasEnded} />
      <div className="spaced stack">
        {model === null || parts.length === 0 ? null : <p className="visually-hidden">{t.answered(model)}</p>}
        {parts.map((part, at) => (
          <PartView key={at} part={part} folder={folder} isRunning={!hasEnded && at === parts.length - 1} />
        ))}
        {state.status === "approving" && !isStopping ? (
          <ApprovalCard key={state.approval.call} approval={state.approval} />
        ) : null}
        <TurnState turn={turn} isLast={isLast} isStopping={isStopping} />
        {hasEnded ? <TurnEdits turn={turn} /> : null}
        {hasEnded && ask.kind === "words" ? (
          <footer className="turn-foot medium faint in-line">
            {answer === "" ? null : <CopyButton text={() => answer} label={t.copyAnswer} />}
            {isLast ? <RetryButton turn={turn} /> : null}
            <span className="grow before clip digits">
              {model}
              <TurnUsage turn={turn} />
            </span>
          </footer>
        ) : null}
      </div>
    </article>
  );
});

/** Marks where the model no longer has the turns above, and shows what it has instead. */
function Summary({ summary: { text, turns, why } }: { summary: TurnSummary }) {
  const t = panelMessages.turn.summary;
  return (
    <div className="turn-summary line-above line-below medium inset soft" role="note">
      <p>{t[why](turns)}</p>
      <details>
        <summary>{t.show}</summary>
        <p className="capped selectable above-small breaks pre-wrap" dir="auto">
          {text}
        </p>
      </details>
    </div>
  );
}

/** The text of the answer, without tool calls and thinking. */
const answerOf = ({ parts }: Turn): string =>
  parts.flatMap((part) => (part.kind === "text" && part.text.trim() !== "" ? [part.text.trim()] : [])).join("\n\n");

function Question({ turn, isLast, hasEnded }: { turn: Turn; isLast: boolean; hasEnded: boolean }) {
  const panel = usePanel();
  const panelLayout = usePanelLayout();
  const [isBranching, setBranching] = useState(false);
  const { ask, at, undone } = turn;
  const t = panelMessages.turn;
  if (ask.kind === "tool") {
    return (
      <div className="asked anchor" data-kind="tool">
        <p title={moment(at, new Date())}>{t.yourTool(ask.tool)}</p>
      </div>
    );
  }
  return (
    <div className="asked anchor">
      <p className="visually-hidden">{t.you}:</p>
      <p className="asked-words breaks pre-wrap" dir="auto" title={moment(at, new Date())}>
        {ask.text}
      </p>
      {ask.chips.length > 0 ? (
        <ul className="sent-chips medium above-small soft wraps" aria-label={panelMessages.composer.chips}>
          {ask.chips.map(({ label }, index) => (
            <li key={index} className="clip" title={label}>
              {label}
            </li>
          ))}
        </ul>
      ) : null}
      {turn.leftOut > 0 ? <p className="medium above-small soft">{t.omitted(turn.leftOut)}</p> : null}
      {undone > 0 ? <p className="medium above-small soft">{t.undone(undone)}</p> : null}
      <div className="asked-tools revealed">
        <CopyButton text={() => ask.text} label={t.copyQuestion} />
        {hasEnded ? (
          <IconButton
            label={t.edit}
            aria-expanded={isBranching}
            onClick={() => {
              // The last question needs no branch, unless its answer wrote something that can be put back.
              if (!isLast || panel.writtenSince(turn) > 0) {
                setBranching(!isBranching);
                return;
              }
              panel.edit(turn);
              panelLayout.open("focus");
            }}
          >
            <EditIcon />
          </IconButton>
        ) : null}
      </div>
      {isBranching ? <BranchForm turn={turn} close={() => setBranching(false)} /> : null}
    </div>
  );
}

const PartView = memo(function PartView({
  part,
  folder,
  isRunning,
}: {
  part: Part;
  folder: string | null;
  isRunning: boolean;
}) {
  if (part.kind === "call") return <CallCard call={part} />;
  if (part.kind === "text") return part.text.trim() === "" ? null : <Answer text={part.text} folder={folder} />;
  if (part.kind === "plan") return <PlanView entries={part.entries} />;
  if (part.kind === "note") return <p className="soft breaks">{part.text}</p>;
  return <Thinking text={part.text} isRunning={isRunning && !part.isWhole} />;
});

function Answer({ text, folder }: { text: string; folder: string | null }) {
  const shell = useShell();
  return <AnswerView text={text} follow={(address) => void followAnswerLink(shell, folder, address)} />;
}

/** The model's thinking, collapsed by default. */
function Thinking({ text, isRunning }: { text: string; isRunning: boolean }) {
  const t = panelMessages.turn;
  if (text.trim() === "") return null;
  return (
    <details className="thinking">
      <summary>{isRunning ? t.thinking : t.thought}</summary>
      <p className="quoted capped above-small breaks pre-wrap" dir="auto">
        {text.slice(0, 50_000)}
      </p>
    </details>
  );
}

/** The state of a turn that its content does not show; after an error, the possible actions. */
function TurnState({ turn, isLast, isStopping }: { turn: Turn; isLast: boolean; isStopping: boolean }) {
  const { state, parts } = turn;
  const t = panelMessages.turn;
  const last = parts.at(-1);
  if (isStopping && !isEnded(state)) return <Waiting text={t.stopping} />;
  switch (state.status) {
    case "asking":
      return <Waiting text={t.asking} />;
    case "compacting":
      return <Waiting text={t.compacting} />;
    case "streaming":
      return last === undefined || last.kind === "thinking" ? <Waiting text={t.thinking} /> : <Waiting text="" />;
    case "running":
      return last?.kind === "call" && last.state === "running" ? null : <Waiting text={t.running} />;
    case "approving":
    case "done":
      return null;
    case "retrying":
      return (
        <Callout>
          <p>{state.why.message}</p>
          <Countdown until={state.at} />
        </Callout>
      );
    case "stopped":
      return <p className="soft">{t.stopped}</p>;
    case "interrupted":
      return (
        <Callout>
          <p>{t.interrupted}</p>
          {isLast ? <ErrorActions turn={turn} code="" /> : null}
        </Callout>
      );
    case "limited":
    case "failed":
      return (
        <Callout tone={state.status === "limited" ? "warn" : "bad"} role={isLast ? "alert" : undefined}>
          <p>{state.why.message}</p>
          {state.why.hint === undefined ? null : <p className="soft">{state.why.hint}</p>}
          {isLast ? <ErrorActions turn={turn} code={state.why.code} /> : null}
        </Callout>
      );
  }
}

function ErrorActions({ turn, code }: { turn: Turn; code: string }) {
  const panel = usePanel();
  const layout = useLayout();
  const t = panelMessages.turn;
  const isLimited = turn.state.status === "limited";
  return (
    <Actions>
      {turn.ask.kind === "words" ? (
        <Button onClick={() => void (isLimited ? panel.ask(t.goOnQuestion) : panel.retry(turn))}>
          {isLimited ? t.goOn : t.retry}
        </Button>
      ) : null}
      {turn.state.status === "failed" && code !== "cut" ? (
        <Button onClick={layout.showSetup}>{t.settings}</Button>
      ) : null}
    </Actions>
  );
}

function RetryButton({ turn }: { turn: Turn }) {
  const panel = usePanel();
  const { retry } = panelMessages.turn;
  return (
    <IconButton label={retry} onClick={() => void panel.retry(turn)}>
      <RetryIcon />
    </IconButton>
  );
}

function Waiting({ text }: { text: string }) {
  return (
    <p className="waiting soft in-line">
      <span className="waiting-sign" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {text}
    </p>
  );
}

function Countdown({ until }: { until: string }) {
  const left = () => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000))), 500);
    return () => clearInterval(timer);
  }, [until]);
  return <p className="soft">{panelMessages.turn.retrying(seconds)}</p>;
}

function TurnUsage({ turn: { usage } }: { turn: Turn }) {
  const { tokens, cost } = panelMessages.meter;
  const { input, output } = usage;
  const or = (value: number | null) => (value === null ? panelMessages.unknown : tokens(value));
  // Hide usage if no tokens were counted.
  if (input === 0 && output === 0) return null;
  const amounts = moneyOf(usage);
  // Agents count only what they cost.
  if (input === null && output === null) return amounts.length === 0 ? null : <span> · {cost(amounts)}</span>;
  return (
    <span>
      {" · "}
      {panelMessages.turn.tokens(or(input), or(output))} ·{" "}
      {amounts.length === 0 ? panelMessages.unknown : cost(amounts)}
    </span>
  );
}
