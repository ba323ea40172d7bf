import { expect, it } from "vitest";
import { lockProblems, scriptProblems } from "./lock-file.mjs";

const manifest = { dependencies: { lint: "1.0.0" }, devDependencies: {} };
const whole = () => ({
  packages: {
    "": { dependencies: { lint: "1.0.0" } },
    "node_modules/lint": { version: "1.0.0", integrity: "sha512-a", optionalDependencies: { "lint-mac": "1.0.0" } },
    "node_modules/lint-mac": { version: "1.0.0", integrity: "sha512-b", dependencies: { deep: "2.0.0" } },
    "node_modules/lint-mac/node_modules/deep": { version: "2.0.0", integrity: "sha512-c" },
  },
});

it("a complete lock file has no errors", () => {
  expect(lockProblems(whole(), manifest)).toEqual([]);
});

it.each([
  ["a missing package of another platform", (lock) => delete lock.packages["node_modules/lint-mac"], "wants lint-mac"],
  ["a missing nested package", (lock) => delete lock.packages["node_modules/lint-mac/node_modules/deep"], "wants deep"],
  [
    "a registry address",
    (lock) => (lock.packages["node_modules/lint"].resolved = "https://example.org/lint.tgz"),
    "has the registry address",
  ],
  ["a missing hash", (lock) => delete lock.packages["node_modules/lint"].integrity, "has no hash"],
  [
    "a version other than in package.json",
    (lock) => (lock.packages[""].dependencies.lint = "1.0.1"),
    "package.json wants",
  ],
])("finds %s", (_, spoil, words) => {
  const lock = whole();
  spoil(lock);
  expect(lockProblems(lock, manifest)).toEqual([expect.stringContaining(words)]);
});

it("a version range is an error", () => {
  const lock = whole();
  lock.packages[""].dependencies.lint = "^1.0.0";
  expect(lockProblems(lock, { ...manifest, dependencies: { lint: "^1.0.0" } })).toEqual([
    expect.stringContaining("pinned"),
  ]);
});

it("packages must not run install scripts", () => {
  expect(scriptProblems("fund=false\nignore-scripts=true\n")).toEqual([]);
  for (const npmrc of ["", "fund=false\n", "ignore-scripts=false\n", "# ignore-scripts=true\n"])
    expect(scriptProblems(npmrc)).toHaveLength(1);
});
