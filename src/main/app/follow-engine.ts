import { basename } from "node:path";
import { isSuggestion } from "../../core/review/suggestions";
import type { Engine } from "../engine";
import { ToolError } from "../engine/ports/tool-error";
import type { Agents } from "./agents";
import type { AppWindow } from "./app-window";
import type { AssistantService } from "./assistant";
import type { CommentState } from "./comments";
import type { Send } from "./core/desktop";
import { t } from "./core/messages";
import { type AppContext, handleChange, handleOfficeWrite, type OfficeService, type ReadRanges } from "./documents";
import type { ExternalService } from "./external";
import { type Reviews, showReviewNotices } from "./review";
import type { WaitingNotices } from "./windows";

export type EngineListeners = {
  ctx: AppContext;
  windows(): readonly AppWindow[];
  /** The window in which one of these folders is open; else the one in front. */
  windowOfAny(folders: readonly string[]): AppWindow;
  /** The window that shows this file, or its folder; else the one in front. */
  windowOfFile(realPath: string): AppWindow;
  broadcast: Send;
  reportError(what: string, error: unknown): void;
  startedOffice(): OfficeService | null;
  agents: Agents;
  assistant: AssistantService;
  external: ExternalService;
  reviews: Reviews;
  readRanges: ReadRanges;
  waiting: WaitingNotices;
  comments: CommentState;
};

/** Passes on what the engine's documents, review, comments and readers report, until the engine is closed. */
export function followEngine(engine: Engine, listeners: EngineListeners): void {
  followWrites(engine, listeners);
  followReview(engine, listeners);
  followComments(engine, listeners);
  engine.onPutBack(({ realPath, by, outcome, at }) => {
    const event = { path: realPath, name: basename(realPath), by: by.name, outcome, at };
    listeners.windowOfFile(realPath).send("external:put-back", event);
    if (outcome === "put back") listeners.agents.putBack({ realPath, by: by.name });
  });
  engine.onRead((news) => {
    listeners.readRanges.handleRead(news);
    listeners.agents.read(news.caller, news.realPath);
  });
}

function followWrites({ documents }: Engine, listeners: EngineListeners): void {
  const { ctx, external, readRanges, windows, broadcast, startedOffice } = listeners;
  documents.onChange((change) => {
    handleChange(ctx, change);
    external.handleChange(change);
    readRanges.handleChange(change);
    for (const window of windows()) window.touched(change.realPath);
  });
  documents.onBytesChange((change) => {
    external.handleBytesChange(change);
    const document = ctx.openDocuments.at(change.realPath);
    // Right away, so that the file watcher does not take it for an external change.
    if (document?.office) {
      handleOfficeWrite(document, change, startedOffice());
      // Its comments are in it.
      broadcast("comments:changed", { docs: [document.doc] });
    }
    for (const window of windows()) window.touched(change.realPath);
  });
  documents.onEntryMoved(({ from, to }) => {
    external.handleMoved({ from, to });
    broadcast("workspace:moved", { from, to });
  });
}

function followReview({ review, requests }: Engine, listeners: EngineListeners): void {
  const { reviews, assistant, agents, broadcast, waiting, windowOfAny, reportError } = listeners;
  review.onChange((realPath) => reviews.changed(realPath));
  review.onDecided((decision) => {
    if (isSuggestion(decision.write.id)) return;
    // An agent of the panel finds it in its next question.
    void assistant.decided(decision).then((isReported) => {
      if (!isReported) agents.undone(decision);
    });
  });
  review.onUnstored((_realPath, error) =>
    reportError(t.parts.review, new ToolError("failed", t.reviewNotStored((error as Error).message))),
  );
  const askedChanged = () => {
    broadcast("review:asked-changed", null);
    requests
      .open()
      .then((open) => showReviewNotices(open, waiting, ({ roots }) => windowOfAny(roots)))
      .catch((error: unknown) => reportError(t.parts.review, error));
  };
  requests.onChange(askedChanged);
  askedChanged();
}

function followComments({ comments }: Engine, listeners: EngineListeners): void {
  const { changes, drafts, read } = listeners.comments;
  comments.onMoved(({ from, to }) => {
    changes.moved(from, to);
    drafts.moved(from, to);
    read.moved(from, to);
  });
  comments.onChange((realPath) => {
    const document = listeners.ctx.openDocuments.at(realPath);
    if (document !== null && document !== undefined) listeners.broadcast("comments:changed", { docs: [document.doc] });
    listeners.broadcast("book:comments-changed", null);
  });
}
