import type { ComponentProps, ReactNode } from "react";
import "./button.css";
import { ChevronIcon } from "../icons";
import { classes } from "./classes";

type ButtonElement = Omit<ComponentProps<"button">, "type"> & { type?: "button" | "submit" };

type ButtonProps = ButtonElement & {
  /** `main` is what Enter does; `dangerous` removes something. */
  kind?: "main" | "dangerous" | undefined;
  size?: "small";
  /** Its action is running: it keeps the focus, and further clicks do nothing. */
  isBusy?: boolean;
};

/** A button with a border. For a submit button say `type="submit"`. */
export function Button({ kind, size, isBusy = false, className, onClick, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      {...(isBusy ? { "aria-busy": true, "aria-disabled": true } : {})}
      {...rest}
      type={type}
      className={classes("button", className)}
      data-kind={kind}
      data-size={size}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  );
}

type IconButtonProps = Omit<ButtonElement, "aria-label" | "title"> & {
  /** The accessible name, and the tooltip unless there is a `hint`. */
  label: string;
  /** Another tooltip, such as the label with its key. */
  hint?: string;
};

/** A square button that only shows an icon. */
export function IconButton({ label, hint = label, className, type = "button", ...rest }: IconButtonProps) {
  return <button {...rest} type={type} className={classes("icon-button", className)} aria-label={label} title={hint} />;
}

/** A button that looks like a link: for what leads elsewhere, or is of little weight. */
export function LinkButton({ className, type = "button", ...rest }: ButtonElement) {
  return <button {...rest} type={type} className={classes("link", className)} />;
}

/** A button without a border inside a toolbar, a field or a list. Pressed, it has the accent colour. */
export function QuietButton({ className, type = "button", ...rest }: ButtonElement) {
  return <button {...rest} type={type} className={classes("quiet-button", className)} />;
}

/** A button of the status bar, or of a bar that is as low. Pressed, it is shaded. */
export function StatusButton({ className, type = "button", ...rest }: ButtonElement) {
  return <button {...rest} type={type} className={classes("status-button in-line", className)} />;
}

type TwistProps = Omit<ButtonElement, "aria-expanded" | "children"> & { isOpen: boolean; children?: ReactNode };

/** Opens and closes a part of the view. Its chevron points down while the part is open. */
export function Twist({ isOpen, className, children, type = "button", ...rest }: TwistProps) {
  return (
    <button {...rest} type={type} className={classes("twist", className)} aria-expanded={isOpen}>
      <ChevronIcon />
      {children}
    </button>
  );
}
