import type { ReactNode } from "react";
import "./empty-state.css";
import { classes } from "./classes";

type Props = {
  /** A sign above the heading. */
  icon?: ReactNode;
  heading?: ReactNode;
  /** The sentences, and what else there is to say. */
  children?: ReactNode;
  /** Buttons that lead on. */
  actions?: ReactNode;
  /** In the middle of an empty view, instead of at the place of the list that is empty. */
  isCentred?: boolean;
  /** `status` if it appears while the user waits, `alert` for an error. */
  role?: "status" | "alert";
  className?: string;
};

/** What a view shows when it has nothing to show: why, and what can be done. */
export function EmptyState({ icon, heading, children, actions, isCentred, role, className }: Props) {
  return (
    <div
      className={classes("empty-state stack spaced sides ends soft breaks", className)}
      data-centred={isCentred}
      role={role}
    >
      {icon}
      {heading ? <h3>{heading}</h3> : null}
      {typeof children === "string" ? <p>{children}</p> : children}
      {actions ? <div className="actions">{actions}</div> : null}
    </div>
  );
}
