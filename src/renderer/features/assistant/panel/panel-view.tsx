import { useStore } from "@nanostores/react";
import { lazy, Suspense, useEffect } from "react";
import { DRAGGED_ENTRY, draggedEntry } from "../../../ui/dragged-entry";
import { folderPath } from "../../../ui/file-paths";
import { CloseIcon, PlusIcon } from "../../../ui/icons";
import { IconButton, QuietButton } from "../../../ui/kit/button";
import { ErrorBoundary } from "../../../ui/kit/error-boundary";
import { PANEL_WIDTHS } from "../../../ui/panel-layout";
import { SideResizer } from "../../../ui/side-resizer";
import { useHint } from "../../../ui/use-hint";
import { usePanelLayout } from "../../../workbench/api/parts";
import { useShell } from "../../../workbench/api/shell-context";
import "../panel.css";
import { MAX_ADDED_FILES } from "../../../ui/limits";
import { Composer } from "../composer/composer";
import { TurnList } from "../conversation/turn-list";
import { panelMessages } from "../messages";
import { picturesIn } from "../model/add-images";
import { comparisonOf } from "../model/comparison";
import { panelModelOf } from "../model/panel-model";
import { PanelContext } from "../model/use-panel";
import { ListIcon } from "../panel-icons";
import { EmptyPanel } from "./panel-start";

const ConversationList = lazy(() => import("../conversations/conversation-list"));
const ComparisonView = lazy(() => import("../conversation/comparison-view"));
const ReadersForm = lazy(() => import("../readers/readers-form"));

/** The assistant panel: the conversation, the composer and pending approvals. */
export default function AssistantPanel() {
  const shell = useShell();
  const model = panelModelOf(shell);
  const conversation = useStore(model.$conversation);
  const view = useStore(model.$view);
  const running = useStore(model.$running);
  const isComparing = useStore(model.$comparing) !== null;
  const composer = isComparing ? comparisonOf(shell).composer : model;
  const asked = useStore(shell.panel.$request);
  const hint = useHint();
  const { panel, tabs, notices, bridge, workspace } = shell;
  const t = panelMessages;

  const leave = () => {
    const active = tabs.$active.get();
    if (panel.$panel.get().over) panel.close();
    if (active !== null) tabs.activate(active);
  };
  const takeFiles = (data: DataTransfer) => {
    const pictures = picturesIn(data);
    const root = workspace.$workspace.get()?.root ?? null;
    const paths = [...data.files].filter((file) => !pictures.includes(file)).map((file) => bridge.pathOf(file));
    const inFolder = root === null ? [] : paths.flatMap((path) => folderPath(root, path) ?? []);
    void model.addFiles(pictures);
    for (const path of inFolder.slice(0, MAX_ADDED_FILES)) model.add({ kind: "file", path });
    if (inFolder.length < paths.length) notices.error(t.composer.otherFiles);
  };
  // Changing the language mounts a new panel; the state in the model stays.
  useEffect(() => {
    const request = panel.$request.get();
    if (request === null) return;
    const wanted = request.what === "readers" ? "readers" : "conversation";
    if (view !== wanted) model.$view.set(wanted);
    if (wanted === "readers") panel.requestHandled();
  }, [panel, model, view, asked]);

  // Store the drafts on blur: the window may be closing.
  useEffect(() => {
    window.addEventListener("blur", model.storeDrafts);
    window.addEventListener("pagehide", model.storeDrafts);
    return () => {
      window.removeEventListener("blur", model.storeDrafts);
      window.removeEventListener("pagehide", model.storeDrafts);
    };
  }, [model]);

  return (
    <PanelContext value={model}>
      <aside
        className="panel tall anchor column"
        onDragOver={(event) => {
          const { types } = event.dataTransfer;
          if (!types.includes(DRAGGED_ENTRY) && !types.includes("Files")) return;
          event.preventDefault();
          event.dataTransfer.dropEffect = "copy";
        }}
        onDrop={(event) => {
          if (event.dataTransfer.types.includes("Files")) {
            event.preventDefault();
            takeFiles(event.dataTransfer);
            return;
          }
          const entry = draggedEntry(event.dataTransfer);
          if (entry === null) return;
          event.preventDefault();
          model.addChip({ kind: "entry", entry });
        }}
        data-takes-files=""
        aria-label={t.label}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
          // An open popover handles Escape itself.
          if (document.querySelector(":popover-open")) return;
          event.preventDefault();
          if (view !== "conversation") model.$view.set("conversation");
          else if (isComparing && comparisonOf(shell).stopAll()) return;
          else if (!isComparing && running && model.$stopping.get() !== running.id) model.stop();
          else leave();
        }}
      >
        <Resizer />
        <header className="panel-head toolbar">
          <h2 className="in-line grow">
            <QuietButton
              className="panel-title grow strong"
              aria-expanded={view === "conversations"}
              title={t.conversations}
              onClick={() => model.$view.set(view === "conversations" ? "conversation" : "conversations")}
            >
              <ListIcon />
              <span className="clip">{conversation?.turns.length ? conversation.title : t.label}</span>
            </QuietButton>
          </h2>
          <IconButton
            label={t.newConversation}
            hint={hint(t.newConversation, "new-conversation")}
            onClick={() => panel.open("new")}
          >
            <PlusIcon />
          </IconButton>
          <IconButton
            label={t.close}
            hint={hint(t.close, "assistant")}
            onClick={() => {
              panel.close();
              const active = tabs.$active.get();
              if (active !== null) tabs.activate(active);
            }}
          >
            <CloseIcon />
          </IconButton>
        </header>
        <ErrorBoundary>
          {view === "conversations" ? (
            <Suspense fallback={<div className="anchor pane" />}>
              <ConversationList />
            </Suspense>
          ) : view === "readers" ? (
            <Suspense fallback={<div className="anchor pane" />}>
              <ReadersForm />
            </Suspense>
          ) : isComparing ? (
            <Suspense fallback={<div className="anchor pane" />}>
              <ComparisonView />
            </Suspense>
          ) : conversation && conversation.turns.length > 0 ? (
            <TurnList key={conversation.id} />
          ) : (
            <EmptyPanel />
          )}
        </ErrorBoundary>
        {view !== "conversation" ? null : (
          <PanelContext value={composer}>
            <Composer />
          </PanelContext>
        )}
      </aside>
    </PanelContext>
  );
}

function Resizer() {
  const panel = usePanelLayout();
  const { width, over } = useStore(panel.$panel);
  if (over) return null;
  return (
    <SideResizer box="right" label={panelMessages.resize} width={width} widths={PANEL_WIDTHS} resize={panel.resize} />
  );
}
