import { type CSSProperties, Fragment, type Ref } from "react";
import { type Replacement, replaceMatch, usesGroups } from "../../../core/text/replacement";
import type { FoundParagraph } from "../../../shared/contract";
import { ChevronIcon, CloseIcon, FileIcon, PageIcon, ReplaceIcon } from "../../ui/icons";
import { shownText } from "../../ui/shown-text";
import { searchWords } from "./messages";
import type { SearchRow } from "./search-rows";

type SearchLineProps = {
  ref: Ref<HTMLDivElement>;
  id: string;
  index: number;
  row: SearchRow;
  place: CSSProperties;
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
  place,
  isSelected,
  isFocused,
  fileCount,
  replacement,
}: SearchLineProps) {
  const shared = {
    ref,
    id,
    style: place,
    "data-index": index,
    "data-focused": isFocused,
    "aria-selected": isSelected,
  } as const;
  if (row.kind === "file") {
    const { name, path, isOffice, count } = row.file;
    const cut = name.lastIndexOf("/") + 1;
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the tree names its active line by aria-activedescendant
      <div
        {...shared}
        role="treeitem"
        className="tree-line found-file"
        aria-level={1}
        aria-setsize={fileCount}
        aria-posinset={row.place + 1}
        aria-expanded={row.isOpen}
        title={shownText(path)}
      >
        <span className="tree-chevron" data-open={row.isOpen}>
          <ChevronIcon />
        </span>
        <span className="tree-icon">{isOffice ? <FileIcon /> : <PageIcon />}</span>
        <span className="found-name">
          <bdi>{shownText(name.slice(cut))}</bdi>
          {cut > 0 ? <bdi className="found-folder">{shownText(name.slice(0, cut - 1))}</bdi> : null}
        </span>
        <span className="heard-only">, {searchWords.heardCount(count)}</span>
        {replacement ? <Actions isOffice={isOffice} replace={searchWords.replace.file} /> : null}
        <span className="found-count" aria-hidden="true">
          {searchWords.count(count)}
        </span>
      </div>
    );
  }
  if (row.kind === "more") {
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: as above
      <div {...shared} role="treeitem" className="tree-line tree-quiet found-more" aria-level={2}>
        {searchWords.more(row.count)}
      </div>
    );
  }
  const { file, paragraph } = row;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      {...shared}
      role="treeitem"
      className="tree-line found-hit"
      aria-level={2}
      aria-setsize={file.paragraphs.length}
      aria-posinset={row.index + 1}
    >
      <Excerpt paragraph={paragraph} replacement={file.isOffice ? null : replacement} />
      <Place paragraph={paragraph} isOffice={file.isOffice} />
      {replacement ? <Actions isOffice={file.isOffice} replace={searchWords.replace.one} /> : null}
    </div>
  );
}

/** Buttons for the pointer; the list has shortcuts for the same. They are identified by `data-act`. */
function Actions({ isOffice, replace }: { isOffice: boolean; replace: string }) {
  const say = searchWords.replace;
  return (
    <span className="found-actions" aria-hidden="true">
      {isOffice ? null : (
        <span className="icon-button" data-act="replace" title={replace}>
          <ReplaceIcon />
        </span>
      )}
      <span className="icon-button" data-act="leave out" title={say.leaveOut}>
        <CloseIcon />
      </span>
    </span>
  );
}

type ExcerptProps = { paragraph: FoundParagraph; replacement: SearchLineProps["replacement"] };

function Excerpt({ paragraph: { excerpt }, replacement }: ExcerptProps) {
  return (
    <p className="found-text" dir="auto">
      {excerpt.map((piece, index) => {
        const { kind, text } = piece;
        if (kind === "match" && replacement) {
          // The groups of a shortened match are not known.
          const next =
            usesGroups(replacement) && !piece.groups ? null : replaceMatch(replacement, text, piece.groups ?? []);
          return (
            <Fragment key={index}>
              <del>{shownText(text)}</del>
              {next === "" ? null : (
                <>
                  <span className="heard-only"> {searchWords.replace.becomes} </span>
                  <ins>{next === null ? searchWords.gap : shownText(next)}</ins>
                </>
              )}
            </Fragment>
          );
        }
        if (kind === "match") return <mark key={index}>{shownText(text)}</mark>;
        return kind === "gap" ? searchWords.gap : shownText(text);
      })}
    </p>
  );
}

function Place({ paragraph: { sections, line }, isOffice }: { paragraph: FoundParagraph; isOffice: boolean }) {
  const say = searchWords;
  return (
    <p className="found-place">
      <span className="heard-only">, {isOffice ? say.heardParagraph(line) : say.heardLine(line)}, </span>
      <span className="found-line" aria-hidden="true">
        {isOffice ? say.paragraph(line) : say.line(line)}
      </span>
      {sections.length > 0 ? (
        <bdi className="found-sections" title={sections.map(shownText).join(" › ")}>
          {sections.map(shownText).join(" › ")}
        </bdi>
      ) : null}
    </p>
  );
}
