import { type CSSProperties, Fragment, type Ref } from "react";
import { type Replacement, replaceMatch, usesGroups } from "../../../core/text/replacement";
import type { ParagraphMatch } from "../../../shared/contract";
import { CloseIcon, DocumentIcon, FileIcon, ReplaceIcon } from "../../ui/icons";
import { Badge } from "../../ui/kit/badge";
import { TreeChevron, TreeLine } from "../../ui/kit/tree";
import { visibleText } from "../../ui/visible-text";
import { searchMessages } from "./messages";
import type { SearchRow } from "./search-rows";

type SearchLineProps = {
  ref: Ref<HTMLDivElement>;
  id: string;
  index: number;
  row: SearchRow;
  style: CSSProperties;
  isSelected: boolean;
  isFocused: boolean;
  fileCount: number;
  /** The replacement of the matches; null if replacing is off. */
  replacement: Extract<Replacement, { status: "ready" }> | null;
};

/** A file or paragraph of the results. The list handles keys and the pointer. */
export function SearchLine({
  ref,
  id,
  index,
  row,
  style,
  isSelected,
  isFocused,
  fileCount,
  replacement,
}: SearchLineProps) {
  const shared = {
    ref,
    id,
    style,
    "data-index": index,
    "data-focused": isFocused,
    "aria-selected": isSelected,
  } as const;
  if (row.kind === "file") {
    const { name, path, isOffice, count } = row.file;
    const cut = name.lastIndexOf("/") + 1;
    return (
      <TreeLine
        {...shared}
        className="found-file"
        aria-level={1}
        aria-setsize={fileCount}
        aria-posinset={row.position + 1}
        aria-expanded={row.isOpen}
        title={visibleText(path)}
      >
        <TreeChevron isOpen={row.isOpen} />
        <span className="tree-icon">{isOffice ? <FileIcon /> : <DocumentIcon />}</span>
        <span className="found-name in-line on-baseline grow">
          <bdi className="clip strong">{visibleText(name.slice(cut))}</bdi>
          {cut > 0 ? <bdi className="grow clip faint small">{visibleText(name.slice(0, cut - 1))}</bdi> : null}
        </span>
        <span className="visually-hidden">, {searchMessages.spokenCount(count)}</span>
        {replacement ? <Actions isOffice={isOffice} replace={searchMessages.replace.file} /> : null}
        <Badge className="found-count before" aria-hidden="true">
          {searchMessages.count(count)}
        </Badge>
      </TreeLine>
    );
  }
  if (row.kind === "more") {
    return (
      <TreeLine {...shared} className="tree-quiet found-more" aria-level={2}>
        {searchMessages.more(row.count)}
      </TreeLine>
    );
  }
  const { file, paragraph } = row;
  return (
    <TreeLine
      {...shared}
      className="found-hit"
      aria-level={2}
      aria-setsize={file.paragraphs.length}
      aria-posinset={row.index + 1}
    >
      <Excerpt paragraph={paragraph} replacement={file.isOffice ? null : replacement} />
      <ParagraphLocation paragraph={paragraph} isOffice={file.isOffice} />
      {replacement ? <Actions isOffice={file.isOffice} replace={searchMessages.replace.one} /> : null}
    </TreeLine>
  );
}

/** Buttons for the pointer; the list has shortcuts for the same. They are identified by `data-act`. */
function Actions({ isOffice, replace }: { isOffice: boolean; replace: string }) {
  const t = searchMessages.replace;
  return (
    <span className="found-actions" aria-hidden="true">
      {isOffice ? null : (
        <span className="icon-button" data-act="replace" title={replace}>
          <ReplaceIcon />
        </span>
      )}
      <span className="icon-button" data-act="leave out" title={t.leaveOut}>
        <CloseIcon />
      </span>
    </span>
  );
}

type ExcerptProps = { paragraph: ParagraphMatch; replacement: SearchLineProps["replacement"] };

function Excerpt({ paragraph: { excerpt }, replacement }: ExcerptProps) {
  return (
    <p className="found-text text-font changes clip-lines" dir="auto">
      {excerpt.map((piece, index) => {
        const { kind, text } = piece;
        if (kind === "match" && replacement) {
          // The groups of a shortened match are not known.
          const next =
            usesGroups(replacement) && !piece.groups ? null : replaceMatch(replacement, text, piece.groups ?? []);
          return (
            <Fragment key={index}>
              <del>{visibleText(text)}</del>
              {next === "" ? null : (
                <>
                  <span className="visually-hidden"> {searchMessages.replace.becomes} </span>
                  <ins>{next === null ? searchMessages.gap : visibleText(next)}</ins>
                </>
              )}
            </Fragment>
          );
        }
        if (kind === "match") return <mark key={index}>{visibleText(text)}</mark>;
        return kind === "gap" ? searchMessages.gap : visibleText(text);
      })}
    </p>
  );
}

function ParagraphLocation({
  paragraph: { sections, line },
  isOffice,
}: {
  paragraph: ParagraphMatch;
  isOffice: boolean;
}) {
  const t = searchMessages;
  return (
    <p className="in-line faint small">
      <span className="visually-hidden">, {isOffice ? t.spokenParagraph(line) : t.spokenLine(line)}, </span>
      <span className="keeps digits" aria-hidden="true">
        {isOffice ? t.paragraph(line) : t.line(line)}
      </span>
      {sections.length > 0 ? (
        <bdi className="clip" title={sections.map(visibleText).join(" › ")}>
          {sections.map(visibleText).join(" › ")}
        </bdi>
      ) : null}
    </p>
  );
}
