import { useStore } from "@nanostores/react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type {
  Approval,
  ApprovalAnswer,
  ApprovalScope,
  PlannedWrite,
  RealTarget,
} from "../../../../shared/conversation";
import { Button } from "../../../ui/kit/button";
import { Callout } from "../../../ui/kit/callout";
import { TextField } from "../../../ui/kit/field";
import { Actions } from "../../../ui/kit/toolbar";
import { shortcut } from "../../../ui/shortcuts";
import { useWindow } from "../../../ui/window-context";
import { useNotices, usePanelLayout } from "../../../workbench/api/parts";
import { useShell } from "../../../workbench/api/shell-context";
import { panelMessages } from "../messages";
import { panelModelOf } from "../model/panel-model";
import { usePanel } from "../model/use-panel";
import { DiffView } from "./diff-view";
import { InstructionList } from "./instruction-list";

/** Clicks and keys within this time are ignored: they were meant for what was here before the card. */
const GUARD_MS = 500;

/** The card that asks the user to allow a call: its planned writes and reads, and the possible answers. */
export function ApprovalCard({ approval }: { approval: Approval }) {
  const panel = usePanel();
  const inFront = panelModelOf(useShell());
  const notices = useNotices();
  const { keys, platform } = useStore(useWindow().$keyboard);
  const place = usePanelLayout();
  const [goTo] = keys["go-to-approval"];
  const asked = useStore(place.$request);
  const id = useId();
  const isGuarded = useClickGuard(approval.id);
  /** The id of the approval that was answered. The same call may ask again if the document has changed. */
  const [answered, setAnswered] = useState<string | null>(null);
  const isAnswered = answered === approval.id;
  const { approvalNotes } = panel;
  const note = useStore(approvalNotes.$notes).get(approval.call)?.text ?? "";
  const card = useRef<HTMLElement>(null);
  const t = panelMessages.approval;
  const { writes, reads, about, sensitive, title, notice, instructions } = approval;
  const heading = headingOf(approval);
  const answers = answersOf(approval);
  const usual = answers.find(({ isUsual }) => isUsual);
  const ownRejection = approval.options?.find(({ kind }) => kind === "refuse") ?? null;
  const question = [notice ?? [], t.announce(heading)].flat().join(" ");

  useEffect(() => notices.announce(question), [notices, question, approval.id]);
  // Scroll the card into view if the user works in the panel; the focus does not move.
  useEffect(() => card.current?.scrollIntoView({ block: "nearest" }), []);

  useEffect(() => {
    if (asked?.what !== "card" && asked?.what !== "see card") return;
    // Side by side, several cards may wait: the wanted one is in the conversation in front.
    if (inFront.$conversation.get()?.id !== panel.$conversation.get()?.id) return;
    if (asked.what === "card") card.current?.focus();
    else card.current?.scrollIntoView({ block: "nearest" });
    place.requestHandled();
  }, [asked, place, inFront, panel]);

  const answer = async (decision: ApprovalAnswer["decision"], eventTime: number) => {
    if (isGuarded(eventTime) || isAnswered) return;
    setAnswered(approval.id);
    const field = card.current?.closest(".panel")?.querySelector<HTMLElement>(".panel-field");
    // Side by side there is no question field.
    const turns = card.current?.closest<HTMLElement>(".turns");
    const hadFocus = card.current?.contains(document.activeElement) === true;
    // Before the answer is sent: the card may be gone before the reply is here.
    approvalNotes.setSent(approval.call, true);
    if (!(await panel.answer(approval, decision))) {
      setAnswered(null);
      approvalNotes.setSent(approval.call, false);
    } else if (hadFocus) (field ?? turns)?.focus();
  };
  const give = (given: Answer, pressedAt: number) => void answer(given.decision, pressedAt);
  const reject = (pressedAt: number) =>
    void answer({ allow: false, note: note.trim(), ...(ownRejection ? { option: ownRejection.id } : {}) }, pressedAt);

  return (
    <section
      ref={card}
      className="approval stack"
      data-approval={approval.id}
      data-call={approval.call}
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={(event) => {
        const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, nativeEvent, timeStamp } = event;
        if (altKey || shiftKey || nativeEvent.isComposing) return;
        const answered = answers[Number(key) - 1];
        const isMain = platform === "darwin" ? metaKey && !ctrlKey : ctrlKey && !metaKey;
        if (key === "Enter" && isMain) {
          event.preventDefault();
          event.stopPropagation();
          // A held key answers only one card.
          if (!repeat && usual) give(usual, timeStamp);
        } else if (key === "Escape" && !ctrlKey && !metaKey) {
          event.preventDefault();
          event.stopPropagation();
          if (!repeat) reject(timeStamp);
        } else if (answered && !ctrlKey && !metaKey && !(event.target instanceof HTMLInputElement)) {
          event.preventDefault();
          event.stopPropagation();
          if (!repeat) give(answered, timeStamp);
        }
      }}
    >
      <h4 id={id} className="strong">
        {heading}
      </h4>
      {instructions ? null : <p className="soft breaks">{t.with(title)}</p>}
      {notice === null ? null : <Callout>{notice}</Callout>}
      {instructions ? <InstructionList approval={approval} instructions={instructions} /> : null}
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
        {answers.map((each, at) => (
          <Button
            key={each.id}
            kind={each.isUsual ? "main" : each.decision.allow ? undefined : "dangerous"}
            aria-disabled={isAnswered}
            aria-keyshortcuts={`${at + 1}`}
            title={each.isUsual ? shortcut("Mod+Enter", platform) : undefined}
            onClick={(event) => give(each, event.timeStamp)}
          >
            {each.label} <KeyName name={`${at + 1}`} />
          </Button>
        ))}
        <Button
          kind="dangerous"
          aria-disabled={isAnswered}
          aria-keyshortcuts="Escape"
          onClick={(event) => reject(event.timeStamp)}
        >
          {ownRejection?.name ?? t.reject} <KeyName name={t.escape} />
        </Button>
      </Actions>
      {approval.options ? null : (
        <TextField
          aria-label={t.rejectNote}
          placeholder={t.rejectNote}
          value={note}
          maxLength={2000}
          onChange={(event) => approvalNotes.type(approval.call, event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (note.trim() !== "") reject(event.timeStamp);
          }}
        />
      )}
      <p className="approval-keys soft small">
        {t.keys([...answers.map((_, at) => at + 1), t.escape].join(", "))}
        {goTo === undefined ? null : ` ${t.goTo(shortcut(goTo, platform))}`}
      </p>
    </section>
  );
}

function headingOf({ agent, kinds, writes, reads, instructions }: Approval): string {
  const { heading, names } = panelMessages.approval;
  const [first = "", ...others] = [...writes.map(({ target }) => target), ...reads].map(({ name }) => name);
  const [kind = "several"] = kinds.length === 1 ? kinds : [];
  if (instructions) return heading.instructions(agent);
  return first === "" && kind !== "tool"
    ? heading.permission(agent)
    : heading[kind](agent, names(first, others.length));
}

/** The key of a button, for the eye; `aria-keyshortcuts` says it to screen readers. */
const KeyName = ({ name }: { name: string }) => (
  <span className="approval-key small" aria-hidden="true">
    {name}
  </span>
);

type Answer = { id: string; label: string; isUsual: boolean; decision: ApprovalAnswer["decision"] };

/** The answers in the order of their keys: those that allow the call, or an agent's own but for its plain rejection, which is the last button. */
function answersOf({ kinds, scopes, options, folders, writes }: Approval): Answer[] {
  const t = panelMessages.approval;
  if (options) {
    const plain = options.find(({ kind }) => kind === "refuse");
    const first = options.find(({ kind }) => kind === "allow");
    return options
      .filter((option) => option !== plain)
      .map(({ id, name, kind }) => ({
        id,
        label: name,
        isUsual: id === first?.id,
        decision: kind.startsWith("allow")
          ? { allow: true, scope: "once", option: id }
          : { allow: false, note: "", option: id },
      }));
  }
  const [kind = "edit"] = kinds;
  const labelOf = (scope: ApprovalScope): string => {
    if (scope === "once") return t.once;
    if (kind === "work") return scope === "document" ? t.bookAlways : t.book;
    if (kind === "secrets") return t.secret;
    if (kind === "tool") return scope === "document" ? t.toolAlways : t.tool;
    return scope === "folder" ? t.longer[kind].folder(folders.join(", ")) : t.longer[kind].document(writes.length);
  };
  // A task takes many calls: if each had to be approved, nobody would read the requests.
  const usual = kind === "work" && scopes.includes("document, conversation") ? "document, conversation" : "once";
  return scopes.map((scope) => ({
    id: scope,
    label: labelOf(scope),
    isUsual: scope === usual,
    decision: { allow: true, scope },
  }));
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

function Write({ write: { target, kind, diff, isCut, added, removed } }: { write: PlannedWrite }) {
  const t = panelMessages.approval;
  return (
    <Target
      target={target}
      diff={diff === "" ? null : <DiffView diff={diff} isCut={isCut} label={t.diff(target.name)} />}
    >
      {kind === "edit" ? null : <span className={kind === "delete" ? "bad" : "good"}>{t.written[kind]}</span>}
      {diff === "" ? null : (
        <span className="approval-figures in-line keeps to-end small mono" title={t.lines(added, removed)}>
          <span className="visually-hidden">{t.lines(added, removed)}</span>
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
      <p className="approval-target in-line" dir="ltr">
        <bdi className="approval-name strong breaks">{target.name}</bdi>
        {children}
      </p>
      <p className="approval-path small faint breaks" dir="ltr">
        <bdi>{target.path}</bdi>
      </p>
      {target.warnings.map((warning) => (
        <Callout key={warning}>{warning}</Callout>
      ))}
      {diff}
    </div>
  );
}
