import type { ComponentProps, ReactNode } from "react";
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

/** A native drop-down list. */
export function Select({ className, ...rest }: ComponentProps<"select">) {
  return <select {...rest} className={classes("field", className)} />;
}

/** A drop-down list without a border, in a row of other controls: as wide as the option that is chosen. */
export function QuietSelect({ className, ...rest }: ComponentProps<"select">) {
  return <select {...rest} className={classes("clip quiet-select", className)} />;
}

/** A field for a line of text without a border: what it is in draws one, such as a `FieldBox`, a cell of a table or a row of a tree. */
export function BareField(props: ComponentProps<"input">) {
  return <input {...props} />;
}

/** A field for several lines without a border: what it is in draws one. */
export function BareArea(props: ComponentProps<"textarea">) {
  return <textarea {...props} />;
}

/** The border of a text field that has buttons inside: a `BareField`, and the buttons. */
export function FieldBox({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={classes("field-box", className)} />;
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

/** A checkbox or a radio button alone, inside a label that has more than words. */
export function CheckBox({ type = "checkbox", ...rest }: ComponentProps<"input">) {
  return <input {...rest} type={type} />;
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
  /** The id of the field. */
  htmlFor: string;
  label: ReactNode;
  /** Beside the label, such as a button that fills the field. */
  action?: ReactNode;
  /** The field, and below it what there is to say about it. */
  children: ReactNode;
};

/** A field with its label above it. */
export function Labelled({ htmlFor, label, action, children }: LabelledProps) {
  const name = <label htmlFor={htmlFor}>{label}</label>;
  return (
    <div className="labelled stack">
      {action ? (
        <div className="apart">
          {name}
          {action}
        </div>
      ) : (
        name
      )}
      {children}
    </div>
  );
}
