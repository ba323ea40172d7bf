import { useEffect, useId, useRef, useState } from "react";
import type { Approval, ApprovalAnswer, ApprovalScope, PlannedWrite } from "../../shared/conversation";
import { useShell } from "../ui/shell-context";
import { DiffView } from "./diff-view";
import { usePanel } from "./use-panel";
import { panelWords } from "./words";

/** Milliseconds in which no button works: a click or a key that was meant for what stood here before. */
const GUARD = 500;

/** What a call wants to write, and the person's answer to it. */
export function ApprovalCard({ approval, model }: { approval: Approval; model: string }) {
  const panel = usePanel();
  const { notices } = useShell();
  const id = useId();
  const isGuarded = useGuard(approval.id);
  /** The question that was answered: the same card may ask again, about a document that changed. */
  const [answered, setAnswered] = useState<string | null>(null);
  const isAnswered = answered === approval.id;
  const [note, setNote] = useState("");
  const [isLonger, setLonger] = useState(false);
  const card = useRef<HTMLElement>(null);
  const say = panelWords.approval;
  const { writes, scopes, sensitive, title, notice } = approval;
  const names = writes.map(({ target }) => target.name).join(", ");

  useEffect(
    () => notices.announce([notice ?? [], panelWords.approval.announce(title, names)].flat().join(" ")),
    [notices, title, names, notice, approval.id],
  );
  // Where the person works in the panel and would lose the way, the card comes into view; the focus stays theirs.
  useEffect(() => card.current?.scrollIntoView({ block: "nearest" }), []);

  const answer = async (decision: ApprovalAnswer["decision"], pressedAt: number) => {
    if (isGuarded(pressedAt) || isAnswered) return;
    setAnswered(approval.id);
    const field = card.current?.closest(".panel")?.querySelector<HTMLElement>(".panel-field");
    const hadFocus = card.current?.contains(document.activeElement) === true;
    if (!(await panel.answer(approval, decision))) setAnswered(null);
    else if (hadFocus) field?.focus();
  };
  const allow = (scope: ApprovalScope, pressedAt: number) => void answer({ allow: true, scope }, pressedAt);
  const longer = scopes.filter((scope) => scope !== "once");

  return (
    <section ref={card} className="approval" data-approval={approval.id} aria-labelledby={id}>
      <h4 id={id}>
        {say.heading(title)}
        {writes.length > 1 ? <span className="faint"> · {say.queued(writes.length)}</span> : null}
      </h4>
      {model === "" ? null : <p className="approval-who">{say.asks(model)}</p>}
      {notice === null ? null : <p className="approval-warning">{notice}</p>}
      {writes.map((write) => (
        <Write key={write.target.path} write={write} />
      ))}
      {sensitive === null ? null : <p className="approval-warning">{sensitive}</p>}
      <div className="approval-actions">
        <button
          type="button"
          className="button"
          data-kind="main"
          aria-disabled={isAnswered}
          onClick={(event) => allow("once", event.timeStamp)}
        >
          {say.once}
        </button>
        {longer.length > 0 ? (
          <button
            type="button"
            className="button"
            aria-expanded={isLonger}
            aria-controls={`${id}-longer`}
            onClick={() => setLonger(!isLonger)}
          >
            {say.longer}
          </button>
        ) : null}
        <button
          type="button"
          className="button"
          data-kind="dangerous"
          aria-disabled={isAnswered}
          onClick={(event) => void answer({ allow: false, note: note.trim() }, event.timeStamp)}
        >
          {say.refuse}
        </button>
      </div>
      <div id={`${id}-longer`} className="approval-longer" hidden={!isLonger}>
        {longer.map((scope) => (
          <button
            key={scope}
            type="button"
            className="button"
            aria-disabled={isAnswered}
            onClick={(event) => allow(scope, event.timeStamp)}
          >
            {say.scope[scope]}
          </button>
        ))}
      </div>
      <input
        className="approval-note"
        aria-label={say.refuseNote}
        placeholder={say.refuseNote}
        value={note}
        maxLength={2000}
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          if (note.trim() !== "") void answer({ allow: false, note: note.trim() }, event.timeStamp);
        }}
      />
    </section>
  );
}

/**
 * Whether the card had only just come when a button was pressed; asked then, so that nothing is rendered for it. The time is
 * the event's own: a page that was held up hears of a click long after it was made.
 */
function useGuard(id: string): (pressedAt: number) => boolean {
  const since = useRef({ id: "", at: 0 });
  useEffect(() => {
    since.current = { id, at: performance.now() };
  }, [id]);
  return (pressedAt) => since.current.id !== id || pressedAt - since.current.at < GUARD;
}

function Write({ write: { target, isNew, diff, isCut, added, removed } }: { write: PlannedWrite }) {
  const say = panelWords.approval;
  return (
    <div className="approval-write">
      <p className="approval-target" dir="ltr">
        <bdi className="approval-name">{target.name}</bdi>
        {isNew ? <span className="approval-new">{say.newFile}</span> : null}
        <span className="approval-figures" title={say.lines(added, removed)}>
          <span className="heard-only">{say.lines(added, removed)}</span>
          <span aria-hidden="true" data-kind="added">
            {say.added(added)}
          </span>
          <span aria-hidden="true" data-kind="removed">
            {say.removed(removed)}
          </span>
        </span>
      </p>
      <p className="approval-path" dir="ltr">
        <bdi>{target.path}</bdi>
      </p>
      {target.warnings.map((warning) => (
        <p key={warning} className="approval-warning">
          {warning}
        </p>
      ))}
      <DiffView diff={diff} isCut={isCut} label={say.diff(target.name)} />
    </div>
  );
}
