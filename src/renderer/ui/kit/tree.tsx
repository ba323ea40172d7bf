import type { ComponentProps } from "react";
import "./tree.css";
import { ChevronIcon } from "../icons";
import { classes } from "./classes";

/**
 * A line of a tree or of a long list. The tree itself has the focus and the keys: it is an element with the class `tree`,
 * and names the active line, which has `data-focused`, by `aria-activedescendant`.
 */
export function TreeLine({ className, ...rest }: ComponentProps<"div">) {
  // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and names the active line
  return <div role="treeitem" {...rest} className={classes("tree-line", className)} />;
}

/** The sign of a line that can be opened: it points down while the line is open. Null keeps its place empty. */
export function TreeChevron({ isOpen }: { isOpen: boolean | null }) {
  return (
    <span className="tree-chevron" data-open={isOpen === true} data-chevron={isOpen !== null}>
      {isOpen === null ? null : <ChevronIcon />}
    </span>
  );
}
