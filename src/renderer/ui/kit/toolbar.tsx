import type { ComponentProps, ReactNode } from "react";
import "./toolbar.css";
import { classes } from "./classes";

/** The line of a view or pane with its name and buttons. Put `<Space />` before what belongs to its end. */
export function Toolbar({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={classes("toolbar", className)} />;
}

/** Takes the free space of a toolbar. */
export function Space() {
  return <span className="grow" />;
}

/** Buttons and short texts side by side, which wrap. */
export function Actions({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={classes("actions", className)} />;
}

type ChoiceProps<T extends string> = {
  label: string;
  value: T;
  choices: readonly { id: T; label: ReactNode; hint?: string }[];
  pick(choice: T): void;
  className?: string;
};

/** Two or more views of the same thing, of which one is pressed. */
export function SegmentedControl<T extends string>({ label, value, choices, pick, className }: ChoiceProps<T>) {
  return (
    <fieldset className={classes("segmented", className)} aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.id}
          type="button"
          className="quiet-button small"
          aria-pressed={choice.id === value}
          title={choice.hint}
          onClick={() => pick(choice.id)}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}
