import type { ComponentProps, PointerEvent, ReactNode, Ref } from "react";
import "./dialog.css";
import { CloseIcon } from "../icons";
import { messages } from "../messages";
import { IconButton } from "./button";
import { classes } from "./classes";
import { LiveRegion, NoticeList } from "./notice-list";

type DialogProps = Omit<ComponentProps<"dialog">, "onCancel" | "onClose" | "onPointerDown"> & {
  /** The element of `useModal`. */
  ref: Ref<HTMLDialogElement>;
  close(): void;
  /** A click beside the dialog closes it, too: for dialogs that hold nothing to lose. */
  closesOutside?: boolean;
  /** Shows the notices and announces what happens: a modal dialog covers those of the window. */
  hasNotices?: boolean;
};

/** A modal dialog. Escape calls `close`; the dialog itself is closed by no longer rendering it. */
export function Dialog({ className, close, closesOutside, hasNotices, children, ...rest }: DialogProps) {
  return (
    <dialog
      {...rest}
      className={classes("dialog", className)}
      onCancel={(event) => {
        // Also the cancelling of a file field inside bubbles here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      onClose={(event) => {
        if (event.target === event.currentTarget) close();
      }}
      onPointerDown={(event) => {
        if (closesOutside && event.target === event.currentTarget && isBeside(event)) close();
      }}
    >
      {children}
      {hasNotices ? (
        <>
          <NoticeList />
          <LiveRegion />
        </>
      ) : null}
    </dialog>
  );
}

/** The backdrop counts as the dialog itself, but so does its padding. */
function isBeside({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

type DialogHeadProps = {
  /** The id of the heading, for the dialog's `aria-labelledby`. */
  id: string;
  heading: ReactNode;
  /** Below the heading. */
  children?: ReactNode;
  /** Whether the view puts the focus on the heading when the focused element goes away. */
  takesFocus?: boolean;
  close(): void;
};

/** The heading of a dialog that has a close button. */
export function DialogHead({ id, heading, children, takesFocus, close }: DialogHeadProps) {
  return (
    <header className="dialog-head">
      <div>
        <h2 id={id} className="ringless" {...(takesFocus ? { tabIndex: -1 } : {})}>
          {heading}
        </h2>
        {children}
      </div>
      <IconButton label={messages.close} onClick={close}>
        <CloseIcon />
      </IconButton>
    </header>
  );
}

type ColumnsProps = {
  /** The name of the navigation. */
  label: string;
  nav: ReactNode;
  children: ReactNode;
  className?: string;
};

/** The two columns of a large dialog: what there is, and the selected one. They are above each other in a narrow window. */
export function DialogColumns({ label, nav, children, className }: ColumnsProps) {
  return (
    <div className="dialog-columns">
      <nav aria-label={label}>{nav}</nav>
      <div className={classes("dialog-column", className)}>{children}</div>
    </div>
  );
}

/** The buttons at the end of a dialog, the main one first; the last one, which cancels, stands apart. */
export function DialogChoices({ children }: { children: ReactNode }) {
  return <div className="dialog-choices actions above-large">{children}</div>;
}
