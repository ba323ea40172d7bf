// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one cannot be those of a <table>
import { useStore } from "@nanostores/react";
import { memo } from "react";
import type { BookRow } from "../../../../shared/book";
import { QuietButton } from "../../../ui/kit/button";
import { classes } from "../../../ui/kit/classes";
import { useBridge } from "../../../workbench/api/parts";
import { bookMessages } from "../messages";
import { useBook } from "../model/use-book";
import { MarkedText } from "./marked-text";
import { RowState } from "./row-state";
import { TargetField } from "./target-field";

type Props = {
  row: BookRow;
  isActive: boolean;
  sourceLanguage: string | undefined;
  targetLanguage: string | undefined;
};

/** A row of the table: number, source with glossary terms, translation and state. */
export const ParagraphRow = memo(function ParagraphRow({ row, isActive, sourceLanguage, targetLanguage }: Props) {
  const { model } = useBook();
  const bridge = useBridge();
  const isChosen = useStore(model.$chosen).has(row.id);
  const t = bookMessages.row;
  const { id, index, text, isBlank } = row;
  const showMenu = async () => {
    const picked = await bridge.request("app:menu", [
      { id: "comment", label: bookMessages.comments.on(index) },
      { id: "protect", label: bookMessages.comments.protect },
    ]);
    if (picked === "protect") await model.comments.protect(id);
    if (picked !== "comment") return;
    model.$aside.set("comments");
    await model.goTo(row);
    model.comments.$focus.set(model.comments.$focus.get() + 1);
  };
  if (isBlank)
    return (
      <div
        className={classes("book-blank", text.trim() !== "" && "clip")}
        data-id={id}
        data-marks={text.trim() !== ""}
        role="cell"
        aria-colspan={4}
      >
        <span className="soft small" aria-hidden="true">
          {text.trim()}
        </span>
      </div>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu of the row, which the menu key opens in its field
    <div
      className="book-row"
      role="presentation"
      onContextMenu={(event) => {
        // The field has the menu of a text, unless a key asks for it.
        if (event.target instanceof HTMLTextAreaElement && event.button === 2) return;
        event.preventDefault();
        void showMenu();
      }}
      data-id={id}
      data-state={row.state}
      data-active={isActive}
      data-chosen={isChosen}
      data-heading={/^ {0,3}#{1,6}\s/.test(text)}
    >
      <div className="book-index end-aligned" role="cell">
        <QuietButton
          className="small digits end-aligned"
          aria-pressed={isChosen}
          aria-label={t.choose(index)}
          title={t.id(id, index)}
          onClick={(event) => model.choose(id, event.shiftKey)}
        >
          {bookMessages.number(index)}
        </QuietButton>
      </div>
      <div className="book-source ends-small selectable" role="cell" lang={sourceLanguage} dir="auto">
        <MarkedText row={row} />
      </div>
      <div className="book-target" role="cell">
        <TargetField row={row} language={targetLanguage} />
      </div>
      <div className="book-state small in-line" role="cell">
        <RowState row={row} />
      </div>
    </div>
  );
});
