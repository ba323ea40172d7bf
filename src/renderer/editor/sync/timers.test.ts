import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Timers } from "./timers";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("setting a timeout again delays it, brings it forward, and replaces what it runs", () => {
  const timers = new Timers<"one">();
  const ran: string[] = [];
  timers.set("one", 100, () => ran.push("first"));
  vi.advanceTimersByTime(60);
  timers.set("one", 100, () => ran.push("delayed"));
  vi.advanceTimersByTime(99);
  expect(ran).toEqual([]);
  timers.cancel("one");
  timers.set("one", 1000, () => ran.push("later"));
  timers.set("one", 20, () => ran.push("sooner"));
  vi.advanceTimersByTime(20);
  expect(ran).toEqual(["sooner"]);
  expect(timers.has("one")).toBe(false);
  vi.advanceTimersByTime(2000);
  expect(ran).toEqual(["sooner"]);
});

it("a timeout that was delayed can be cancelled, and stopped with all others", () => {
  const timers = new Timers<"one" | "two">();
  const ran: string[] = [];
  for (const name of ["one", "two"] as const) {
    timers.set(name, 50, () => ran.push(name));
    timers.set(name, 100, () => ran.push(name));
  }
  timers.cancel("one");
  vi.advanceTimersByTime(60);
  timers.stop();
  vi.advanceTimersByTime(1000);
  expect(ran).toEqual([]);
});
