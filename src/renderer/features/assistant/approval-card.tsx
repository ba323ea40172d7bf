import { useStore } from "@nanostores/react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Approval, ApprovalAnswer, ApprovalScope, PlannedWrite, RealTarget } from "../../../shared/conversation";
import { Button } from "../../ui/kit/button";
import { Callout } from "../../ui/kit/callout";
import { TextField } from "../../ui/kit/field";
import { Actions } from "../../ui/kit/toolbar";
import { shortcut } from "../../ui/shortcuts";
import { useNotices, usePanelLayout, usePlatform } from "../../workbench/api/parts";
import { DiffView } from "./diff-view";
import { panelMessages } from "./messages";
import { usePanel } from "./use-panel";

/** Clicks and keys within this time are ignored: they were meant for what was here before the card. */
const GUARD_MS = 500;

/** The card that asks the user to allow a call: its planned writes and reads, and the possible answers. */
export function ApprovalCard({ approval, model }: { approval: Approval; model: string }) {
  const panel = usePanel();
  const notices = useNotices();
  const platform = usePlatform();
  const place = usePanelLayout();
  const asked = useStore(place.$request);
  const id = useId();
  const isGuarded = useClickGuard(approval.id);
  /** The id of the approval that was answered. The same call may ask again if the document has changed. */
  const [answered, setAnswered] = useState<string | null>(null);
  const isAnswered = answered === approval.id;
  const [note, setNote] = useState("");
  const [isLonger, setLonger] = useState(false);
  const card = useRef<HTMLElement>(null);
  const t = panelMessages.approval;
  const { kind, writes, reads, about, scopes, sensitive, title, notice } = approval;
  const [first = "", ...others] = [...writes.map(({ target }) => target), ...reads].map(({ name }) => name);
  const heading = t.heading[kind](title, t.names(first, others.length));
  const [usual = "once"] = scopes;
  const question = [notice ?? [], t.announce(heading)].flat().join(" ");

  useEffect(() => notices.announce(question), [notices, question, approval.id]);
  // Scroll the card into view if the user works in the panel; the focus does not move.
  useEffect(() => card.current?.scrollIntoView({ block: "nearest" }), []);

  useEffect(() => {
    if (asked?.what !== "card") return;
    card.current?.focus();
    place.requestHandled();
  }, [asked, place]);

  const answer = async (decision: ApprovalAnswer["decision"], eventTime: number) => {
    if (isGuarded(eventTime) || isAnswered) return;
    setAnswered(approval.id);
    const field = card.current?.closest(".panel")?.querySelector<HTMLElement>(".panel-field");
    const hadFocus = card.current?.contains(document.activeElement) === true;
    if (!(await panel.answer(approval, decision))) setAnswered(null);
    else if (hadFocus) field?.focus();
  };
  const allow = (scope: ApprovalScope, pressedAt: number) => void answer({ allow: true, scope }, pressedAt);
  const longer = scopes.slice(1);
  const scopeNames: Partial<Record<ApprovalScope, string>> = t.scope[kind];
  const reject = (pressedAt: number) => void answer({ allow: false, note: note.trim() }, pressedAt);

  return (
    <section
      ref={card}
      className="approval"
      data-approval={approval.id}
      data-call={approval.call}
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={(event) => {
        const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, nativeEvent, timeStamp } = event;
        if (altKey || shiftKey || nativeEvent.isComposing) return;
        const isMain = platform === "darwin" ? metaKey && !ctrlKey : ctrlKey && !metaKey;
        if (key === "Enter" && isMain) {
          event.preventDefault();
          event.stopPropagation();
          // A held key answers only one card.
          if (!repeat) allow(usual, timeStamp);
        } else if (key === "Escape" && !ctrlKey && !metaKey) {
          event.preventDefault();
          event.stopPropagation();
          if (!repeat) reject(timeStamp);
        }
      }}
    >
      <h4 id={id}>{heading}</h4>
      {model === "" ? null : <p className="approval-who soft breaks">{t.asks(model)}</p>}
      {notice === null ? null : <Callout>{notice}</Callout>}
      {writes.map((write) => (
        <Write key={write.target.path} write={write} />
      ))}
      {reads.map((target) => (
        <Target key={target.path} target={target} />
      ))}
      {about.map((sentence) => (
        <p key={sentence} className="breaks">
          {sentence}
        </p>
      ))}
      {sensitive === null ? null : <Callout>{sensitive}</Callout>}
      <Actions>
        <Button
          kind="main"
          aria-disabled={isAnswered}
          title={shortcut("Mod+Enter", platform)}
          onClick={(event) => allow(usual, event.timeStamp)}
        >
          {scopes.length === 1 ? t.once : t.usual[kind]}
        </Button>
        {longer.length > 0 ? (
          <Button aria-expanded={isLonger} aria-controls={`${id}-longer`} onClick={() => setLonger(!isLonger)}>
            {t.longer[kind]}
          </Button>
        ) : null}
        <Button
          kind="dangerous"
          aria-disabled={isAnswered}
          title={shortcut("Escape", platform)}
          onClick={(event) => reject(event.timeStamp)}
        >
          {t.reject}
        </Button>
      </Actions>
      <div id={`${id}-longer`} className="approval-longer actions" hidden={!isLonger}>
        {longer.map((scope) => (
          <Button key={scope} aria-disabled={isAnswered} onClick={(event) => allow(scope, event.timeStamp)}>
            {scopeNames[scope]}
          </Button>
        ))}
      </div>
      <TextField
        aria-label={t.rejectNote}
        placeholder={t.rejectNote}
        value={note}
        maxLength={2000}
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          if (note.trim() !== "") reject(event.timeStamp);
        }}
      />
    </section>
  );
}

/**
 * Returns whether an event came too soon after the card appeared. It compares the event's own timestamp, because a blocked window
 * handles a click long after it was made.
 */
function useClickGuard(id: string): (eventTime: number) => boolean {
  const since = useRef({ id: "", at: 0 });
  useEffect(() => {
    since.current = { id, at: performance.now() };
  }, [id]);
  return (pressedAt) => since.current.id !== id || pressedAt - since.current.at < GUARD_MS;
}

function Write({ write: { target, isNew, diff, isCut, added, removed } }: { write: PlannedWrite }) {
  const t = panelMessages.approval;
  return (
    <Target
      target={target}
      diff={diff === "" ? null : <DiffView diff={diff} isCut={isCut} label={t.diff(target.name)} />}
    >
      {isNew ? <span className="good">{t.newFile}</span> : null}
      {diff === "" ? null : (
        <span className="approval-figures mono" title={t.lines(added, removed)}>
          <span className="heard-only">{t.lines(added, removed)}</span>
          <span aria-hidden="true" className="good">
            {t.added(added)}
          </span>
          <span aria-hidden="true" className="bad">
            {t.removed(removed)}
          </span>
        </span>
      )}
    </Target>
  );
}

/** A file's resolved path with its warnings. `children` are shown beside the name, `diff` below it. */
function Target({ target, children, diff }: { target: RealTarget; children?: ReactNode; diff?: ReactNode }) {
  return (
    <div className="stack">
      <p className="approval-target" dir="ltr">
        <bdi className="approval-name strong breaks">{target.name}</bdi>
        {children}
      </p>
      <p className="approval-path faint breaks" dir="ltr">
        <bdi>{target.path}</bdi>
      </p>
      {target.warnings.map((warning) => (
        <Callout key={warning}>{warning}</Callout>
      ))}
      {diff}
    </div>
  );
}
