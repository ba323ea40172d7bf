import type { ComponentProps } from "react";
import "./popover.css";
import { classes } from "./classes";

/**
 * A box above the view that a button with its `popoverTarget` opens; Escape or a click elsewhere closes it. Without a
 * position of its own it is at the lower right corner, above the status bar.
 */
export function Popover({ className, ...rest }: ComponentProps<"section"> & { id: string; "aria-label": string }) {
  return <section {...rest} popover="auto" className={classes("popover", className)} />;
}
