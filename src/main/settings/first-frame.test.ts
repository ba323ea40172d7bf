import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { defaultSettings } from "../../shared/settings";
import { readFirstBounds, readStoredSettings } from "./first-frame";

let data = "";
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "galley-first-frame-"));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const bounds = { x: -20, y: 30, width: 900, height: 700, isMaximized: false };
const session = (stored: unknown) => writeFileSync(join(data, "session.json"), JSON.stringify(stored));

test("the first window has the bounds of the window that was in front", () => {
  session([
    { workspace: null, session: null, bounds },
    { workspace: null, session: null, bounds: { ...bounds, x: 5 } },
  ]);
  expect(readFirstBounds(data)).toEqual(bounds);
});

test("missing, damaged and impossible bounds are none", () => {
  expect(readFirstBounds(data)).toBeNull();
  const damaged = [
    [],
    {},
    null,
    { workspace: null, session: null },
    [null],
    [{ bounds: null }],
    ...[{ x: 1.5 }, { x: 1e9 }, { y: "3" }, { width: 10 }, { width: 30_000 }, { height: null }, { isMaximized: 1 }].map(
      (wrong) => [{ bounds: { ...bounds, ...wrong } }],
    ),
  ];
  for (const stored of damaged) {
    session(stored);
    expect(readFirstBounds(data), JSON.stringify(stored)).toBeNull();
  }
  writeFileSync(join(data, "session.json"), "[{");
  expect(readFirstBounds(data)).toBeNull();
});

test("stored settings are read, and what is wrong in them is the default", () => {
  expect(readStoredSettings(data)).toEqual(defaultSettings);
  writeFileSync(join(data, "settings.json"), '// mine\n{ "theme": "dark", "contrast": 7 }');
  expect(readStoredSettings(data)).toEqual({ ...defaultSettings, theme: "dark" });
});
