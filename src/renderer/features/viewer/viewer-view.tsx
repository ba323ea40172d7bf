import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { isPdfName } from "../../../core/text/format";
import type { Notice } from "../../../shared/contract";
import type { ViewedFile } from "../../../shared/viewer";
import type { CustomEditorProps, CustomEditorTab } from "../../editor/custom-editor-tab";
import { Button, IconButton } from "../../ui/kit/button";
import { EmptyState } from "../../ui/kit/empty-state";
import { Space, Toolbar } from "../../ui/kit/toolbar";
import { messages } from "../../ui/messages";
import "./viewer.css";
import { viewerMessages } from "./messages";
import { OtherFile } from "./other-file";
import { PdfView } from "./pdf-view";
import { Elsewhere, Neighbours, showNeighbour, useKeptFocus } from "./viewer-parts";
import { scaleToFit, type Zoom, zoomStep } from "./zoom";

type ViewerState = { status: "shown"; file: ViewedFile } | { status: "failed"; error: Notice };

/** The tab of an image, or of a file that is not text and can only be opened in another program. */
export default function ViewerView({ tab }: CustomEditorProps) {
  const { seen, again } = useSeen(tab);
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    tab.attach({
      focus() {
        const within = root.current;
        if (!within || within.contains(document.activeElement)) return;
        (within.querySelector<HTMLElement>(".viewer-box") ?? within.querySelector("button") ?? within).focus();
      },
      run: () => false,
      isDirty: () => false,
      flush: async () => {},
      viewState: () => ({ cursor: 0, scrollTop: 0 }),
      restore() {},
      stop() {},
    });
  }, [tab]);

  return (
    <div ref={root} className="viewer ringless tall column" tabIndex={-1}>
      {seen === null ? null : seen.status === "failed" ? (
        <EmptyState isCentred role="alert" actions={<Button onClick={again}>{messages.tryAgain}</Button>}>
          <p>
            {seen.error.message} {seen.error.hint}
          </p>
        </EmptyState>
      ) : seen.file.image ? (
        <ImageView key={seen.file.path} file={seen.file} image={seen.file.image} tab={tab} />
      ) : isPdfName(seen.file.name) ? (
        <PdfView key={seen.file.pdf?.url ?? seen.file.path} file={seen.file} tab={tab} />
      ) : (
        <OtherFile file={seen.file} tab={tab} />
      )}
    </div>
  );
}

/** What main says of the tab's file, asked again when its folder changes or the user comes back to the window. */
function useSeen(tab: CustomEditorTab): { seen: ViewerState | null; again(): void } {
  const { bridge } = tab;
  const { path } = useStore(tab.$info);
  const [seen, setSeen] = useState<ViewerState | null>(null);
  const turn = useRef(0);

  const again = useCallback(async () => {
    if (path === null) return;
    turn.current += 1;
    const mine = turn.current;
    const answer = await bridge.request("viewer:look", path);
    if (mine !== turn.current) return;
    setSeen(answer.ok ? { status: "shown", file: answer.file } : { status: "failed", error: answer.error });
  }, [bridge, path]);

  useEffect(() => {
    void again();
    const refresh = () => void again();
    window.addEventListener("focus", refresh);
    const stop = bridge.listen("workspace:changed", refresh);
    return () => {
      window.removeEventListener("focus", refresh);
      stop();
      turn.current += 1;
    };
  }, [bridge, again]);
  return { seen, again };
}

type ImageViewProps = { file: ViewedFile; image: NonNullable<ViewedFile["image"]>; tab: CustomEditorTab };

function ImageView({ file, image, tab }: ImageViewProps) {
  const box = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState<Zoom>("fit");
  const known = image.width && image.height ? { width: image.width, height: image.height } : null;
  const [loaded, setLoaded] = useState<{ width: number; height: number } | null>(null);
  const own = known ?? loaded;
  const fitting = useFit(box, own);
  const scale = zoom === "fit" ? fitting : zoom;
  const { zoomBy, show } = {
    zoomBy: (direction: "in" | "out") => setZoom(zoomStep(scale, direction)),
    show: (step: 1 | -1) => showNeighbour(tab, file, step),
  };
  useKeptFocus(tab, box);

  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isScrolled = box.current !== null && box.current.scrollWidth > box.current.clientWidth;
    const actions: Record<string, () => void> = {
      "+": () => zoomBy("in"),
      "=": () => zoomBy("in"),
      "-": () => zoomBy("out"),
      "0": () => setZoom("fit"),
      "1": () => setZoom(1),
      PageUp: () => show(-1),
      PageDown: () => show(1),
      ...(isScrolled ? {} : { ArrowLeft: () => show(-1), ArrowRight: () => show(1) }),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  const at = file.siblings.indexOf(file.path);
  const facts = [
    own ? viewerMessages.pixels(own.width, own.height) : null,
    viewerMessages.size(file.size),
    file.siblings.length > 1 && at >= 0 ? viewerMessages.place(at + 1, file.siblings.length) : null,
  ].filter(Boolean);
  return (
    <>
      <Toolbar role="toolbar" aria-label={viewerMessages.tools}>
        <Neighbours tab={tab} file={file} keys={{ previous: "PageUp", next: "PageDown" }} />
        <IconButton label={viewerMessages.zoomOut} hint={`${viewerMessages.zoomOut} (-)`} onClick={() => zoomBy("out")}>
          −
        </IconButton>
        <span className="small soft figure" role="status">
          {Math.round(scale * 100)}%
        </span>
        <IconButton label={viewerMessages.zoomIn} hint={`${viewerMessages.zoomIn} (+)`} onClick={() => zoomBy("in")}>
          +
        </IconButton>
        <Button size="small" aria-pressed={zoom === "fit"} onClick={() => setZoom("fit")}>
          {viewerMessages.fit}
        </Button>
        <Button size="small" aria-pressed={zoom === 1} onClick={() => setZoom(1)}>
          {viewerMessages.actual}
        </Button>
        <Space />
        <span className="small soft">{facts.join(" · ")}</span>
        <Elsewhere file={file} tab={tab} size="small" />
      </Toolbar>
      <section
        ref={box}
        className="viewer-box fills inset-large scrolls"
        aria-label={viewerMessages.image(file.name)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and takes the keys of the viewer
        tabIndex={0}
        onKeyDown={handleKey}
      >
        <img
          src={image.url}
          alt={file.name}
          draggable={false}
          {...(own
            ? { width: Math.max(1, Math.round(own.width * scale)), height: Math.max(1, Math.round(own.height * scale)) }
            : {})}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setLoaded({ width: naturalWidth || 300, height: naturalHeight || 150 })
          }
        />
      </section>
    </>
  );
}

/** The scale at which the image fits the box, now and when the box changes its size. */
function useFit(box: { current: HTMLElement | null }, own: { width: number; height: number } | null): number {
  const [fitting, setFitting] = useState(1);
  const { width = 0, height = 0 } = own ?? {};
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || width === 0 || height === 0) return;
    const measure = () => {
      const { paddingLeft, paddingTop } = getComputedStyle(element);
      const space = {
        width: element.offsetWidth - 2 * Number.parseFloat(paddingLeft),
        height: element.offsetHeight - 2 * Number.parseFloat(paddingTop),
      };
      setFitting(scaleToFit({ width, height }, space));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, width, height]);
  return fitting;
}
