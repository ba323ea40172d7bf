import type { CSSProperties } from "react";
import type { OutlineRow } from "../../editor/outline/outline-rows";
import { TreeChevron, TreeLine } from "../../ui/kit/tree";
import { messages } from "../../ui/messages";
import { CoverageBar } from "./coverage/coverage-bar";
import { describeCoverage } from "./coverage/describe-coverage";
import { type Coverage, shareOf } from "./coverage/outline-coverage";

type OutlineLineProps = {
  id: string;
  index: number;
  row: OutlineRow;
  style: CSSProperties;
  isOpen: boolean;
  isSelected: boolean;
  isFocused: boolean;
  /** Whether it contains the cursor. */
  isHere: boolean;
  isDragged: boolean;
  isTarget: boolean;
  /** Null while no agent has read anything of the document. */
  coverage: Coverage | null;
};

/** A section or the front matter. The outline handles keys and the pointer. */
export function OutlineLine({ id, index, row, style, isOpen, coverage, ...is }: OutlineLineProps) {
  const t = messages.outline;
  const hasChildren = row.end > index + 1;
  const title = row.kind === "frontmatter" ? t.frontmatter : row.title;
  const size = row.words > 0 ? t.words(row.words) : "";
  const isWhole = hasChildren && !isOpen;
  const share = coverage && shareOf(coverage, index, isWhole ? row.end : index + 1);
  const read = coverage && share && describeCoverage(coverage, share, isWhole ? "with all below it" : "its own text");
  return (
    <TreeLine
      id={id}
      className="outline-line"
      aria-level={row.depth}
      aria-setsize={row.count}
      aria-posinset={row.position}
      aria-selected={is.isSelected}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-current={is.isHere ? "location" : undefined}
      data-row={index}
      data-kind={row.kind}
      data-level={row.level}
      data-front={is.isHere}
      data-focused={is.isFocused}
      data-dragged={is.isDragged}
      data-drop={is.isTarget ? "into" : undefined}
      title={read ? `${title || t.noTitle}\n${read}` : title}
      style={{ ...style, paddingLeft: `${0.5 + (row.depth - 1) * 0.95}rem` }}
    >
      {share ? <CoverageBar share={share} /> : null}
      <TreeChevron isOpen={hasChildren ? isOpen : null} />
      <span className={title === "" ? "tree-name outline-untitled" : "tree-name"}>{title || t.noTitle}</span>
      {size === "" ? null : <span className="visually-hidden">, </span>}
      <span className="outline-size keeps before faint small digits">{size}</span>
      {share && share.read > 0 ? <span className="visually-hidden">, {read}</span> : null}
    </TreeLine>
  );
}
