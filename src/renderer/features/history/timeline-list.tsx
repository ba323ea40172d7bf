import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { noteOf } from "../../editor/review/describe-reason";
import { interfaceZoom } from "../../ui/appearance";
import { useVirtualLines } from "../../ui/kit/virtual-lines";
import { useLayout, useSettingsStore } from "../../workbench/api/parts";
import { TimelineLine } from "./timeline-line";
import type { TimelineRow } from "./timeline-rows";

/** Row heights in pixels, before zooming; `more` is added for a second line of text. */
const HEIGHTS = { day: 30, line: 46, more: 18 };

type Props = {
  name: string;
  rows: readonly TimelineRow[];
  /** The key of the selected row; null for none. */
  chosen: string | null;
  /** The id of the version that equals the current text. */
  current: string | null;
  laneOf: ReadonlyMap<string, number>;
  choose(key: string): void;
  turn(key: string): void;
  /** Goes to the current change of the selected version. */
  enter(): void;
};

/** The timeline as a tree, virtualized. */
export function TimelineList({ name, rows, chosen, current, laneOf, choose, turn, enter }: Props) {
  const $settings = useSettingsStore();
  const layout = useLayout();
  const zoom = interfaceZoom(useStore($settings).fontSize);
  const wantsFocus = useStore(layout.$asideFocus);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const at = rows.findIndex(({ key }) => key === chosen);
  const height = (row: TimelineRow | undefined) => {
    if (row === undefined || row.kind === "day") return Math.round(HEIGHTS.day * zoom);
    return Math.round((HEIGHTS.line + (hasMore(row) ? HEIGHTS.more : 0)) * zoom);
  };
  const virtual = useVirtualLines({
    box,
    count: rows.length,
    estimateSize: (index) => height(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
    kept: [at],
  });
  useEffect(() => virtual.measure(), [zoom, rows]);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at);
  }, [chosen]);
  useEffect(() => {
    if (!wantsFocus) return;
    layout.asideFocused();
    box.current?.focus();
  }, [wantsFocus, layout]);

  const goTo = (index: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (row) choose(row.key);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[at];
    const isOpen = row !== undefined && row.kind !== "version" && row.isOpen;
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / height(rows[1])) - 1);
    const keys: Record<string, () => void> = {
      ArrowDown: () => goTo(at + 1),
      ArrowUp: () => goTo(at < 0 ? 0 : at - 1),
      PageDown: () => goTo(at + page),
      PageUp: () => goTo(at - page),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
      ArrowRight: () => {
        if (row === undefined || row.kind === "version") return;
        if (isOpen) goTo(at + 1);
        else turn(row.key);
      },
      ArrowLeft: () => {
        if (row === undefined) return;
        if (isOpen) turn(row.key);
        else goTo(rows.slice(0, at).findLastIndex(({ level }) => level < row.level));
      },
      Enter: () => (row?.kind === "day" ? turn(row.key) : row && enter()),
      " ": () => row && row.kind !== "version" && turn(row.key),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <div
      ref={box}
      className="timeline sides-small scrolls"
      role="tree"
      tabIndex={0}
      aria-label={name}
      aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
      onKeyDown={handleKeyDown}
      onFocus={() => at < 0 && goTo(rows[0]?.kind === "day" ? 1 : 0)}
    >
      <div role="presentation" className="anchor" style={{ height: `${virtual.getTotalSize()}px` }}>
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <TimelineLine
              key={row.key}
              id={`${id}-${index}`}
              row={row}
              isChosen={index === at}
              isCurrent={row.kind === "version" && row.version.version_id === current}
              laneOf={laneOf}
              position={{ top: start, height: size }}
              pick={() => {
                choose(row.key);
                if (row.kind !== "version") turn(row.key);
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Whether a row has a second line: the note, the request, a mark, or the matching line. */
function hasMore(row: TimelineRow): boolean {
  if (row.kind === "day") return false;
  const version = row.kind === "version" ? row.version : row.versions[0];
  if (version?.request !== undefined || (version?.mark ?? "") !== "") return true;
  return row.kind === "version" && (row.matches !== null || noteOf(row.version) !== null);
}
