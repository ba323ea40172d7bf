import type { ComponentProps } from "react";
import "./list.css";
import { classes } from "./classes";

type ListButtonProps = Omit<ComponentProps<"button">, "type">;

/** A line of a list or navigation that is one button. `aria-current` and `aria-pressed` mark the one that is shown. */
export function ListButton({ className, ...rest }: ListButtonProps) {
  return <button {...rest} type="button" className={classes("list-button", className)} />;
}

type OptionProps = ComponentProps<"div"> & { isSelected: boolean };

/**
 * An option of a list whose focus and keys stay in a field: a pointer chooses it without taking the focus. The field
 * names the active option by `aria-activedescendant`.
 */
export function Option({ isSelected, className, onPointerDown, ...rest }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      {...rest}
      role="option"
      className={classes("list-option", className)}
      aria-selected={isSelected}
      onPointerDown={(event) => {
        event.preventDefault();
        onPointerDown?.(event);
      }}
    />
  );
}
