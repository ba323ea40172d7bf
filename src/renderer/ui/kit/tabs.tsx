import type { KeyboardEvent, ReactNode } from "react";
import { classes } from "./classes";
import { Toolbar } from "./toolbar";
import "./tabs.css";

type Props<T extends string> = {
  label: string;
  tabs: readonly { id: T; label: ReactNode }[];
  current: T;
  /** The id of the element that shows what belongs to the current tab. Its name is the element `${id}-${tab}`. */
  panel: string;
  id: string;
  show(tab: T): void;
  className?: string;
};

/** Tabs of a part of a view, in a line that scrolls. Arrow keys, Home and End go to another one. */
export function TabLine<T extends string>({ label, tabs, current, panel, id, show, className }: Props<T>) {
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex((tab) => tab.id === current);
    const last = tabs.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    const next = to === undefined ? undefined : tabs[to];
    if (to === undefined || next === undefined) return;
    event.preventDefault();
    show(next.id);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[to]?.focus();
  };
  return (
    <Toolbar className={classes("tab-line", className)} role="tablist" aria-label={label} onKeyDown={handleKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          id={`${id}-${tab.id}`}
          type="button"
          role="tab"
          aria-selected={tab.id === current}
          aria-controls={panel}
          tabIndex={tab.id === current ? 0 : -1}
          onClick={() => show(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </Toolbar>
  );
}
