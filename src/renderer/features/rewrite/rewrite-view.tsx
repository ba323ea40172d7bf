import { useStore } from "@nanostores/react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from "react";
import type { AssistantSetup } from "../../../shared/assistant-setup";
import type { Notice } from "../../../shared/contract";
import { Button, LinkButton, QuietButton } from "../../ui/kit/button";
import { Callout } from "../../ui/kit/callout";
import { TextField } from "../../ui/kit/field";
import { useModal } from "../../ui/use-modal";
import type { Passage } from "../../workbench/api/feature-stores";
import { useRewriteRequests } from "../../workbench/api/parts";
import { useShell } from "../../workbench/api/shell-context";
import { AlternativeCard } from "./alternative-card";
import { positionBelowSelection } from "./position-below-selection";
import { keepInstruction, recentInstructions } from "./recent-instructions";
import "./rewrite.css";
import { rewriteMessages as t } from "./messages";
import { useRewrite } from "./use-rewrite";

/** The Rewrite dialog: asks for an instruction and shows the alternatives side by side, next to the selection. */
export default function RewriteView() {
  const rewrite = useRewriteRequests();
  const passage = useStore(rewrite.$request);
  return passage ? <RewriteDialog key={`${passage.from}-${passage.to}`} passage={passage} /> : null;
}

function RewriteDialog({ passage }: { passage: Passage }) {
  const { bridge, layout, notices, rewrite, tabs } = useShell();
  const id = useId();
  const [instruction, setInstruction] = useState("");
  const [recent] = useState(recentInstructions);
  const [setup, setSetup] = useState<AssistantSetup | null>(null);
  const [at, setAt] = useState(0);
  const [error, setError] = useState<Notice | null>(null);
  const [isTaking, setTaking] = useState(false);
  const { state, ask, take, stop } = useRewrite(passage);
  const dialog = useModal({ onShow: positionBelowSelection });
  useEffect(() => {
    void bridge.request("assistant:setup", undefined).then(setSetup, () => setSetup(null));
  }, [bridge]);
  const provider = setup?.providers.find((each) => each.id === setup.current) ?? null;
  const model = provider?.model ?? null;
  const asked = state.status === "asked" ? state.id : null;
  const alternatives = state.status === "asked" ? state.alternatives : [];
  const ready = alternatives.filter((each) => each.state.status === "done").length;
  const isRunning = alternatives.some(({ state: { status } }) => ["asking", "streaming", "retrying"].includes(status));

  useEffect(() => {
    if (dialog.current) positionBelowSelection(dialog.current);
  }, [state.status, ready]);
  // After layout: the selection may have moved.
  useEffect(() => {
    const resized = () =>
      requestAnimationFrame(() => {
        if (dialog.current) positionBelowSelection(dialog.current);
      });
    window.addEventListener("resize", resized);
    return () => window.removeEventListener("resize", resized);
  }, [dialog]);

  // Once alternatives are shown, number keys choose one.
  useEffect(() => {
    if (asked !== null) dialog.current?.querySelector<HTMLElement>(".rewrite-alternatives")?.focus();
  }, [asked]);

  const leave = () => {
    rewrite.leave();
    tabs.activate(passage.tab.doc);
  };
  const begin = (text: string) => {
    const wanted = text.trim();
    if (wanted === "") return;
    setInstruction(wanted);
    setError(null);
    setAt(0);
    keepInstruction(wanted);
    void ask(wanted);
  };
  const choose = async (index: number) => {
    if (isTaking || alternatives[index]?.state.status !== "done") return;
    setTaking(true);
    const why = await take(index).catch((error): Notice => ({ code: "failed", message: String(error) }));
    setTaking(false);
    setError(why);
    if (why !== null) return;
    const hasFile = passage.tab.editor.$info.get().path !== null;
    notices.info(hasFile ? t.written : t.writtenAlone);
    leave();
  };
  const copy = (index: number) =>
    void bridge.request("app:copy", alternatives[index]?.text ?? "").then(() => notices.announce(t.copied));

  const goTo = (index: number) => {
    const next = Math.min(alternatives.length - 1, Math.max(0, index));
    setAt(next);
    dialog.current?.querySelector<HTMLElement>(`[data-number="${next + 1}"]`)?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const isTyping = event.target instanceof HTMLInputElement;
    const number = Number(event.key);
    if (!isTyping && number >= 1 && number <= alternatives.length) {
      event.preventDefault();
      void choose(number - 1);
    } else if (!isTyping && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
      event.preventDefault();
      goTo(at + (event.key === "ArrowRight" ? 1 : -1));
    } else if (!isTyping && event.key === "Enter" && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      void choose(at);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    begin(instruction);
  };

  return (
    <dialog
      ref={dialog}
      className="rewrite"
      aria-labelledby={`${id}-title`}
      onKeyDown={handleKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onPointerDown={(event) => event.target === event.currentTarget && leave()}
    >
      <div className="rewrite-inside">
        <h2 id={`${id}-title`} className="heard-only">
          {t.heading}
        </h2>
        <form className="rewrite-ask in-line" onSubmit={submit}>
          <TextField
            autoFocus
            aria-label={t.field}
            placeholder={t.field}
            list={`${id}-recent`}
            maxLength={2000}
            value={instruction}
            onChange={(event) => setInstruction(event.target.value)}
          />
          <datalist id={`${id}-recent`}>
            {recent.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
          {isRunning ? (
            <Button onClick={stop}>{t.stop}</Button>
          ) : (
            <Button type="submit" kind="main" disabled={instruction.trim() === ""}>
              {state.status === "asked" ? t.again : t.ask}
            </Button>
          )}
        </form>
        {state.status === "asked" ? null : (
          <div className="actions">
            {Object.values(t.presets).map(({ label, instruction: preset }) => (
              <QuietButton key={label} className="rewrite-preset" onClick={() => begin(preset)}>
                {label}
              </QuietButton>
            ))}
          </div>
        )}
        {setup !== null && model === null ? (
          <p className="rewrite-note soft small">
            {t.noModel}{" "}
            <LinkButton
              onClick={() => {
                leave();
                layout.showSetup();
              }}
            >
              {t.setUp}
            </LinkButton>
          </p>
        ) : null}
        {state.status === "refused" ? (
          <Callout tone="bad" role="alert">
            {state.why.message} {state.why.hint}
          </Callout>
        ) : null}
        {/* biome-ignore lint/a11y/useSemanticElements: alternatives are no set of fields */}
        <div
          className="rewrite-alternatives"
          role="group"
          tabIndex={-1}
          hidden={alternatives.length === 0}
          aria-label={t.alternatives}
        >
          {alternatives.map((alternative, index) => (
            <AlternativeCard
              key={index}
              original={passage.text}
              alternative={alternative}
              number={index + 1}
              isAt={index === at}
              take={() => void choose(index)}
              copy={() => copy(index)}
            />
          ))}
        </div>
        {error ? (
          <Callout tone="bad" role="alert">
            {error.message} {error.hint}
          </Callout>
        ) : null}
        <p className="rewrite-note soft small">
          {alternatives.length > 0 ? t.keys : model === null ? "" : t.sentTo(model)}
        </p>
        <p className="heard-only" role="status">
          {ready > 0 && !isRunning ? t.ready(ready) : ""}
        </p>
      </div>
    </dialog>
  );
}
