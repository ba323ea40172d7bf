import { useStore } from "@nanostores/react";
import type { CustomEditorProps } from "../../../editor/custom-editor-tab";
import { writerNames } from "../../../editor/review/describe-hunk";
import { reviewMessages } from "../../../editor/review/messages";
import { ReviewActs } from "../../../editor/review/review-actions";
import { commandName } from "../../../ui/command-messages";
import { Button } from "../../../ui/kit/button";
import { messages as uiMessages } from "../../../ui/messages";
import { useShell } from "../../../workbench/api/shell-context";
import { DocumentView } from "../document/document-view";
import { type OfficeModel, officeModelOf } from "../model/office-model";
import "../office.css";
import { DraftConflict } from "../document/paragraph-editor";
import { SheetView } from "../sheet/sheet-view";
import { OfficeBar, OfficeFindBar } from "./office-bar";
import "../sheet/sheet.css";
import { officeMessages } from "../messages";
import { SlidesView } from "../slides/slides-view";

/** The editor of an Office document: the view for its kind, with toolbar, find bar and review bar. */
export default function OfficeView({ tab, isActive }: CustomEditorProps) {
  const shell = useShell();
  const { run } = shell;
  const model = officeModelOf(tab, shell);
  const state = useStore(model.$state);
  const { isOpen } = useStore(model.find.$found);
  const { name, path } = useStore(tab.$info);
  const { status } = useStore(tab.$status);
  if (state.status === "loading")
    return (
      <p className="office-sign late centred soft" role="status">
        {officeMessages.loading(name)}
      </p>
    );
  if (state.status === "failed") {
    const { message, hint } = state.error;
    return (
      <section className="office-sign centred soft" aria-label={name}>
        <p role="alert">{message}</p>
        {hint === undefined ? null : <p className="faint small">{hint}</p>}
        <div className="office-actions actions above">
          <Button onClick={model.reload}>{uiMessages.tryAgain}</Button>
          {path === null ? null : (
            <>
              <Button onClick={() => run("open-in-program")}>{commandName("open-in-program")}</Button>
              <Button onClick={model.reveal}>{officeMessages.showInFolder}</Button>
            </>
          )}
        </div>
      </section>
    );
  }
  const { content } = state;
  return (
    <div className="office column" data-kind={content.kind}>
      <OfficeBar model={model} content={content} />
      {isOpen ? <OfficeFindBar model={model} done={() => tab.focus()} /> : null}
      {status === "gone" ? (
        <p className="warned keeps line-below inset soft small">{officeMessages.fileDeleted}</p>
      ) : null}
      <DetachedDrafts model={model} kind={content.kind} />
      {content.kind === "document" ? <DocumentView model={model} content={content} /> : null}
      {content.kind === "spreadsheet" ? <SheetView model={model} content={content} /> : null}
      {content.kind === "presentation" ? <SlidesView model={model} content={content} /> : null}
      <OfficeReviewBar model={model} isActive={isActive} />
    </div>
  );
}

/** Drafts that have no element to be shown in: their paragraph was deleted, or they are conflicts in cells. */
function DetachedDrafts({ model, kind }: { model: OfficeModel; kind: "document" | "spreadsheet" | "presentation" }) {
  const drafts = useStore(model.drafts.$drafts);
  const detached = [...drafts.values()].filter(
    ({ now }) => now === null || (now !== undefined && kind === "spreadsheet"),
  );
  return detached.map(({ id }) => (
    <div key={id} className="warned keeps line-below inset">
      {kind === "spreadsheet" ? <strong>{id.split("!").reverse().join("!")}</strong> : null}
      <DraftConflict model={model} id={id} />
    </div>
  ));
}

/** The pending edits of agents: how many, by whom, navigation, and keep or undo all. */
function OfficeReviewBar({ model, isActive }: { model: OfficeModel; isActive: boolean }) {
  const { hunks, writes } = useStore(model.review.$pending);
  if (hunks.length === 0) return null;
  const counted = reviewMessages.pendingBy(hunks.length, writerNames(writes));
  const sentence = hunks[0]?.isWhole ? `${counted}: ${reviewMessages.wholeDocument}` : counted;
  return (
    <section
      className="review-bar foot in-line inset-small"
      aria-label={reviewMessages.bar}
      role={isActive ? undefined : "group"}
    >
      <span className="dot" data-by="agent" aria-hidden="true" />
      <span className="review-sentence grow clip soft" title={sentence}>
        {sentence}
      </span>
      <ReviewActs act={(command) => void model.review.run(command)} />
    </section>
  );
}
