import { type ComponentProps, type ReactNode, useId } from "react";
import "./field.css";
import { classes } from "./classes";

/** A field for a line of text. `aria-invalid` gives it a red border. */
export function TextField({ className, ...rest }: ComponentProps<"input">) {
  return <input {...rest} className={classes("field", className)} />;
}

/** A field for several lines. It grows with its text up to the height that its view sets. */
export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...rest} className={classes("field", className)} />;
}

/** A choice that opens as a list of the system. */
export function Select({ className, ...rest }: ComponentProps<"select">) {
  return <select {...rest} className={classes("field", className)} />;
}

/** A checkbox or a radio button with its words; a click on either changes it. */
export function Check({ children, className, type = "checkbox", ...rest }: ComponentProps<"input">) {
  return (
    <label className={classes("check", className)}>
      <input {...rest} type={type} />
      <span>{children}</span>
    </label>
  );
}

/** A checkbox for what is on or off at once, without being saved first. */
export function Switch({ className, checked, ...rest }: Omit<ComponentProps<"input">, "type" | "role">) {
  return (
    <input
      {...rest}
      type="checkbox"
      role="switch"
      className={classes("switch", className)}
      checked={checked}
      aria-checked={checked}
    />
  );
}

type LabelledProps = {
  label: ReactNode;
  /** Beside the label, such as a button that fills the field. */
  action?: ReactNode;
  /** Below the field. */
  hint?: ReactNode;
  /** What is wrong with the value; instead of the hint. */
  fault?: ReactNode;
  /** The field itself, which takes these attributes. */
  children(attributes: { id: string; "aria-describedby": string; "aria-invalid": boolean }): ReactNode;
};

/** A field with its label above it and a hint or a fault below it, which are connected for screen readers. */
export function Labelled({ label, action, hint, fault, children }: LabelledProps) {
  const id = useId();
  const isFaulty = fault !== undefined && fault !== null && fault !== false;
  const name = <label htmlFor={id}>{label}</label>;
  return (
    <div className="labelled">
      {action ? (
        <div className="labelled-head">
          {name}
          {action}
        </div>
      ) : (
        name
      )}
      {children({ id, "aria-describedby": `${id}-hint`, "aria-invalid": isFaulty })}
      <p id={`${id}-hint`} className={isFaulty ? "small bad" : "small soft"}>
        {isFaulty ? fault : hint}
      </p>
    </div>
  );
}
