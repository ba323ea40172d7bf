import { useStore } from "@nanostores/react";
import { AgentsSign } from "../features/agents/agents-sign";
import { WordFigure } from "../features/word-count/word-count";
import { ConflictIcon, HistoryIcon, OutlineIcon, PanelIcon, ReadingIcon, SidebarIcon } from "../ui/icons";
import { useShell } from "../ui/shell-context";
import { shownText } from "../ui/shown-text";
import type { RoomCopy } from "./tabs/custom-editor-tab";
import type { Tab } from "./tabs/tabs";
import "./status-bar.css";
import { words } from "../ui/messages";
import { useHint } from "../ui/use-hint";

/** The status bar: state of the document, cursor position, connected agents. */
export function StatusBar() {
  const { tabs, layout, panel, run } = useShell();
  const panelPlace = useStore(panel.$panel);
  const front = useStore(tabs.$front);
  const sidebar = useStore(layout.$sidebar);
  const aside = useStore(layout.$aside);
  const hint = useHint();
  return (
    <footer className="status">
      <button
        type="button"
        className="icon-button"
        aria-label={sidebar.open ? words.command.hideSidebar : words.command.showSidebar}
        title={hint(sidebar.open ? words.command.hideSidebar : words.command.showSidebar, "toggle-sidebar")}
        aria-expanded={sidebar.open}
        onClick={() => run("toggle-sidebar")}
      >
        <SidebarIcon />
      </button>
      {front ? <State key={`state-${front.doc}`} tab={front} /> : null}
      <span className="status-space" />
      {front ? (
        front.copy.kind === "text" ? (
          <Figures key={`figures-${front.doc}`} tab={front} />
        ) : (
          <RoomFigure copy={front.copy} />
        )
      ) : null}
      {front ? <ReadingButton key={`reading-${front.key}`} tab={front} /> : null}
      {front && front.copy.kind !== "book" ? (
        <button
          type="button"
          className="status-button"
          aria-pressed={sidebar.open && sidebar.view === "outline"}
          title={hint(words.command.outline, "outline")}
          onClick={() => run("outline")}
        >
          <OutlineIcon />
          <span className="status-label">{words.command.outline}</span>
        </button>
      ) : null}
      {front ? (
        <button
          type="button"
          className="status-button"
          aria-pressed={aside === "history"}
          title={hint(words.command.history, "history")}
          onClick={() => run("history")}
        >
          <HistoryIcon />
          <span className="status-label">{words.command.history}</span>
        </button>
      ) : null}
      <PendingApproval />
      <button
        type="button"
        className="status-button"
        aria-pressed={panelPlace.open}
        title={hint(words.command.assistant, "assistant")}
        onClick={() => run("assistant")}
      >
        <PanelIcon />
        <span className="status-label">{words.command.assistant}</span>
      </button>
      <AgentsSign />
    </footer>
  );
}

/** The assistant waits for the user's answer, and its card may be out of sight: says so in words at any width, and leads there. */
function PendingApproval() {
  const { panel, run } = useShell();
  const { length } = useStore(panel.$pending);
  const hint = useHint();
  if (length === 0) return null;
  return (
    <button
      type="button"
      className="status-button status-pending"
      title={hint(words.command.pendingApproval, "go-to-approval")}
      onClick={() => run("go-to-approval")}
    >
      <ConflictIcon />
      <span>{words.status.pending(length)}</span>
    </button>
  );
}

/** Between the text and the view for reading; plain text has none. */
function ReadingButton({ tab: { key, copy } }: { tab: Tab }) {
  const { reading, run } = useShell();
  const isReading = useStore(reading.$tabs).has(key);
  const { format } = useStore(copy.$about);
  const hint = useHint();
  if (format !== "markdown") return null;
  return (
    <button
      type="button"
      className="status-button"
      aria-pressed={isReading}
      title={hint(words.command.reading, "toggle-reading")}
      onClick={() => run("toggle-reading")}
    >
      <ReadingIcon />
      <span className="status-label">{words.command.reading}</span>
    </button>
  );
}

/** The save state of the document, with actions to fix it. */
function State({ tab: { copy } }: { tab: Tab }) {
  const { status, words: sentence } = useStore(copy.$status);
  const { warnings, path } = useStore(copy.$about);
  const conflicts = useStore(copy.$conflicts);
  // States that change with every pause in typing have a short text, so that nothing moves at the edge of the view.
  const isPassing = path !== null && (status === "saved" || status === "unsaved" || status === "saving");
  return (
    <>
      <span className="status-state" data-state={status} title={shownText(sentence)}>
        <span className="status-dot" aria-hidden="true" />
        <span className="status-sentence">
          {isPassing || sentence === "" ? words.status.state[status] : shownText(sentence)}
        </span>
      </span>
      {conflicts > 0 && status !== "conflict" ? (
        <span className="status-warning">{words.status.conflicts(conflicts)}</span>
      ) : null}
      {status === "gone" && copy.kind === "text" ? (
        <button type="button" className="status-button" onClick={() => void copy.save("recreate")}>
          {words.status.putBack}
        </button>
      ) : null}
      {copy.kind === "text" && (status === "gone" || status === "failed" || status === "read-only") ? (
        <button type="button" className="status-button" onClick={() => void copy.saveAs()}>
          {words.status.saveAs}
        </button>
      ) : null}
      {warnings.length > 0 ? (
        <span className="status-warning" title={warnings.map(shownText).join("\n")}>
          {warnings.length === 1 ? shownText(warnings[0] ?? "") : words.status.warnings(warnings.length)}
        </span>
      ) : null}
    </>
  );
}

/** The status text of a custom editor, such as the selected cell. */
function RoomFigure({ copy: { $figure } }: { copy: RoomCopy }) {
  const figure = useStore($figure);
  return figure === "" ? null : <span className="status-figure">{figure}</span>;
}

function Figures({ tab }: { tab: Tab }) {
  const { copy } = tab;
  const counts = useStore(copy.$counts);
  const about = useStore(copy.$about);
  const giant = useStore(copy.$giant);
  const say = words.status;
  return (
    <>
      <WordFigure tab={tab} />
      <span className="status-figure" title={say.position(counts.line, counts.column)}>
        <span aria-hidden="true">{say.positionShort(counts.line, counts.column)}</span>
        <span className="heard-only">{say.position(counts.line, counts.column)}</span>
      </span>
      <span className="status-figure status-wide">{about.encoding}</span>
      <span className="status-figure status-wide">{about.lineEnding}</span>
      {giant > 0 ? (
        <span className="status-figure" title={say.giantLineWhy}>
          {say.giantLine(giant)}
        </span>
      ) : null}
      <span className="status-figure status-wide">{about.format === "markdown" ? say.markdown : say.text}</span>
    </>
  );
}
