import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RestTimer } from "./rest-timer";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const counted = () => {
  const due = vi.fn();
  return { due, timer: new RestTimer(100, due) };
};

it("what is due waits until nothing has restarted the rest for the whole delay", () => {
  const { due, timer } = counted();
  timer.restart();
  for (let presses = 0; presses < 5; presses++) {
    vi.advanceTimersByTime(70);
    timer.restart();
  }
  vi.advanceTimersByTime(99);
  expect(due).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(due).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(due).toHaveBeenCalledTimes(1);
});

it("a rest can begin again after it was over, and within what was due", () => {
  const { due, timer } = counted();
  due.mockImplementationOnce(() => timer.restart());
  timer.restart();
  vi.advanceTimersByTime(100);
  expect(timer.isRunning).toBe(true);
  vi.advanceTimersByTime(100);
  expect(due).toHaveBeenCalledTimes(2);
  expect(timer.isRunning).toBe(false);
});

it("after it is stopped, nothing is due until it is restarted", () => {
  const { due, timer } = counted();
  timer.restart();
  timer.stop();
  vi.advanceTimersByTime(1000);
  expect(due).not.toHaveBeenCalled();
  timer.restart();
  vi.advanceTimersByTime(100);
  expect(due).toHaveBeenCalledTimes(1);
});
