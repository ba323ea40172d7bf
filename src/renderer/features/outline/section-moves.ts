import { isolateHistory } from "@codemirror/commands";
import { EditorSelection, type Text } from "@codemirror/state";
import { serialQueue } from "../../../core/async/serial-queue";
import { type OutlineRow, outlineRows, siblingOf } from "../../editor/outline/outline-rows";
import type { PackedOutline, SectionEdit, SectionResult } from "../../editor/outline/outline-service";
import type { OutlineSource } from "../../editor/outline/outline-source";
import { toChangeSet } from "../../editor/text/change-sets";
import { messages } from "../../ui/messages";
import type { Notices } from "../../ui/notices";
import type { TabEditor } from "../../workbench/api/tabs";

/** A drop target, in row indexes. */
export type DropTarget = { position: "before" | "after" | "into"; anchor: number };

type Deps = {
  editor: TabEditor;
  notices: Pick<Notices, "announce" | "info">;
  /** The outline of the current text, once it is there; null if it is no longer shown or could not be computed. */
  upToDate(): Promise<{ doc: Text; rows: readonly OutlineRow[]; source: OutlineSource } | null>;
  isShown(): boolean;
  rowsNow(): readonly OutlineRow[];
  selected(): number;
  /** Keeps `row` true while the outline changes, until `forgetRow`. */
  followRow(row: { row: number }): void;
  forgetRow(row: { row: number }): void;
  show(doc: Text, outline: PackedOutline): void;
  scheduleRefresh(): void;
  /** Expands the ancestors of a row and selects it. */
  reveal(row: number): void;
};

/** Moves sections and changes their level, one edit after the other. */
export function createSectionMoves(deps: Deps) {
  const { editor, upToDate, isShown, rowsNow, selected, followRow, forgetRow, show, scheduleRefresh, reveal } = deps;
  const { announce, info } = deps.notices;
  const t = messages.outline;
  const enqueue = serialQueue();

  /** Computes an edit of the current text and applies it as one undo step, or shows why it cannot be done. */
  const edit = async (
    row: number,
    anchor: number,
    asking: (rows: readonly OutlineRow[], row: number, anchor: number) => SectionEdit | string,
    describe: (moved: OutlineRow, anchor: string) => string,
  ): Promise<void> => {
    const own = { row };
    const other = { row: anchor };
    followRow(own);
    followRow(other);
    try {
      for (;;) {
        const now = await upToDate();
        if (!now) return;
        const { doc, rows, source } = now;
        // Do not separate the two texts of a conflict.
        if (editor.$conflicts.get() > 0) return void info(t.conflict);
        if (rows[own.row]?.kind !== "section") return void info(t.changed);
        const ask = asking(rows, own.row, other.row);
        if (typeof ask === "string") return announce(ask);
        const answer = await source.answer(doc, ask);
        // The text has changed meanwhile: compute the edit again.
        if (editor.content() !== doc || editor.$conflicts.get() > 0) continue;
        const { title } = rows[own.row] ?? { title: "" };
        const anchorTitle = ask.do === "move" ? (rows[rowOf(rows, ask.anchor)]?.title ?? "") : "";
        if (answer.status === "refused") return void info(t.moveRejected(title || t.noTitle, answer.reason));
        if (answer.changes.length > 0) apply(doc, rows[own.row] as OutlineRow, answer);
        const at = rowOf(rowsNow(), answer.index);
        reveal(at);
        announce(describe(rowsNow()[at] as OutlineRow, anchorTitle || t.noTitle));
        return;
      }
    } catch {
      if (isShown()) info(t.failed);
    } finally {
      forgetRow(own);
      forgetRow(other);
    }
  };

  const apply = (doc: Text, old: OutlineRow, answer: Extract<SectionResult, { status: "moved" }>) => {
    const changes = toChangeSet(answer.changes, doc.length);
    const after = changes.apply(doc);
    const fresh = outlineRows(answer.outline);
    const moved = fresh[rowOf(fresh, answer.index)] as OutlineRow;
    const head = editor.viewState().cursor;
    const isInside = head >= old.from && head < old.from + old.size;
    editor.edit({
      changes,
      // The cursor moves with its text.
      ...(isInside ? { selection: EditorSelection.cursor(samePosition(doc, after, { head, old, moved })) } : {}),
      annotations: isolateHistory.of("full"),
      userEvent: "move.section",
      scrollIntoView: isInside,
    });
    const now = editor.content();
    // Only this edit has happened in between; comparing long texts would cost too much.
    if (now.length === after.length && now.lines === after.lines) show(now, answer.outline);
    else scheduleRefresh();
  };

  return {
    /** Moves the selected section past a sibling. */
    step: (by: 1 | -1): Promise<void> =>
      enqueue(() =>
        edit(
          selected(),
          -1,
          (rows, row) => {
            const sibling = siblingOf(rows, row, by);
            if (sibling < 0) return by < 0 ? t.isFirst : t.isLast;
            const position = by < 0 ? "before" : "after";
            return { do: "move", section: sectionOf(rows, row), position, anchor: sectionOf(rows, sibling) };
          },
          ({ title }, anchor) => t.moved(title || t.noTitle, by < 0 ? "before" : "after", anchor),
        ),
      ),
    /** Changes the level of the selected section and its subsections. */
    level: (by: 1 | -1): Promise<void> =>
      enqueue(() =>
        edit(
          selected(),
          -1,
          (rows, row) => ({ do: "level", section: sectionOf(rows, row), by }),
          ({ title, level }) => t.leveled(title || t.noTitle, level),
        ),
      ),
    drop: (row: number, { position, anchor }: DropTarget): Promise<void> =>
      enqueue(() =>
        edit(
          row,
          anchor,
          (rows, own, other) =>
            rows[other]?.kind === "section"
              ? { do: "move", section: sectionOf(rows, own), position, anchor: sectionOf(rows, other) }
              : t.changed,
          ({ title }, name) => t.moved(title || t.noTitle, position, name),
        ),
      ),
  };
}

/** Section indexes do not count the front matter row. */
const sectionOf = (rows: readonly OutlineRow[], row: number) => (rows[0]?.kind === "frontmatter" ? row - 1 : row);
const rowOf = (rows: readonly OutlineRow[], section: number) =>
  rows[0]?.kind === "frontmatter" ? section + 1 : section;

type Move = { head: number; old: OutlineRow; moved: OutlineRow };

/** The same line and column in a moved section; a heading may have gained or lost `#` marks before the column. */
function samePosition(before: Text, after: Text, { head, old, moved }: Move): number {
  const was = before.lineAt(head);
  const line = after.line(Math.max(1, Math.min(after.lines, moved.lineStart + was.number - old.lineStart)));
  const fromEnd = was.to - head;
  const isHeading = was.text !== line.text;
  return isHeading ? Math.max(line.from, line.to - fromEnd) : line.from + (head - was.from);
}
