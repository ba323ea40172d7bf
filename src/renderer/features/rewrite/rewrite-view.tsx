import { useStore } from "@nanostores/react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react";
import type { AssistantSetup } from "../../../shared/assistant-setup";
import type { Notice } from "../../../shared/contract";
import { LinkButton } from "../../ui/kit/button";
import { Callout } from "../../ui/kit/callout";
import { useModal } from "../../ui/use-modal";
import type { Passage } from "../../workbench/api/feature-stores";
import { useBridge, useLayout, useNotices, useRewriteRequests, useTabs } from "../../workbench/api/parts";
import { AlternativeCard } from "./alternative-card";
import { InstructionForm } from "./instruction-form";
import { keepInstruction } from "./recent-instructions";
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
  const bridge = useBridge();
  const layout = useLayout();
  const notices = useNotices();
  const rewrite = useRewriteRequests();
  const tabs = useTabs();
  const id = useId();
  const [instruction, setInstruction] = useInstruction();
  const [at, setAt] = useState(0);
  const [error, setError] = useState<Notice | null>(null);
  const [isTaking, setTaking] = useState(false);
  const { state, ask, take, stop } = useRewrite(passage);
  const dialog = useModal({ onShow: positionBelowSelection });
  const model = useCurrentModel();
  const asked = state.status === "asked" ? state.id : null;
  const alternatives = state.status === "asked" ? state.alternatives : [];
  const ready = alternatives.filter((each) => each.state.status === "done").length;
  const isRunning = alternatives.some(({ state: { status } }) => ["asking", "streaming", "retrying"].includes(status));

  useDialogPosition(dialog, `${state.status} ${ready}`);
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
  return (
    // biome-ignore lint/correctness/noRestrictedElements: it opens beside the selection
    <dialog
      ref={dialog}
      className="rewrite raised"
      aria-labelledby={`${id}-title`}
      onKeyDown={handleKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onPointerDown={(event) => event.target === event.currentTarget && leave()}
    >
      <div className="rewrite-inside spaced inset column">
        <h2 id={`${id}-title`} className="visually-hidden">
          {t.heading}
        </h2>
        <InstructionForm
          value={instruction}
          setValue={setInstruction}
          isRunning={isRunning}
          wasAsked={state.status === "asked"}
          ask={begin}
          stop={stop}
        />
        {model === null ? (
          <p className="rewrite-note may-be-empty soft small">
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
        {/* biome-ignore lint/a11y/useSemanticElements: alternatives are not a set of fields */}
        <div
          className="rewrite-alternatives ringless"
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
        <p className="rewrite-note may-be-empty soft small">
          {alternatives.length > 0 ? t.keys : model ? t.sentTo(model) : ""}
        </p>
        <p className="visually-hidden" role="status">
          {ready > 0 && !isRunning ? t.ready(ready) : ""}
        </p>
      </div>
    </dialog>
  );
}

/** The instruction, which begins with what was typed before the dialog was rendered. */
function useInstruction() {
  const rewrite = useRewriteRequests();
  const state = useState("");
  const [, setInstruction] = state;
  useEffect(() => setInstruction(rewrite.onShown()), [rewrite, setInstruction]);
  return state;
}

/** The current model of the assistant; null if there is none, undefined until it is known. */
function useCurrentModel(): string | null | undefined {
  const bridge = useBridge();
  const [setup, setSetup] = useState<AssistantSetup | null>(null);
  useEffect(() => {
    void bridge.request("assistant:setup", undefined).then(setSetup, () => setSetup(null));
  }, [bridge]);
  if (setup === null) return undefined;
  return setup.providers.find((each) => each.id === setup.current)?.model ?? null;
}

/** Keeps the dialog below the selection: when what it shows changes, and when the window is resized. */
function useDialogPosition(dialog: RefObject<HTMLDialogElement | null>, shown: string): void {
  useEffect(() => {
    if (dialog.current) positionBelowSelection(dialog.current);
  }, [shown]);
  // After layout: the selection may have moved.
  useEffect(() => {
    const handleResize = () =>
      requestAnimationFrame(() => {
        if (dialog.current) positionBelowSelection(dialog.current);
      });
    window.addEventListener("resize", handleResize);
    return () => window.removeEventListener("resize", handleResize);
  }, [dialog]);
}

const GAP = 8;

/** Positions a dialog below the selection of the editor in front, or above it if there is more space, always inside the window. */
function positionBelowSelection(dialog: HTMLDialogElement): void {
  const group = document.querySelector(".group[data-active='true']") ?? document;
  const drawn = [...group.querySelectorAll(".cm-selectionBackground")].map((each) => each.getBoundingClientRect());
  const seen = drawn.filter(({ bottom, top }) => bottom > 0 && top < innerHeight);
  const { offsetHeight: height, offsetWidth: width } = dialog;
  const middle = { top: innerHeight / 3, bottom: innerHeight / 3, left: (innerWidth - width) / 2 };
  const top = seen.length > 0 ? Math.min(...seen.map((rect) => rect.top)) : middle.top;
  const bottom = seen.length > 0 ? Math.max(...seen.map((rect) => rect.bottom)) : middle.bottom;
  const left = seen.length > 0 ? Math.min(...seen.map((rect) => rect.left)) : middle.left;
  const most = innerHeight - height - GAP;
  const above = top - height - GAP;
  const topEdge = bottom + GAP <= most || above < GAP ? bottom + GAP : above;
  dialog.style.top = `${Math.max(GAP, Math.min(topEdge, most))}px`;
  dialog.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
}
