import { type OutlineRow, visibleRows } from "../../editor/outline/outline-rows";
import { rowOfKey } from "../../ui/kit/tree-keys";

/** The effect of a key: select another row, or collapse or expand rows. */
export type OutlineStep = { do: "select"; row: number } | { do: "collapse" | "expand"; rows: number[] } | null;

/** The rows of the outline, the collapsed ones, and the selected one (-1 for none). */
export type OutlineState = { rows: readonly OutlineRow[]; collapsed: ReadonlySet<number>; selected: number };

/** The keyboard behaviour of a tree (ARIA pattern): arrows, Home, End, Page keys and `*`. `page` is the number of visible rows. */
export function outlineStep({ rows, collapsed, selected }: OutlineState, key: string, page: number): OutlineStep {
  const visible = visibleRows(rows, collapsed);
  const at = visible.indexOf(selected);
  const row = rows[selected];
  const hasChildren = row !== undefined && row.end > selected + 1;
  const select = (index: number): OutlineStep => {
    const next = visible[index];
    return next === undefined || next === selected ? null : { do: "select", row: next };
  };
  const moved = rowOfKey(key, { at, count: visible.length, page });
  if (moved !== null) return select(moved);
  switch (key) {
    case "ArrowRight":
      if (!hasChildren) return null;
      return collapsed.has(selected) ? { do: "expand", rows: [selected] } : select(at + 1);
    case "ArrowLeft":
      if (hasChildren && !collapsed.has(selected)) return { do: "collapse", rows: [selected] };
      return row && row.parent >= 0 ? { do: "select", row: row.parent } : null;
    case "*": {
      const closed = [...collapsed].filter((index) => rows[index]?.parent === row?.parent);
      return closed.length > 0 ? { do: "expand", rows: closed } : null;
    }
    default:
      return null;
  }
}

/**
 * The next visible row whose title starts with the typed text, from the selected one on, wrapping around; -1 for none. A single
 * letter moves on to the next match; further letters keep the current row while it matches.
 */
export function typedTitle({ rows, collapsed, selected }: OutlineState, typed: string): number {
  const visible = visibleRows(rows, collapsed);
  const wanted = typed.toLocaleLowerCase().normalize();
  const at = visible.indexOf(selected);
  const from = [...wanted].length > 1 ? Math.max(0, at) : at + 1;
  for (let step = 0; step < visible.length; step++) {
    const index = visible[(from + step) % visible.length] ?? -1;
    if (rows[index]?.title.toLocaleLowerCase().normalize().startsWith(wanted)) return index;
  }
  return -1;
}

/** The drop target of a dragged section. `line` is the visible row above which (for `into`, on which) the indicator is shown. */
export type Drop = { position: "before" | "after" | "into"; anchor: number; line: number };

/** The drop target at a pointer position: `y` counts visible rows, 2.5 is the middle of the third. Null if the section cannot go there. */
export function dropAt({ rows, collapsed }: OutlineState, moved: number, y: number): Drop | null {
  const visible = visibleRows(rows, collapsed);
  const line = Math.floor(y);
  const at = visible[line];
  const drop = at === undefined ? atEnd(rows, visible.length) : onRow(rows, collapsed, { at, line, part: y - line });
  const own = rows[moved];
  const isInside = drop !== null && own !== undefined && drop.anchor >= moved && drop.anchor < own.end;
  return isInside || y < 0 ? null : drop;
}

function atEnd(rows: readonly OutlineRow[], line: number): Drop | null {
  let last = rows.length - 1;
  while ((rows[last]?.parent ?? -1) >= 0) last = rows[last]?.parent ?? -1;
  return rows[last]?.kind === "section" ? { position: "after", anchor: last, line } : null;
}

type Pointer = { at: number; line: number; part: number };

function onRow(rows: readonly OutlineRow[], collapsed: ReadonlySet<number>, { at, line, part }: Pointer): Drop | null {
  const row = rows[at];
  if (row?.kind !== "section") return null;
  if (part < 0.28) return { position: "before", anchor: at, line };
  if (part < 0.72) return { position: "into", anchor: at, line };
  // Below an expanded row comes its first subsection.
  const isOpen = row.end > at + 1 && !collapsed.has(at);
  return isOpen
    ? { position: "before", anchor: at + 1, line: line + 1 }
    : { position: "after", anchor: at, line: line + 1 };
}
