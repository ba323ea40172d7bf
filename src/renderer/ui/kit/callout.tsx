import type { ComponentProps } from "react";
import "./callout.css";
import { classes } from "./classes";

type Props = ComponentProps<"div"> & { tone?: "good" | "warn" | "bad" };

/** A coloured box inside a view: what went wrong or needs attention, with the buttons that help. */
export function Callout({ tone = "warn", className, ...rest }: Props) {
  return <div {...rest} className={classes("callout", className)} data-tone={tone} />;
}
