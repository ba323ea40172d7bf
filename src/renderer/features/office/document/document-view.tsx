import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useRef } from "react";
import type { OfficeContent, OfficeParagraph } from "../../../../shared/office";
import { classes } from "../../../ui/kit/classes";
import type { OfficeModel } from "../model/office-model";
import { useCommentedPassages } from "./commented-passages";
import { DocumentRow } from "./document-row";
import { isCovered } from "./document-rows";
import { ParagraphView } from "./paragraph-view";
import { useDocumentMenu, useProtectedParagraphs } from "./part-threads";
import { useDocumentList } from "./use-document-list";
import { useParagraphEditing } from "./use-paragraph-editing";

type DocumentContent = Extract<OfficeContent, { kind: "document" }>;

/** A4 with margins of one inch, if the file has no page size. */
const defaultPage = { width: 595, height: 842, margins: { top: 72, right: 72, bottom: 72, left: 72 } };

/** A text document on paper, virtualized. Enter edits the current paragraph. */
export function DocumentView({ model, content }: { model: OfficeModel; content: DocumentContent }) {
  useStore(model.$revision);
  const { paragraphs } = model;
  const box = useRef<HTMLDivElement>(null);
  const list = useDocumentList(model, content, box);
  const { editing, takeCursor, edit, leave, split, remove } = useParagraphEditing(model, list);
  const { virtual, at } = list;
  const showMenu = useDocumentMenu();
  const beside = useCommentedPassages({ model, comments: content.comments, total: content.total, box, at });
  const lockAt = useProtectedParagraphs(model);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLElement && event.target.closest("textarea, button, .office-beside")) return;
    const main = event.ctrlKey || event.metaKey;
    if (event.altKey || event.shiftKey || (main && event.key !== "Home" && event.key !== "End")) return;
    const page = Math.max(1, (virtual.range?.endIndex ?? 0) - (virtual.range?.startIndex ?? 0) - 1);
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: content.total - 1,
    };
    const paragraph = paragraphs.at(at);
    const next = steps[event.key];
    if (next !== undefined) {
      const by = next < at ? -1 : 1;
      let to = next;
      for (let there = paragraphs.at(to); there && isCovered(there); there = paragraphs.at(to)) to += by;
      list.goTo(to);
      list.focusWanted.current = true;
    } else if ((event.key === "Enter" || event.key === "F2") && paragraph) edit(at, paragraph);
    else return;
    event.preventDefault();
  };

  const view = (index: number, paragraph: OfficeParagraph) => {
    const isOfBody = paragraph.placement === "body" && !paragraph.cell;
    return (
      <ParagraphView
        key={paragraph.id}
        index={index}
        model={model}
        paragraph={paragraph}
        comments={content.comments}
        threads={beside.byComment}
        isBeside={beside.isBeside}
        lock={lockAt(index)}
        isCurrent={index === at}
        isEditing={paragraph.id === editing}
        edit={() => edit(index, paragraph)}
        leave={(focus) => leave(paragraph, focus)}
        cursorAt={takeCursor}
        split={isOfBody ? (text, rest) => void split(index, paragraph, text, rest) : undefined}
        remove={isOfBody && content.total > 1 ? () => void remove(index, paragraph) : undefined}
      />
    );
  };

  const { width, margins } = content.page ?? defaultPage;
  return (
    <div
      ref={box}
      className={classes("office-backdrop scrolls", beside.hasCards && "office-with-cards")}
      role="document"
      aria-label={model.tab.$info.get().name}
      tabIndex={-1}
      onKeyDown={handleKeyDown}
      onContextMenu={(event) => {
        if (event.target instanceof Element && event.target.closest(".office-beside")) return;
        event.preventDefault();
        const line = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("[data-at]") : null;
        if (line !== null) list.pointAt(Number(line.dataset["at"]));
        void showMenu();
      }}
      onWheel={list.handleScrolling}
      onPointerDown={list.handleScrolling}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is clicked on are its paragraphs */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: going to a paragraph by the keyboard does the same */}
      <div
        className="office-paper"
        onClick={(event) => beside.pick(event.target)}
        style={{
          height: virtual.getTotalSize(),
          width: `calc(${Math.max(200, Math.min(1700, width))} * var(--point))`,
          ["--page-left" as string]: `calc(${margins.left} * var(--point))`,
          ["--page-right" as string]: `calc(${margins.right} * var(--point))`,
        }}
      >
        {virtual.getVirtualItems().map(({ index, start }) => (
          <DocumentRow
            // Not the key of the list, which changes later: a focused paragraph would be mounted again.
            key={list.keyOf(index)}
            paragraphs={paragraphs}
            index={index}
            total={content.total}
            start={start}
            measure={virtual.measureElement}
            view={view}
          />
        ))}
        <div ref={beside.cards} className="office-beside" />
      </div>
    </div>
  );
}
