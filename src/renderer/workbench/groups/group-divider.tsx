import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import "../../ui/side-resizer.css";
import { messages } from "../../ui/messages";
import { useTabs } from "../api/parts";
import { MIN_SHARE } from "./arrangement";
import type { Divider } from "./frames";

const percent = (share: number) => `${(share * 100).toFixed(4)}%`;

/** The share that one key press moves the divider. */
const STEP = 0.02;
const BIG_STEP = 0.1;

/**
 * The divider between two columns or two groups. Drag it or use the arrow keys; double click or Enter makes both sides
 * equal.
 */
export function GroupDivider({ divider }: { divider: Divider }) {
  const tabs = useTabs();
  const line = useRef<HTMLDivElement>(null);
  const { axis, from, at, to, across, divided } = divider;
  const share = (at - from) / (to - from || 1);

  const move = (next: number) => {
    if (divided.kind === "columns") {
      const [one, other] = divided.weights;
      tabs.groups.shareColumns(divided.at, next / one / (next / one + (1 - next) / other));
    } else tabs.groups.shareGroups(divided.upper, next);
  };

  const handlePointerMove = (event: PointerEvent) => {
    const box = line.current?.parentElement?.getBoundingClientRect();
    if (!box || !line.current?.hasPointerCapture(event.pointerId)) return;
    const position = axis === "x" ? (event.clientX - box.left) / box.width : (event.clientY - box.top) / box.height;
    move((position - from) / (to - from || 1));
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = event.shiftKey ? BIG_STEP : STEP;
    const goTo: Record<string, number> = {
      [axis === "x" ? "ArrowLeft" : "ArrowUp"]: share - step,
      [axis === "x" ? "ArrowRight" : "ArrowDown"]: share + step,
      Home: MIN_SHARE,
      End: 1 - MIN_SHARE,
      Enter: 0.5,
    };
    const next = goTo[event.key];
    if (next === undefined) return;
    event.preventDefault();
    move(next);
  };

  const style =
    axis === "x"
      ? { left: percent(at), top: percent(across.from), height: percent(across.to - across.from) }
      : { top: percent(at), left: percent(across.from), width: percent(across.to - across.from) };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved; this is the focusable separator of ARIA
    <div
      ref={line}
      className="divider group-divider"
      role="separator"
      tabIndex={0}
      aria-label={messages.groups.divider}
      aria-orientation={axis === "x" ? "vertical" : "horizontal"}
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={Math.round(MIN_SHARE * 100)}
      aria-valuemax={Math.round((1 - MIN_SHARE) * 100)}
      style={style}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={handlePointerMove}
      onDoubleClick={() => move(0.5)}
      onKeyDown={handleKeyDown}
    />
  );
}
