import { useStore } from "@nanostores/react";
import { lazy, Suspense, useEffect } from "react";
import { CloseIcon, PlusIcon } from "../ui/icons";
import { PANEL_WIDTHS } from "../ui/panel-place";
import { RoomBoundary } from "../ui/room-boundary";
import { useShell } from "../ui/shell-context";
import { useHint } from "../ui/use-hint";
import "./panel.css";
import { Composer } from "./composer";
import { ListIcon } from "./panel-icons";
import { panelModel } from "./panel-model";
import { EmptyPanel } from "./panel-start";
import { TurnList } from "./turn-list";
import { PanelContext } from "./use-panel";
import { panelWords } from "./words";

const ConversationList = lazy(() => import("./conversation-list"));

/** The assistant beside the page: what was said, what is being asked, and what waits for a yes. */
export default function PanelRoom() {
  const shell = useShell();
  const model = panelModel(shell);
  const conversation = useStore(model.$conversation);
  const view = useStore(model.$view);
  const running = useStore(model.$running);
  const hint = useHint();
  const { panel, tabs } = shell;
  const say = panelWords;

  const leave = () => {
    const active = tabs.$active.get();
    if (panel.$panel.get().over) panel.close();
    if (active !== null) tabs.activate(active);
  };
  // A language that changes puts a new panel in its place; what is in the model stays.
  useEffect(() => {
    if (panel.$asked.get() === null) return;
    if (view !== "conversation") model.$view.set("conversation");
  }, [panel, model, view]);

  // A window that is left may be about to go, and what is being written with it.
  useEffect(() => {
    window.addEventListener("blur", model.keepDrafts);
    window.addEventListener("pagehide", model.keepDrafts);
    return () => {
      window.removeEventListener("blur", model.keepDrafts);
      window.removeEventListener("pagehide", model.keepDrafts);
    };
  }, [model]);

  return (
    <PanelContext value={model}>
      <aside
        className="panel"
        aria-label={say.label}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
          // A popover has its own use for the key.
          if (document.querySelector(":popover-open")) return;
          event.preventDefault();
          if (view === "conversations") model.$view.set("conversation");
          else if (running && model.$stopping.get() !== running.id) model.stop();
          else leave();
        }}
      >
        <Resizer />
        <header className="panel-head">
          <h2 className="panel-heading">
            {" "}
            <button
              type="button"
              className="panel-title"
              aria-expanded={view === "conversations"}
              title={say.conversations}
              onClick={() => model.$view.set(view === "conversations" ? "conversation" : "conversations")}
            >
              <ListIcon />
              <span>{conversation?.turns.length ? conversation.title : say.label}</span>
            </button>
          </h2>
          <button
            type="button"
            className="icon-button"
            aria-label={say.newConversation}
            title={hint(say.newConversation, "new-conversation")}
            onClick={() => panel.enter("new")}
          >
            <PlusIcon />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={say.close}
            title={hint(say.close, "assistant")}
            onClick={() => {
              panel.close();
              const active = tabs.$active.get();
              if (active !== null) tabs.activate(active);
            }}
          >
            <CloseIcon />
          </button>
        </header>
        <RoomBoundary>
          {view === "conversations" ? (
            <Suspense fallback={<div className="turns-room" />}>
              <ConversationList />
            </Suspense>
          ) : conversation && conversation.turns.length > 0 ? (
            <TurnList key={conversation.id} />
          ) : (
            <EmptyPanel />
          )}
        </RoomBoundary>
        {view === "conversations" ? null : <Composer />}
      </aside>
    </PanelContext>
  );
}

function Resizer() {
  const { panel } = useShell();
  const { width, over } = useStore(panel.$panel);
  if (over) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be dragged; this is ARIA's own name for a movable border
    <div
      className="panel-resizer"
      role="separator"
      aria-orientation="vertical"
      aria-label={panelWords.resize}
      aria-valuenow={width}
      aria-valuemin={PANEL_WIDTHS.least}
      aria-valuemax={PANEL_WIDTHS.most}
      tabIndex={0}
      onKeyDown={(event) => {
        const by = { ArrowLeft: 16, ArrowRight: -16 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        panel.resize(width + by);
      }}
      onDoubleClick={() => panel.resize(PANEL_WIDTHS.usual)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId))
          panel.resize((window.innerWidth - event.clientX) / zoomOf(event.currentTarget));
      }}
    />
  );
}

/** The width is kept as it is without zoom, and grows with it. */
const zoomOf = (element: Element) => Number(getComputedStyle(element).getPropertyValue("--zoom")) || 1;
