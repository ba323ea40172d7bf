import { useStore } from "@nanostores/react";
import type { CustomEditorTab } from "../editor/custom-editor-tab";
import { AgentsIndicator } from "../features/agents/agents-indicator";
import { SharingIndicator } from "../features/sharing/sharing-indicator";
import { WordFigure } from "../features/word-count/word-count";
import { ConflictIcon, HistoryIcon, OutlineIcon, PanelIcon, PreviewIcon, SidebarIcon } from "../ui/icons";
import { IconButton, StatusButton } from "../ui/kit/button";
import { visibleText } from "../ui/visible-text";
import { useGuest, useLayout, usePanelLayout, usePreviews, useRun, useTabs } from "./api/parts";
import type { Tab, TextDocumentEditor } from "./api/tabs";
import "./status-bar.css";
import { isOpenInMain } from "../editor/custom-editor-tab";
import { messages } from "../ui/messages";
import { useHint } from "../ui/use-hint";

/** The status bar: state of the document, cursor position, connected agents. */
export function StatusBar() {
  const tabs = useTabs();
  const layout = useLayout();
  const panel = usePanelLayout();
  const run = useRun();
  const panelState = useStore(panel.$panel);
  const front = useStore(tabs.$front);
  const sidebar = useStore(layout.$sidebar);
  const aside = useStore(layout.$aside);
  const hint = useHint();
  const isGuest = useGuest() !== null;
  return (
    <footer className="status soft">
      <IconButton
        label={sidebar.open ? messages.command.hideSidebar : messages.command.showSidebar}
        hint={hint(sidebar.open ? messages.command.hideSidebar : messages.command.showSidebar, "toggle-sidebar")}
        aria-expanded={sidebar.open}
        onClick={() => run("toggle-sidebar")}
      >
        <SidebarIcon />
      </IconButton>
      {front && front.editor.kind !== "viewer" && front.editor.kind !== "authorship" ? (
        <DocumentState key={`state-${front.doc}`} tab={front} />
      ) : null}
      {front?.editor.kind === "text" ? <SuggestingMode editor={front.editor} /> : null}
      <span className="grow" />
      {front ? (
        front.editor.kind === "text" ? (
          <DocumentFigures key={`figures-${front.doc}`} tab={front} />
        ) : (
          <CustomEditorFigure editor={front.editor} />
        )
      ) : null}
      {front ? <PreviewButton key={`reading-${front.key}`} tab={front} /> : null}
      {front && isOpenInMain(front.editor.kind) ? (
        <StatusButton
          aria-pressed={sidebar.open && sidebar.view === "outline"}
          title={hint(messages.command.outline, "outline")}
          onClick={() => run("outline")}
        >
          <OutlineIcon />
          <span className="status-label">{messages.command.outline}</span>
        </StatusButton>
      ) : null}
      {front ? (
        <StatusButton
          aria-pressed={aside === "history"}
          title={hint(messages.command.history, "history")}
          onClick={() => run("history")}
        >
          <HistoryIcon />
          <span className="status-label">{messages.command.history}</span>
        </StatusButton>
      ) : null}
      <PendingApproval />
      {isGuest ? null : (
        <StatusButton
          aria-pressed={panelState.open}
          title={hint(messages.command.assistant, "assistant")}
          onClick={() => run("assistant")}
        >
          <PanelIcon />
          <span className="status-label">{messages.command.assistant}</span>
        </StatusButton>
      )}
      <SharingIndicator />
      {isGuest ? null : <AgentsIndicator />}
    </footer>
  );
}

/** Says, in words at any width, that what the user types is suggested, and ends that. */
function SuggestingMode({ editor }: { editor: TextDocumentEditor }) {
  const isOn = useStore(editor.$suggesting) !== null;
  const run = useRun();
  const hint = useHint();
  if (!isOn) return null;
  return (
    <StatusButton
      className="status-suggesting strong"
      data-lane="you"
      aria-pressed="true"
      title={hint(messages.status.suggestingHint, "suggest-edits")}
      onClick={() => run("suggest-edits")}
    >
      <span>{messages.status.suggesting}</span>
    </StatusButton>
  );
}

/** The assistant waits for the user's answer, and its card may be out of sight: says so in words at any width, and leads there. */
function PendingApproval() {
  const panel = usePanelLayout();
  const run = useRun();
  const { length } = useStore(panel.$pending);
  const hint = useHint();
  if (length === 0) return null;
  return (
    <StatusButton
      className="status-pending warn strong"
      title={hint(messages.command.pendingApproval, "go-to-approval")}
      onClick={() => run("go-to-approval")}
    >
      <ConflictIcon />
      <span>{messages.status.pending(length)}</span>
    </StatusButton>
  );
}

/** Between the text and the view for reading; plain text has none. */
function PreviewButton({ tab: { key, editor } }: { tab: Tab }) {
  const previews = usePreviews();
  const run = useRun();
  const isPreview = useStore(previews.$tabs).has(key);
  const { format } = useStore(editor.$info);
  const hint = useHint();
  if (format !== "markdown") return null;
  return (
    <StatusButton
      aria-pressed={isPreview}
      title={hint(messages.command.preview, "toggle-reading")}
      onClick={() => run("toggle-reading")}
    >
      <PreviewIcon />
      <span className="status-label">{messages.command.preview}</span>
    </StatusButton>
  );
}

/** The save state of the document, with actions to fix it. */
function DocumentState({ tab: { editor } }: { tab: Tab }) {
  const guest = useGuest();
  const { status, message: sentence } = useStore(editor.$status);
  const { warnings, path } = useStore(editor.$info);
  const conflicts = useStore(editor.$conflicts);
  // States that change with every pause in typing have a short text, so that nothing moves at the edge of the view.
  const isPassing = path !== null && (status === "saved" || status === "unsaved" || status === "saving");
  return (
    <>
      <span className="status-state sides-small in-line" data-state={status} title={visibleText(sentence)}>
        <span className="dot" aria-hidden="true" />
        <span className="clip">
          {isPassing || sentence === "" ? messages.status.state[status] : visibleText(sentence)}
        </span>
      </span>
      {conflicts > 0 && status !== "conflict" ? (
        <span className="clip sides-small warn">{messages.status.conflicts(conflicts)}</span>
      ) : null}
      {guest === null && status === "gone" && editor.kind === "text" ? (
        <StatusButton onClick={() => void editor.save("recreate")}>{messages.status.putBack}</StatusButton>
      ) : null}
      {guest === null &&
      editor.kind === "text" &&
      (status === "gone" || status === "failed" || status === "read-only") ? (
        <StatusButton onClick={() => void editor.saveAs()}>{messages.status.saveAs}</StatusButton>
      ) : null}
      {warnings.length > 0 ? (
        <span className="clip sides-small warn" title={warnings.map(visibleText).join("\n")}>
          {warnings.length === 1 ? visibleText(warnings[0] ?? "") : messages.status.warnings(warnings.length)}
        </span>
      ) : null}
    </>
  );
}

/** The status text of a custom editor, such as the selected cell. */
function CustomEditorFigure({ editor: { $statusText } }: { editor: CustomEditorTab }) {
  const figure = useStore($statusText);
  return figure === "" ? null : <span className="status-figure keeps sides-small digits">{figure}</span>;
}

function DocumentFigures({ tab }: { tab: Tab }) {
  const { editor } = tab;
  const counts = useStore(editor.$counts);
  const info = useStore(editor.$info);
  const longestLine = useStore(editor.$longestLine);
  const t = messages.status;
  return (
    <>
      <WordFigure tab={tab} />
      <span className="status-figure keeps sides-small digits" title={t.position(counts.line, counts.column)}>
        <span aria-hidden="true">{t.positionShort(counts.line, counts.column)}</span>
        <span className="visually-hidden">{t.position(counts.line, counts.column)}</span>
      </span>
      <span className="status-figure keeps sides-small status-wide digits">{info.encoding}</span>
      <span className="status-figure keeps sides-small status-wide digits">{info.lineEnding}</span>
      {longestLine > 0 ? (
        <span className="status-figure keeps sides-small digits" title={t.giantLineWhy}>
          {t.giantLine(longestLine)}
        </span>
      ) : null}
      <span className="status-figure keeps sides-small status-wide digits">
        {info.format === "markdown" ? t.markdown : t.text}
      </span>
    </>
  );
}
