import type { VersionEntry } from "../../../shared/contract";
import { ChevronIcon } from "../../ui/icons";
import { words as pageWords } from "../../ui/messages";
import { clock } from "../../ui/time";
import { historyWords as say } from "./messages";
import { isMarked, sizeOf, type TimelineRow, writerKey } from "./timeline-rows";
import { dayName, reasonOf, writerName } from "./version-words";

type Props = {
  id: string;
  row: TimelineRow;
  isChosen: boolean;
  isCurrent: boolean;
  laneOf: ReadonlyMap<string, number>;
  place: { top: number; height: number };
  pick(): void;
};

/** A row of the timeline: a day, a run of versions, or a version. */
export function TimelineLine({ id, row, isChosen, isCurrent, laneOf, place, pick }: Props) {
  const style = { top: `${place.top}px`, height: `${place.height}px` };
  if (row.kind === "day")
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
      <div
        id={id}
        role="treeitem"
        tabIndex={-1}
        aria-level={row.level}
        aria-selected={isChosen}
        style={style}
        className="timeline-day"
        aria-expanded={row.isOpen}
        onClick={pick}
      >
        <ChevronIcon />
        <span>{dayName(row.at, new Date())}</span>
        <span className="timeline-count">{say.versions(row.count)}</span>
      </div>
    );
  const versions = row.kind === "run" ? row.versions : [row.version];
  const [newest] = versions;
  const oldest = versions.at(-1);
  if (newest === undefined || oldest === undefined) return null;
  const expanded = row.kind === "run" ? { "aria-expanded": row.isOpen } : {};
  const marked = versions.find(isMarked);
  const lane = newest.by.kind === "agent" ? { "data-lane": laneOf.get(writerKey(newest.by)) ?? 0 } : {};
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.level}
      aria-selected={isChosen}
      style={style}
      {...expanded}
      {...lane}
      className="timeline-line"
      data-kind={newest.by.kind}
      onClick={pick}
    >
      <span className="timeline-dot" data-marked={marked !== undefined} aria-hidden="true" />
      {row.kind === "run" ? <ChevronIcon /> : null}
      <span className="timeline-time">{timeOf(newest, oldest)}</span>
      <span className="timeline-who">{writerName(newest.by)}</span>
      <SizeOf versions={versions} />
      <span className="timeline-why">
        {row.kind === "run" ? say.run(versions.length) : reasonOf(newest)}
        {isCurrent ? (
          <>
            {" "}
            <span className="timeline-now" title={say.nowLong}>
              {say.now}
            </span>
          </>
        ) : null}
      </span>
      <More row={row} version={newest} />
    </div>
  );
}

function More({ row, version }: { row: TimelineRow; version: VersionEntry }) {
  if (row.kind === "version" && row.found !== null) return <span className="timeline-more">{row.found}</span>;
  if (version.mark) return <span className="timeline-more timeline-mark">{say.markedAs(version.mark)}</span>;
  if (version.request !== undefined)
    return (
      <span className="timeline-more" title={version.request}>
        {say.asked(version.request)}
      </span>
    );
  return isMarked(version) ? <span className="heard-only">{say.marked}</span> : null;
}

function SizeOf({ versions }: { versions: readonly VersionEntry[] }) {
  const size = sizeOf(versions);
  if (size === null) return <span className="timeline-size">{pageWords.size(versions[0]?.size ?? 0)}</span>;
  return (
    <span className="timeline-size">
      <span aria-hidden="true">{say.change(size.added, size.removed)}</span>
      <span className="heard-only">{say.changeHeard(size.added, size.removed)}</span>
    </span>
  );
}

function timeOf(newest: VersionEntry, oldest: VersionEntry): string {
  const [from, to] = [clock(oldest.at), clock(newest.at)];
  return from === to ? to : say.between(from, to);
}
