import type { KeyboardEvent } from "react";
import type { OfficeSheet } from "../../../../shared/office";
import { QuietButton } from "../../../ui/kit/button";
import { officeMessages } from "../messages";

type Props = { sheets: readonly OfficeSheet[]; active: string; show(name: string): void };

/** The sheets of a workbook as tabs; hidden sheets are labelled. Arrow keys move between them. */
export function SheetTabs({ sheets, active, show }: Props) {
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = sheets.findIndex(({ name }) => name === active);
    const to: Record<string, number> = {
      ArrowRight: (at + 1) % sheets.length,
      ArrowLeft: (at - 1 + sheets.length) % sheets.length,
      Home: 0,
      End: sheets.length - 1,
    };
    const next = to[event.key];
    const sheet = next === undefined ? undefined : sheets[next];
    if (!sheet || next === undefined) return;
    event.preventDefault();
    show(sheet.name);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <div
      className="office-sheets foot in-line spaced-small inset-small"
      role="tablist"
      aria-label={officeMessages.sheets}
      onKeyDown={handleKeyDown}
    >
      {sheets.map(({ name, state }) => (
        <QuietButton
          key={name}
          role="tab"
          className="office-sheet-tab"
          aria-selected={name === active}
          tabIndex={name === active ? 0 : -1}
          data-hidden={state !== "visible"}
          title={state === "visible" ? undefined : officeMessages.hiddenSheet}
          onClick={() => show(name)}
        >
          {name}
          {state === "visible" ? null : <span className="faint small"> {officeMessages.hidden}</span>}
        </QuietButton>
      ))}
    </div>
  );
}
