import type { ClipboardEvent, KeyboardEvent, RefObject } from "react";
import { cellName } from "../../../../core/office/sheet-address";
import { BareArea } from "../../../ui/kit/field";
import { officeMessages } from "../messages";
import type { CellPosition } from "../model/cell-ranges";
import type { GridViewport } from "./use-grid-viewport";

type Props = {
  field: RefObject<HTMLTextAreaElement | null>;
  /** The element id of the grid. */
  grid: string;
  at: CellPosition;
  box: ReturnType<GridViewport["boxOf"]>;
  /** The space to the right of the cell's left edge, in pixels. */
  room: number;
  value: string;
  isEditing: boolean;
  isReadOnly: boolean;
  type(value: string): void;
  copy(): Promise<void>;
  cut(): Promise<void>;
  paste(text: string): void;
  handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void;
  handleBlur(): void;
};

/** The text field over the current cell. It always has the grid's focus, so that input methods can start composing there. */
export function CellField(props: Props) {
  const { field, grid, at, box, room, value, isEditing, isReadOnly } = props;
  const { type, copy, cut, paste, handleKeyDown, handleBlur } = props;
  /** Copying and pasting in the text of an edited cell is the browser's work. */
  const takeOver = (event: ClipboardEvent, work: () => void) => {
    if (isEditing) return;
    event.preventDefault();
    work();
  };
  return (
    <BareArea
      ref={field}
      className="office-cell-field"
      data-editing={isEditing}
      data-hidden={box.isHidden && !isEditing}
      rows={1}
      spellCheck={false}
      aria-label={officeMessages.cellField(cellName(at))}
      aria-activedescendant={`${grid}-${at.row}-${at.column}`}
      aria-readonly={isReadOnly}
      aria-controls={grid}
      style={{
        left: box.left,
        top: box.top,
        minWidth: box.width,
        minHeight: box.height,
        // The field grows with its content while editing.
        ...(isEditing ? { maxWidth: Math.max(box.width, room) } : { width: box.width, height: box.height }),
      }}
      value={value}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={handleKeyDown}
      onCopy={(event) => takeOver(event, () => void copy())}
      onCut={(event) => takeOver(event, () => void cut())}
      onPaste={(event) => takeOver(event, () => paste(event.clipboardData.getData("text/plain")))}
      onBlur={handleBlur}
    />
  );
}
