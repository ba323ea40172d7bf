import { afterEach, expect, test, vi } from "vitest";
import { createHeldKeys } from "./held-keys";

afterEach(() => vi.unstubAllGlobals());

/** Held keys whose `confirm` holds keys again, as at the end of a chapter. Returns what was done. */
function createKeys() {
  let listener: ((event: object) => void) | null = null;
  vi.stubGlobal("window", {
    addEventListener: (_: string, added: typeof listener) => {
      listener = added;
    },
    removeEventListener: (_: string, removed: typeof listener) => {
      if (listener === removed) listener = null;
    },
  });
  const done: string[] = [];
  const keys = createHeldKeys({
    insert: (text) => done.push(text),
    run(command) {
      done.push(`<${command}>`);
      keys.hold();
    },
  });
  const press = (...pressed: string[]) => {
    for (const each of pressed) {
      const key = each.replace(/^Ctrl\+/, "");
      const event = { key, code: "", ctrlKey: key !== each, preventDefault() {}, stopPropagation() {} };
      if (listener) listener(event);
      else done.push(`field:${key}`);
    }
  };
  return { keys, done, press };
}

test("keys typed before their field is there are written into it in order, each command's text into its own field", () => {
  const { keys, done, press } = createKeys();
  keys.hold();
  press("a", "x", "Backspace", "b", "Ctrl+Enter", "c");
  expect(done).toEqual([]);
  keys.release();
  expect(done).toEqual(["ab", "<confirm>"]);
  press("d");
  keys.release();
  expect(done).toEqual(["ab", "<confirm>", "cd"]);
  press("e");
  expect(done.at(-1)).toBe("field:e");
});

test("Escape gives up the held keys, and keys are held for three seconds at most", () => {
  vi.useFakeTimers();
  try {
    const { keys, done, press } = createKeys();
    keys.hold();
    press("a", "Escape", "b");
    vi.advanceTimersByTime(3000);
    expect(done).toEqual(["b"]);
    press("c");
    expect(done.at(-1)).toBe("field:c");
  } finally {
    vi.useRealTimers();
  }
});
