import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import type { PdfAction, PdfState, ViewedFile } from "../../../shared/viewer";
import type { CustomEditorTab } from "../../editor/custom-editor-tab";
import { Button, IconButton } from "../../ui/kit/button";
import { Space, Toolbar } from "../../ui/kit/toolbar";
import { viewerMessages } from "./messages";
import { OtherFile } from "./other-file";
import { Elsewhere, Neighbours, showNeighbour, useKeptFocus } from "./viewer-parts";

/** How often the frame is asked what it shows while it is loaded, in milliseconds. Then it is watched. */
const LOADING_MS = 200;

type PdfViewProps = { file: ViewedFile; tab: CustomEditorTab };

/**
 * A PDF in a frame of its own site and processes, drawn by Chromium's viewer without that viewer's toolbar: it could save nothing. Main acts on it,
 * and passes on the keys that are not for it.
 */
export function PdfView({ file, tab }: PdfViewProps) {
  const box = useRef<HTMLElement>(null);
  const { state, act } = usePdfState(tab, file.pdf?.url ?? null);
  const isBroken = file.pdf === null || state?.status === "failed";
  useKeptFocus(tab, box, isBroken);
  usePassedKeys(tab, box);
  const isShown = state?.status === "shown";
  const isReady = isShown || state?.status === "locked";
  useEffect(() => {
    if (isReady && document.activeElement === box.current) act("focus");
  }, [isReady, act]);

  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, () => void> = {
      "+": () => act("zoom in"),
      "=": () => act("zoom in"),
      "-": () => act("zoom out"),
      "0": () => act("fit page"),
      "1": () => act("actual size"),
      "2": () => act("fit width"),
      n: () => showNeighbour(tab, file, 1),
      p: () => showNeighbour(tab, file, -1),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  const at = file.siblings.indexOf(file.path);
  const facts = [
    isShown ? viewerMessages.pdfs.page(state.page, state.pages) : null,
    viewerMessages.size(file.size),
    file.siblings.length > 1 && at >= 0 ? viewerMessages.pdfs.place(at + 1, file.siblings.length) : null,
  ].filter(Boolean);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of its frame and of its buttons
    <div className="pane column" onKeyDown={handleKey}>
      <Toolbar role="toolbar" aria-label={viewerMessages.pdfs.tools}>
        <Neighbours tab={tab} file={file} keys={{ previous: "P", next: "N" }} />
        <IconButton
          label={viewerMessages.zoomOut}
          hint={`${viewerMessages.zoomOut} (-)`}
          disabled={!isShown}
          onClick={() => act("zoom out")}
        >
          −
        </IconButton>
        <span className="small soft figure" role="status">
          {isBroken ? "–" : isShown ? `${Math.round(state.scale * 100)}%` : "…"}
        </span>
        <IconButton
          label={viewerMessages.zoomIn}
          hint={`${viewerMessages.zoomIn} (+)`}
          disabled={!isShown}
          onClick={() => act("zoom in")}
        >
          +
        </IconButton>
        <Button size="small" aria-pressed={state?.fit === "page"} disabled={!isShown} onClick={() => act("fit page")}>
          {viewerMessages.fit}
        </Button>
        <Button size="small" aria-pressed={state?.fit === "width"} disabled={!isShown} onClick={() => act("fit width")}>
          {viewerMessages.pdfs.fitWidth}
        </Button>
        <Button
          size="small"
          aria-pressed={state?.fit === null && state.scale === 1}
          disabled={!isShown}
          onClick={() => act("actual size")}
        >
          {viewerMessages.actual}
        </Button>
        <Space />
        <span className="small soft">{facts.join(" · ")}</span>
        {isBroken ? null : <Elsewhere file={file} tab={tab} size="small" />}
      </Toolbar>
      {file.pdf && !isBroken ? (
        <iframe
          ref={(element) => {
            box.current = element;
          }}
          className="viewer-box fills inset-large viewer-pdf"
          title={viewerMessages.pdfs.name(file.name)}
          src={`${file.pdf.url}#toolbar=0&navpanes=0&view=FitH`}
          onFocus={() => act("focus")}
        />
      ) : (
        <section ref={box} className="viewer-box fills inset-large pane column" aria-label={file.name} tabIndex={-1}>
          <OtherFile file={file} tab={tab} />
        </section>
      )}
    </div>
  );
}

/** What the frame of this address shows, and a function that acts on it. */
function usePdfState({ bridge }: CustomEditorTab, url: string | null) {
  const [state, setState] = useState<PdfState | null>(null);
  const shown = useRef(url);
  shown.current = url;
  const ask = useCallback(
    async (action: PdfAction) => {
      if (url === null) return null;
      const answer = await bridge.request("viewer:pdf", { url, action });
      if (answer && shown.current === url) setState(answer);
      return answer;
    },
    [bridge, url],
  );
  useEffect(() => {
    if (url === null) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = async (action: "look" | "watch"): Promise<void> => {
      const answer = await ask(action);
      if (isOver || answer?.status === "failed") return;
      if (answer === null || answer.status === "loading") timer = setTimeout(() => void follow("look"), LOADING_MS);
      else await follow("watch");
    };
    void follow("look");
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [ask, url]);
  const act = useCallback((action: PdfAction) => void ask(action), [ask]);
  return { state, act };
}

/** Keys that were pressed in the frame, as if the frame's element had got them: the window's commands and the viewer's own follow. */
function usePassedKeys({ bridge }: CustomEditorTab, frame: { current: HTMLElement | null }): void {
  useEffect(
    () =>
      bridge.listen("viewer:key", (key) => {
        if (document.activeElement !== frame.current) return;
        frame.current?.dispatchEvent(new KeyboardEvent("keydown", { ...key, bubbles: true, cancelable: true }));
      }),
    [bridge, frame],
  );
}
