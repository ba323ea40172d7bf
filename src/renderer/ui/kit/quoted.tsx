import { classes } from "./classes";

type Props = {
  text: string;
  /** What a click does, as the tooltip. */
  hint: string;
  isDisabled?: boolean;
  /** Null if the passage is gone from the document. */
  go: (() => void) | null;
  className?: string;
};

/** A passage of a document, which leads to it. */
export function Quoted({ text, hint, isDisabled = false, go, className }: Props) {
  return (
    <blockquote className={classes("quoted breaks", className)} dir="auto">
      {go === null ? (
        text
      ) : (
        <button type="button" title={hint} disabled={isDisabled} onClick={go}>
          {text}
        </button>
      )}
    </blockquote>
  );
}
