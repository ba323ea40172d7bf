import { classes } from "./classes";

type Props = {
  text: string;
  /** What a click does, as the tooltip. */
  hint: string;
  isDisabled?: boolean;
  go(): void;
  className?: string;
};

/** A passage of a document, which leads to it. */
export function Quoted({ text, hint, isDisabled = false, go, className }: Props) {
  return (
    <blockquote className={classes("quoted breaks", className)} dir="auto">
      <button type="button" title={hint} disabled={isDisabled} onClick={go}>
        {text}
      </button>
    </blockquote>
  );
}
