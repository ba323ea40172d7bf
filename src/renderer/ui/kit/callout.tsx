import type { ComponentProps } from "react";
import "./callout.css";
import { classes } from "./classes";

type Props = ComponentProps<"div"> & { tone?: "good" | "warn" | "bad" };

/** A coloured box inside a view: what went wrong or needs attention, with the buttons that help. With a name it is a region. */
export function Callout({ tone = "warn", className, ...rest }: Props) {
  const Element = rest["aria-label"] === undefined ? "div" : "section";
  return <Element {...rest} className={classes("callout stack breaks", className)} data-tone={tone} />;
}
