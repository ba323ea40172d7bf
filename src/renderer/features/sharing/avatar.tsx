import type { CSSProperties } from "react";
import { visibleText } from "../../ui/visible-text";
import { colourOf } from "./person-colour";
import "./people.css";

/** The first letter of a person's name, in their colour. The name stands beside it. */
export function Avatar({ name }: { name: string }) {
  const [letter = ""] = visibleText(name);
  return (
    <span className="avatar" aria-hidden="true" style={{ "--other": colourOf(name) } as CSSProperties}>
      {letter.toLocaleUpperCase()}
    </span>
  );
}
