import { useId, useRef, useState } from "react";
import type { Command } from "../../../../shared/contract";
import { type Keyboard, readKey } from "../../../../shared/keys";
import { commandName } from "../../../ui/command-messages";
import { keyChords } from "../../../ui/key-chords";
import { Button } from "../../../ui/kit/button";
import { shortcut } from "../../../ui/shortcuts";
import { holdersOf, reservedFor } from "./key-changes";
import { keysMessages } from "./messages";

/** Records a key; asks before it is taken from another command. `done` receives null if cancelled. */
export function KeyRecorder({
  command,
  keyboard,
  done,
}: {
  command: Command;
  keyboard: Keyboard;
  done(key: string | null): void;
}) {
  const { platform } = keyboard;
  const [recorded, setRecorded] = useState<{ key: string; holders: Command[] } | null>(null);
  const [error, setError] = useState("");
  const why = useId();
  const field = useRef<HTMLButtonElement>(null);
  const title = commandName(command);

  const take = (names: readonly string[]) => {
    const [first] = names;
    if (first === undefined) return;
    const key = names.map((name) => readKey(name, platform)).find((name) => name !== null) ?? null;
    const named = shortcut(key ?? first, platform);
    const reserved = key === null ? null : reservedFor(key, platform);
    if (key === null) setError(keysMessages.needsModifier(named));
    else if (reserved) setError(keysMessages.reserved(named, reserved));
    else {
      const holders = holdersOf(key, keyboard, command);
      if (holders.length === 0) done(key);
      else setRecorded({ key, holders });
    }
  };

  if (recorded) {
    const named = shortcut(recorded.key, platform);
    return (
      <fieldset
        className="key-taken actions"
        aria-labelledby={why}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          done(null);
        }}
      >
        <p id={why} className="warn" role="alert">
          {keysMessages.alreadyUsed(named, keysMessages.list(recorded.holders.map(commandName)))}
        </p>
        <Button
          // The key that was pressed has led here.
          autoFocus
          onClick={() => done(recorded.key)}
        >
          {keysMessages.give(title)}
        </Button>
        <Button onClick={() => done(null)}>{keysMessages.cancel}</Button>
      </fieldset>
    );
  }
  return (
    <span className="actions">
      {/* biome-ignore lint/correctness/noRestrictedElements: it takes the keys that it is pressed with */}
      <button
        ref={field}
        type="button"
        className="key-field"
        aria-label={keysMessages.pressFor(title)}
        // biome-ignore lint/a11y/noAutofocus: the user has opened it
        autoFocus
        onBlur={() => done(null)}
        onKeyDown={(event) => {
          const { nativeEvent } = event;
          event.preventDefault();
          event.stopPropagation();
          const isAlone = !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey;
          if (event.key === "Escape" && isAlone) done(null);
          else take(keyChords(nativeEvent, platform));
        }}
      >
        {keysMessages.press}
      </button>
      {error ? (
        <span className="warn small" role="alert">
          {error}
        </span>
      ) : null}
    </span>
  );
}
