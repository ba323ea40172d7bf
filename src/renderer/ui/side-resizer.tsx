import "./side-resizer.css";

/**
 * The border by which a box at the side of the window is made wider or narrower: with the pointer, with the arrow keys, and as
 * it was at first with a double click. Widths are in pixels as they are without zoom.
 */
export function SideResizer(props: {
  /** Where in the window the box stands. */
  box: "left" | "right";
  label: string;
  width: number;
  widths: { least: number; usual: number; most: number };
  resize(width: number): void;
}) {
  const { box, label, width, widths, resize } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved; this is the focusable separator of ARIA
    <div
      className="side-resizer"
      data-box={box}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={widths.least}
      aria-valuemax={widths.most}
      tabIndex={0}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        resize(box === "left" ? width + by : width - by);
      }}
      onDoubleClick={() => resize(widths.usual)}
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

/** A width grows with the zoom of the page. */
const zoomOf = (element: Element) => Number(getComputedStyle(element).getPropertyValue("--zoom")) || 1;
