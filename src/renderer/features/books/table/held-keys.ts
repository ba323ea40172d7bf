import { type BookKey, bookKey } from "./book-keys";

/** Keys are held for no longer than this, in milliseconds. */
const MAX_HOLD_MS = 3000;

type HeldKey = { text: string } | { command: BookKey };

/** Holds keys while the cursor is on its way to a field that is not rendered yet, such as one of a chapter that loads. */
export type HeldKeys = {
  /** Holds keys until `release`, Escape, or three seconds have passed. */
  hold(): void;
  /** Replays the held keys in order. A command that holds keys again keeps the rest for its own field. */
  release(): void;
  /** Stops holding, without replaying. */
  drop(): void;
};

/** `insert` writes text at the cursor, `run` a command of the table. */
export function createHeldKeys({ insert, run }: { insert(text: string): void; run(command: BookKey): void }): HeldKeys {
  let queue: HeldKey[] = [];
  let isHolding = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function add(text: string): void {
    const last = queue.at(-1);
    if (last && "text" in last) last.text += text;
    else queue.push({ text });
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const last = queue.at(-1);
    const command = bookKey(event);
    if (command !== null) queue.push({ command });
    else if (key === "Escape") queue = [];
    else if (key === "Backspace" && last && "text" in last) last.text = last.text.slice(0, -1);
    else if (key === "Enter") add("\n");
    else if (key.length === 1 && !event.ctrlKey && !event.metaKey) add(key);
    event.preventDefault();
    event.stopPropagation();
  };

  function stop(): void {
    isHolding = false;
    clearTimeout(timer);
    window.removeEventListener("keydown", handleKeyDown, { capture: true });
  }
  function release(): void {
    if (!isHolding) return;
    stop();
    while (!isHolding) {
      const next = queue.shift();
      if (next === undefined) return;
      if ("command" in next) run(next.command);
      else if (next.text !== "") insert(next.text);
    }
  }

  return {
    hold() {
      stop();
      isHolding = true;
      window.addEventListener("keydown", handleKeyDown, { capture: true });
      timer = setTimeout(release, MAX_HOLD_MS);
    },
    release,
    drop() {
      stop();
      queue = [];
    },
  };
}
