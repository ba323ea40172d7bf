import { expect, test } from "vitest";
import { formatTime, moment } from "./time";

const now = new Date(2026, 4, 12, 9, 30);
const at = (year: number, month: number, day: number, hour: number, minute: number) =>
  moment(new Date(year, month - 1, day, hour, minute, 7).toISOString(), now);

test("a timestamp is shown relative to today", () => {
  expect(at(2026, 5, 12, 8, 5)).toBe("08:05:07");
  expect(at(2026, 5, 11, 23, 59)).toBe("yesterday 23:59");
  expect(at(2026, 5, 3, 14, 2)).toBe("3 May, 14:02");
  expect(at(2025, 12, 31, 0, 0)).toBe("31 Dec 2025, 00:00");
});

test("an invalid timestamp is shown as it is", () => {
  expect(moment("soon", now)).toBe("soon");
  expect(formatTime("soon")).toBe("");
});
