import type { ReactNode, Ref } from "react";
import type { OfficeParagraph } from "../../../../shared/office";
import { fillStyle } from "../colours";
import { officeMessages } from "../messages";
import type { OfficeModel } from "../model/office-model";
import { columnsOf, isCovered, type DocumentRow as Row, rowAt } from "./document-rows";

type Props = {
  paragraphs: OfficeModel["paragraphs"];
  index: number;
  total: number;
  /** The offset from the top of the list in pixels. */
  start: number;
  /** Measures the height of the row. */
  measure: Ref<HTMLDivElement>;
  view(index: number, paragraph: OfficeParagraph): ReactNode;
};

/** What the list of a document shows at an index: a paragraph or a table row, with its headings above it. */
export function DocumentRow({ paragraphs, index, total, start, measure, view }: Props) {
  const row = rowAt(index, (each) => paragraphs.at(each));
  const paragraph = paragraphs.at(index);
  const isFirstOf = (row.kind === "paragraph" || row.kind === "table row") && row.isFirstOf;
  return (
    <div
      // Unloaded paragraphs use their estimated height.
      ref={row.kind === "unknown" ? undefined : measure}
      data-index={index}
      className="office-row at-top"
      data-first={index === 0}
      data-last={index === total - 1}
      style={{ transform: `translateY(${start}px)` }}
    >
      {isFirstOf && paragraph ? (
        <p className="office-part ui-font faint small">{officeMessages.placements[paragraph.placement]}</p>
      ) : null}
      {paragraph?.breaksPage && index > 0 ? (
        <div className="office-break ui-font faint small">
          <span>{officeMessages.pageBreak}</span>
        </div>
      ) : null}
      {row.kind === "unknown" ? <p className="ends-small centred faint">{officeMessages.loadingCell}</p> : null}
      {row.kind === "paragraph" ? view(index, row.paragraph) : null}
      {row.kind === "table row" ? <TableRow row={row} view={view} /> : null}
    </div>
  );
}

function TableRow({ row, view }: { row: Extract<Row, { kind: "table row" }>; view: Props["view"] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: one row of a table, of which others are not on the page
    <div
      className="office-table-row"
      role="group"
      aria-label={officeMessages.tableRow((row.cells[0]?.cell.row ?? 0) + 1)}
      data-first={row.isFirst}
      data-last={row.isLast}
      style={{ gridTemplateColumns: columnsOf(row.cells, row.columns) }}
    >
      {row.cells.map(({ cell, paragraphs }) => (
        <div
          key={cell.column}
          className="office-cell"
          data-header={cell.isHeader}
          data-covered={cell.rowSpan === 0}
          style={{ gridColumn: `${cell.column + 1} / span ${cell.columnSpan}`, ...fillStyle(cell.fill) }}
        >
          {paragraphs.map((each) => (isCovered(each.paragraph) ? null : view(each.index, each.paragraph)))}
        </div>
      ))}
    </div>
  );
}
