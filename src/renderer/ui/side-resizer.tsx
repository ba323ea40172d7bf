import "./side-resizer.css";

/**
 * The draggable border of a side pane: resizes it with the pointer or arrow keys; a double click restores the initial
 * width. Widths are in unzoomed pixels.
 */
export function SideResizer(props: {
  /** The side of the window where the pane is. */
  box: "left" | "right";
  label: string;
  width: number;
  widths: { min: number; initial: number; max: number };
  resize(width: number): void;
}) {
  const { box, label, width, widths, resize } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved; this is the focusable separator of ARIA
    <div
      className="divider side-resizer"
      data-box={box}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={widths.min}
      aria-valuemax={widths.max}
      tabIndex={0}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        resize(box === "left" ? width + by : width - by);
      }}
      onDoubleClick={() => resize(widths.initial)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const from = box === "left" ? event.clientX : window.innerWidth - event.clientX;
        resize(from / zoomOf(event.currentTarget));
      }}
    />
  );
}

/** The zoom factor: widths are multiplied by it. */
const zoomOf = (element: Element) => Number(getComputedStyle(element).getPropertyValue("--zoom")) || 1;
