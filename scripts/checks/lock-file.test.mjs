import { expect, it } from "vitest";
import { lockErrors, scriptErrors } from "./lock-file.mjs";

const manifest = { dependencies: { lint: "1.0.0" }, devDependencies: {} };
const fullLock = () => ({
  packages: {
    "": { dependencies: { lint: "1.0.0" } },
    "node_modules/lint": { version: "1.0.0", integrity: "sha512-a", optionalDependencies: { "lint-mac": "1.0.0" } },
    "node_modules/lint-mac": { version: "1.0.0", integrity: "sha512-b", dependencies: { deep: "2.0.0" } },
    "node_modules/lint-mac/node_modules/deep": { version: "2.0.0", integrity: "sha512-c" },
  },
});

it("a complete lock file has no errors", () => {
  expect(lockErrors(fullLock(), manifest)).toEqual([]);
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
])("finds %s", (_, spoil, expected) => {
  const lock = fullLock();
  spoil(lock);
  expect(lockErrors(lock, manifest)).toEqual([expect.stringContaining(expected)]);
});

it("a version range is an error", () => {
  const lock = fullLock();
  lock.packages[""].dependencies.lint = "^1.0.0";
  expect(lockErrors(lock, { ...manifest, dependencies: { lint: "^1.0.0" } })).toEqual([
    expect.stringContaining("pinned"),
  ]);
});

it("packages must not run install scripts", () => {
  expect(scriptErrors("fund=false\nignore-scripts=true\n")).toEqual([]);
  for (const npmrc of ["", "fund=false\n", "ignore-scripts=false\n", "# ignore-scripts=true\n"])
    expect(scriptErrors(npmrc)).toHaveLength(1);
});
