import type { VersionEntry } from "../../../shared/contract";
import { noteOf, reasonOf } from "../../editor/review/describe-reason";
import { ChevronIcon } from "../../ui/icons";
import { Badge } from "../../ui/kit/badge";
import { messages as uiMessages } from "../../ui/messages";
import { formatTime } from "../../ui/time";
import { dayName, versionWriter } from "./describe-version";
import { historyMessages as t } from "./messages";
import { isMarked, sizeOf, type TimelineRow, writerKey } from "./timeline-rows";

type Props = {
  id: string;
  row: TimelineRow;
  isChosen: boolean;
  isCurrent: boolean;
  laneOf: ReadonlyMap<string, number>;
  position: { top: number; height: number };
  pick(): void;
};

/** A row of the timeline: a day, a run of versions, or a version. */
export function TimelineLine({ id, row, isChosen, isCurrent, laneOf, position, pick }: Props) {
  const style = { top: `${position.top}px`, height: `${position.height}px` };
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
        className="timeline-day list-option sides-small spaced-small soft small strong in-line"
        aria-expanded={row.isOpen}
        onClick={pick}
      >
        <ChevronIcon />
        <span>{dayName(row.at, new Date())}</span>
        <span className="plain to-end faint">{t.versions(row.count)}</span>
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
      className="timeline-line list-option"
      data-kind={newest.by.kind}
      onClick={pick}
    >
      <span className="timeline-dot dot" data-marked={marked !== undefined} aria-hidden="true" />
      {row.kind === "run" ? <ChevronIcon /> : null}
      <span className="digits">{timeOf(newest, oldest)}</span>
      <span className="timeline-who clip">{versionWriter(newest.by)}</span>
      <SizeOf versions={versions} />
      <span className="clip faint small">
        {row.kind === "run" ? t.run(versions.length) : reasonOf(newest)}
        {isCurrent ? (
          <>
            {" "}
            <Badge title={t.nowLong}>{t.now}</Badge>
          </>
        ) : null}
      </span>
      <More row={row} version={newest} />
    </div>
  );
}

function More({ row, version }: { row: TimelineRow; version: VersionEntry }) {
  if (row.kind === "version" && row.matches !== null) return <span className="clip soft small">{row.matches}</span>;
  if (version.mark) return <span className="clip soft small strong">{t.markedAs(version.mark)}</span>;
  const note = row.kind === "version" ? noteOf(version) : null;
  if (note !== null)
    return (
      <span className="clip soft small" title={note}>
        {t.note(note)}
      </span>
    );
  if (version.request !== undefined)
    return (
      <span className="clip soft small" title={version.request}>
        {t.request(version.request)}
      </span>
    );
  return isMarked(version) ? <span className="visually-hidden">{t.marked}</span> : null;
}

function SizeOf({ versions }: { versions: readonly VersionEntry[] }) {
  const size = sizeOf(versions);
  if (size === null) return <span className="soft small digits">{uiMessages.size(versions[0]?.size ?? 0)}</span>;
  return (
    <span className="soft small digits">
      <span aria-hidden="true">{t.change(size.added, size.removed)}</span>
      <span className="visually-hidden">{t.spokenChange(size.added, size.removed)}</span>
    </span>
  );
}

function timeOf(newest: VersionEntry, oldest: VersionEntry): string {
  const [from, to] = [formatTime(oldest.at), formatTime(newest.at)];
  return from === to ? to : t.between(from, to);
}
