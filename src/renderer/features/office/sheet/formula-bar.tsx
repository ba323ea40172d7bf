import { useStore } from "@nanostores/react";
import { type Ref, useEffect, useState } from "react";
import { cellName } from "../../../../core/office/sheet-address";
import type { OfficeSheet } from "../../../../shared/office";
import { TextField } from "../../../ui/kit/field";
import { officeMessages } from "../messages";
import type { CellPosition } from "../model/cell-ranges";
import type { OfficeModel } from "../model/office-model";
import { cellId } from "../model/office-typing";

type Props = {
  ref: Ref<HTMLInputElement>;
  model: OfficeModel;
  sheet: OfficeSheet;
  at: CellPosition;
  isEditing: boolean;
  locked: string | null;
  edit(isEditing: boolean): void;
  /** Goes to a cell by name; false if there is no such cell. */
  goTo(text: string): boolean;
  done(): void;
};

/** The address of the current cell and its content: the formula, or the unformatted value. */
export function FormulaBar({ ref, model, sheet, at, isEditing, locked, edit, goTo, done }: Props) {
  const address = cellName(at);
  const id = cellId(sheet.name, address);
  const draft = useStore(model.drafts.$drafts).get(id);
  const cell = model.cells.at(sheet.name, at);
  const [name, setName] = useState<string | null>(null);
  const input = cell?.input ?? "";
  useEffect(() => setName(null), [address]);
  return (
    <div className="office-formula inset-small in-line bar">
      <TextField
        ref={ref}
        className="office-name keeps narrow"
        aria-label={officeMessages.cellName}
        title={officeMessages.cellNameHint}
        spellCheck={false}
        value={name ?? address}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={() => setName(null)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") {
            if (goTo(event.currentTarget.value)) {
              setName(null);
              done();
            } else model.announce(officeMessages.noSuchCell(event.currentTarget.value));
          } else if (event.key === "Escape") {
            setName(null);
            done();
          } else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <span className="italic faint" aria-hidden="true">
        {officeMessages.formulaSign}
      </span>
      <TextField
        className="office-value grow"
        aria-label={officeMessages.cellValue(address)}
        spellCheck={false}
        readOnly={locked !== null}
        value={draft?.text ?? input}
        data-formula={cell?.formula != null}
        onFocus={() => edit(true)}
        onChange={(event) => {
          model.drafts.begin(id, input);
          model.drafts.type(id, event.currentTarget.value);
        }}
        onBlur={() => {
          if (isEditing) edit(false);
          void model.commit(id);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") void model.commit(id);
          else if (event.key === "Escape") model.drafts.drop(id);
          else return;
          event.preventDefault();
          event.stopPropagation();
          done();
        }}
      />
    </div>
  );
}
