import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Blinker } from "./caret-blink";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A blinker, and what it did with the caret: `+` shown, `-` hidden. */
function blinkingCaret(mayBlink = () => true): { blinker: Blinker; seen(): string } {
  let seen = "";
  const blinker = new Blinker((isShown) => {
    seen += isShown ? "+" : "-";
  }, mayBlink);
  return { blinker, seen: () => seen };
}

describe("the caret", () => {
  it("blinks for ten seconds after the last key, then stays visible without any timer", () => {
    const { blinker, seen } = blinkingCaret();
    vi.advanceTimersByTime(5000);
    expect(seen()).toBe("-+-+-+-+-");
    blinker.start();
    vi.advanceTimersByTime(60_000);
    expect(seen()).toBe(`-+-+-+-+-+${"-+".repeat(9)}`);
    expect(vi.getTimerCount()).toBe(0);
    blinker.start();
    vi.advanceTimersByTime(600);
    expect(seen().endsWith("-")).toBe(true);
  });

  it("does not blink without the focus, and is visible at once when a key is pressed", () => {
    let hasFocus = false;
    const { blinker, seen } = blinkingCaret(() => hasFocus);
    vi.advanceTimersByTime(5000);
    expect(seen()).toBe("");
    expect(vi.getTimerCount()).toBe(0);
    hasFocus = true;
    blinker.start();
    vi.advanceTimersByTime(600);
    blinker.start();
    expect(seen()).toBe("-+");
    blinker.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
