import type { Alternative } from "../../../shared/assistant-requests";
import { Button, LinkButton } from "../../ui/kit/button";
import { WordDifference } from "../../ui/kit/word-difference";
import { rewriteMessages as t } from "./messages";

type Props = {
  original: string;
  alternative: Alternative;
  /** 1-based. */
  number: number;
  isAt: boolean;
  take(): void;
  copy(): void;
};

/** An alternative: its word-level diff to the passage, or its progress. */
export function AlternativeCard({ original, alternative, number, isAt, take, copy }: Props) {
  const { text, state } = alternative;
  const isDone = state.status === "done";
  return (
    // biome-ignore lint/a11y/useSemanticElements: an alternative is not a set of fields
    <div
      role="group"
      className="alternative column card"
      tabIndex={-1}
      data-at={isAt}
      data-status={state.status}
      data-number={number}
      aria-label={t.alternative(number)}
      aria-busy={state.status === "asking" || state.status === "streaming" || state.status === "retrying"}
    >
      <div className="alternative-head sides ends-small in-line soft small">
        <kbd>{number}</kbd>
        <span>
          {state.status === "done" || state.status === "failed" ? "" : t.states[state.status]}
          {isDone && text === original ? t.same : ""}
        </span>
      </div>
      <div className="alternative-text inset scrolls changes breaks pre-wrap">
        {isDone ? <WordDifference before={original} after={text} /> : text}
        {state.status === "failed" || state.status === "retrying" ? (
          <p className="bad breaks" role={state.status === "failed" ? "alert" : undefined}>
            {state.why.message} {state.why.hint}
          </p>
        ) : null}
      </div>
      {isDone ? (
        <div className="sides below actions">
          <Button kind="main" aria-label={t.choose(number)} onClick={take}>
            {t.take}
          </Button>
          <LinkButton onClick={copy}>{t.copy}</LinkButton>
        </div>
      ) : null}
    </div>
  );
}
