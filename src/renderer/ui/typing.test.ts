import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchTyping } from "./typing";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A window with two fields; the first one has the focus. */
function page() {
  const events = new EventTarget();
  let focused: string | null = "text";
  const typing = watchTyping({ events, focused: () => focused });
  const key = (name: string, more = {}, pressedAt?: number) => {
    const event = Object.assign(new Event("keydown", { cancelable: true }), { key: name, ...more });
    Object.defineProperty(event, "timeStamp", { value: pressedAt ?? performance.now() });
    return events.dispatchEvent(event);
  };
  const type = (character: string) => {
    const isDelivered = key(character);
    if (isDelivered) events.dispatchEvent(new Event("input"));
    return isDelivered;
  };
  const compose = (what: "start" | "end") => events.dispatchEvent(new Event(`composition${what}`));
  const moveFocus = (to: string | null) => {
    focused = to;
  };
  return { typing, key, type, compose, moveFocus };
}

test("the user is typing for five seconds after any key, and during a composition", () => {
  const { typing, key, compose } = page();
  expect(typing.isTyping()).toBe(false);
  key("ArrowDown");
  vi.advanceTimersByTime(4_900);
  expect(typing.isTyping()).toBe(true);
  vi.advanceTimersByTime(200);
  expect(typing.isTyping()).toBe(false);
  compose("start");
  vi.advanceTimersByTime(60_000);
  expect(typing.isTyping()).toBe(true);
  compose("end");
  vi.advanceTimersByTime(5_100);
  expect(typing.isTyping()).toBe(false);
});

test("a question in mid-word waits for the end of the word, and the next keys do not answer it", () => {
  const { typing, type, key } = page();
  const asked = vi.fn();
  type("w");
  typing.whenIdle(asked);
  for (const character of "ord") {
    vi.advanceTimersByTime(400);
    type(character);
    expect(asked).not.toHaveBeenCalled();
  }
  vi.advanceTimersByTime(800);
  expect(asked).toHaveBeenCalledOnce();
  expect(key("Enter")).toBe(false);
  expect(key(" ")).toBe(false);
  expect(key("Escape")).toBe(true);
  vi.advanceTimersByTime(500);
  expect(key("Enter")).toBe(true);
});

test("a question after a command key, or after leaving the field, is asked and can be answered at once", () => {
  const { typing, type, key, moveFocus } = page();
  const asked = vi.fn();
  key("w", { ctrlKey: true });
  typing.whenIdle(asked);
  expect(asked).toHaveBeenCalledOnce();
  type("n");
  moveFocus("button");
  typing.whenIdle(asked);
  expect(asked).toHaveBeenCalledTimes(2);
  expect(key("Enter")).toBe(true);
});

test("a question waits while the user types on after the field has lost the focus, and is not answered", () => {
  const { typing, type, key, moveFocus } = page();
  const asked = vi.fn();
  type("w");
  moveFocus(null);
  typing.whenIdle(asked);
  for (const character of "ord") {
    vi.advanceTimersByTime(400);
    key(character);
    expect(asked).not.toHaveBeenCalled();
  }
  vi.advanceTimersByTime(800);
  expect(asked).toHaveBeenCalledOnce();
  expect(key(" ")).toBe(false);
});

test("a key pressed just after a delayed question does not answer it, however late a busy window handles it", () => {
  const { typing, type, key } = page();
  const asked = vi.fn();
  type("w");
  typing.whenIdle(asked);
  vi.advanceTimersByTime(800);
  expect(asked).toHaveBeenCalledOnce();
  const pressedAt = performance.now();
  vi.advanceTimersByTime(2000);
  expect(key("Enter", {}, pressedAt)).toBe(false);
  expect(key("Enter")).toBe(true);
});
