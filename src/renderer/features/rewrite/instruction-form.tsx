import { useId, useState } from "react";
import { Button, QuietButton } from "../../ui/kit/button";
import { TextField } from "../../ui/kit/field";
import { rewriteMessages as t } from "./messages";
import { recentInstructions } from "./recent-instructions";

type Props = {
  value: string;
  setValue(instruction: string): void;
  /** Whether alternatives are being written. */
  isRunning: boolean;
  wasAsked: boolean;
  ask(instruction: string): void;
  stop(): void;
};

/** The instruction of a rewrite: typed, one of the last ones, or, before the first request, a preset. */
export function InstructionForm({ value, setValue, isRunning, wasAsked, ask, stop }: Props) {
  const id = useId();
  const [recent] = useState(recentInstructions);
  return (
    <>
      <form
        className="rewrite-ask in-line"
        onSubmit={(event) => {
          event.preventDefault();
          ask(value);
        }}
      >
        <TextField
          autoFocus
          aria-label={t.field}
          placeholder={t.field}
          list={`${id}-recent`}
          maxLength={2000}
          value={value}
          onChange={({ target }) => setValue(target.value)}
        />
        <datalist id={`${id}-recent`}>
          {recent.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        {isRunning ? (
          <Button onClick={stop}>{t.stop}</Button>
        ) : (
          <Button type="submit" kind="main" disabled={value.trim() === ""}>
            {wasAsked ? t.again : t.ask}
          </Button>
        )}
      </form>
      {wasAsked ? null : (
        <div className="actions">
          {Object.values(t.presets).map(({ label, instruction }) => (
            <QuietButton key={label} className="pill" onClick={() => ask(instruction)}>
              {label}
            </QuietButton>
          ))}
        </div>
      )}
    </>
  );
}
