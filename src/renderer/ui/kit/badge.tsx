import type { ComponentProps } from "react";
import "./badge.css";
import { classes } from "./classes";

type Props = ComponentProps<"span"> & { tone?: "plain" | "agent" | "good" };

/** A number or a word in a round box. */
export function Badge({ tone = "plain", className, ...rest }: Props) {
  return <span {...rest} className={classes("badge", className)} data-tone={tone} />;
}
