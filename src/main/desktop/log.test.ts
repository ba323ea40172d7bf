import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { LogLevel } from "../../shared/log-level";
import { cleaned, createLog } from "./log";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "galley-log-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const written = (name = "galley.log") => readFileSync(join(dataDir, "logs", name), "utf8");

describe("the log", () => {
  test("records time and level, readable only by this user [A30]", () => {
    createLog(dataDir)("the page ended");
    expect(written()).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z error {3}the page ended\n$/);
    expect(statSync(join(dataDir, "logs", "galley.log")).mode & 0o077).toBe(0);
  });

  test("leaves out entries below its level, which may change while the app runs", () => {
    let level: LogLevel = "warning";
    const log = createLog(dataDir, () => level);
    log("one", "info");
    log("two", "warning");
    level = "debug";
    log("three", "debug");
    expect(written().match(/two|one|three/g)).toEqual(["two", "three"]);
  });

  test("keeps its size and number of files within the limit, with the newest entries", () => {
    const log = createLog(dataDir);
    for (let entry = 0; entry < 500; entry++) log(`${entry} ${"x ".repeat(10_000)}`);
    const names = readdirSync(join(dataDir, "logs")).sort();
    expect(names).toEqual(["galley.1.log", "galley.2.log", "galley.3.log", "galley.log"]);
    for (const name of names) expect(statSync(join(dataDir, "logs", name)).size).toBeLessThanOrEqual(2 * 1024 * 1024);
    expect(written()).toMatch(/ 499 x x/);
    expect(Number(/error {3}(\d+)/.exec(written("galley.1.log"))?.[1])).toBeLessThan(
      Number(/error {3}(\d+)/.exec(written())?.[1]),
    );
  });

  test("does not end the app if it cannot be written", () => {
    const consoleError = vi.spyOn(console, "error").mockImplementation(() => {});
    writeFileSync(join(dataDir, "logs"), "a file");
    expect(() => createLog(dataDir)("something")).not.toThrow();
    expect(consoleError).toHaveBeenCalledWith(expect.stringContaining("something"));
    consoleError.mockRestore();
  });
});

describe("a log entry", () => {
  test.each([
    ["Authorization: Bearer abcdef0123456789", "abcdef0123456789"],
    ["the answer to sk-ant-api03-AbCdEfGhIjKlMnOpQrSt was 401", "AbCdEfGhIjKlMnOpQrSt"],
    ['{"x-api-key":"0123456789abcdef"}', "0123456789abcdef"],
    ["https://example.org/?api_key=0123456789abcdef&b=1", "0123456789abcdef"],
    ["token=9f8e7d6c5b4a39281706", "9f8e7d6c5b4a39281706"],
  ])("contains no key: %s [A26]", (text, secret) => {
    expect(cleaned(text)).not.toContain(secret);
    expect(cleaned(text)).toContain("***");
  });

  test("repeats names, but no passages of text [A26]", () => {
    expect(cleaned('"letter.md" is not there')).toBe('"letter.md" is not there');
    const passage = "It was a dark and stormy night; ".repeat(5);
    expect(cleaned(`found "${passage}" twice`)).toBe(`found "${passage.slice(0, 40)}…" twice`);
  });

  test("indents the lines of a stack, so that no text looks like another entry [A24]", () => {
    expect(cleaned("Error: a\n    at b (c.js:1:2)\n2026-01-01 error forged")).toBe(
      "Error: a\n        at b (c.js:1:2)\n    2026-01-01 error forged",
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const [, ...after] = cleaned(text).split(/[\n\r\u2028\u2029]/);
        return after.every((line) => line.startsWith("    "));
      }),
      { numRuns: 50 },
    );
  });
});
