import { useLayoutEffect } from "react";
import { isPdfName } from "../../../core/text/format";
import type { Notice } from "../../../shared/contract";
import type { ViewedFile } from "../../../shared/viewer";
import type { CustomEditorTab } from "../../editor/custom-editor-tab";
import { ChevronIcon } from "../../ui/icons";
import { Button, IconButton } from "../../ui/kit/button";
import { useNotices, useTabs } from "../../workbench/api/parts";
import { viewerMessages } from "./messages";
import { neighbour } from "./zoom";

/** Shows the file before or after this one of its folder in its tab. */
export function showNeighbour(tab: CustomEditorTab, file: ViewedFile, step: 1 | -1): void {
  const path = neighbour(file.siblings, file.path, step);
  if (path === null) return;
  const name = path.split(/[\\/]/).at(-1) ?? path;
  tab.handleEvent("document:moved", { doc: tab.doc, path, name });
}

/** The buttons to the files before and after this one, with the keys that their hints name. */
export function Neighbours(props: {
  tab: CustomEditorTab;
  file: ViewedFile;
  keys: { previous: string; next: string };
}) {
  const { tab, file, keys } = props;
  const isAlone = neighbour(file.siblings, file.path, 1) === null;
  const { previous, next } = isPdfName(file.name) ? viewerMessages.pdfs : viewerMessages;
  return (
    <>
      <IconButton
        label={previous}
        hint={`${previous} (${keys.previous})`}
        disabled={isAlone}
        onClick={() => showNeighbour(tab, file, -1)}
      >
        <span className="viewer-back">
          <ChevronIcon />
        </span>
      </IconButton>
      <IconButton
        label={next}
        hint={`${next} (${keys.next})`}
        disabled={isAlone}
        onClick={() => showNeighbour(tab, file, 1)}
      >
        <ChevronIcon />
      </IconButton>
    </>
  );
}

/** Opens the file outside of Galley; an SVG, which is text as well, also in the editor. */
export function Elsewhere({ file, tab, size }: { file: ViewedFile; tab: CustomEditorTab; size?: "small" }) {
  const appearance = size ? { size } : {};
  const notices = useNotices();
  const tabs = useTabs();
  const { bridge } = tab;
  const report = (error: Notice) => notices.error(error.message, { hint: error.hint ?? null });
  const openElsewhere = async () => {
    const answer = await bridge.request("viewer:open-in-program", file.path);
    if (!answer.ok) report(answer.error);
  };
  const openAsText = async () => {
    const answer = await bridge.request("viewer:open-as-text", file.path);
    if (!answer.ok) report(answer.error);
    else if (answer.document) tabs.show(answer.document);
  };
  return (
    <>
      {/\.svg$/i.test(file.name) ? (
        <Button {...appearance} onClick={() => void openAsText()}>
          {viewerMessages.openAsText}
        </Button>
      ) : null}
      {file.hasProgram ? (
        <Button {...appearance} onClick={() => void openElsewhere()}>
          {viewerMessages.openInProgram}
        </Button>
      ) : null}
      <Button {...appearance} onClick={() => void bridge.request("workspace:reveal", file.path)}>
        {viewerMessages.showInFolder}
      </Button>
    </>
  );
}

/** The tabs whose content had the focus when the next one replaced it. */
const hadFocus = new WeakSet<CustomEditorTab>();

/** The next file is another view, so the focus would be lost with this one. So may be content of another `kind`. */
export function useKeptFocus(tab: CustomEditorTab, box: { current: HTMLElement | null }, kind?: unknown): void {
  useLayoutEffect(() => {
    const element = box.current;
    // While the first one was loading, the view around it had the focus.
    const isWaiting = element?.closest(".viewer") === document.activeElement;
    if (hadFocus.delete(tab) || isWaiting) element?.focus();
    return () => {
      if (element?.contains(document.activeElement)) hadFocus.add(tab);
    };
  }, [tab, box, kind]);
}
