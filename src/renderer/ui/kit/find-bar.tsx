import { useEffect, useRef } from "react";
import { CloseIcon, DownIcon, UpIcon } from "../icons";
import { IconButton } from "./button";
import { TextField } from "./field";
import "./find-bar.css";

type Props = {
  labels: { label: string; previous: string; next: string; close: string };
  text: string;
  /** Each new number, beginning at 1, focuses the field and selects its text. */
  focusCount: number;
  /** Where the current match is, or that there is none. */
  status: string;
  hasMatches: boolean;
  isBusy?: boolean;
  onChange(text: string): void;
  step(by: 1 | -1): void;
  close(): void;
};

/** A bar above a view that is searched. Enter goes to the next match, Shift+Enter to the previous one, Escape closes it. */
export function FindBar({ labels, text, focusCount, status, hasMatches, isBusy = false, ...act }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focusCount === 0) return;
    field.current?.focus();
    field.current?.select();
  }, [focusCount]);

  return (
    <search className="find-bar in-line spaced-small inset-small bar" aria-busy={isBusy}>
      <TextField
        ref={field}
        type="text"
        aria-label={labels.label}
        placeholder={labels.label}
        value={text}
        spellCheck={false}
        onChange={(event) => act.onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") act.step(event.shiftKey ? -1 : 1);
          else if (event.key === "Escape") act.close();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <span className="clip grow soft digits" role="status">
        {status}
      </span>
      <IconButton label={labels.previous} disabled={!hasMatches} onClick={() => act.step(-1)}>
        <UpIcon />
      </IconButton>
      <IconButton label={labels.next} disabled={!hasMatches} onClick={() => act.step(1)}>
        <DownIcon />
      </IconButton>
      <IconButton label={labels.close} onClick={act.close}>
        <CloseIcon />
      </IconButton>
    </search>
  );
}
