import { expect, it } from "vitest";
import { isInstalled } from "./dependencies.mjs";

const wanted = {
  "": { version: "1.0.0" },
  "node_modules/zod": { version: "4.0.0", integrity: "sha512-a" },
  "node_modules/lint-mac": { version: "2.0.0", integrity: "sha512-b", optional: true },
};
const zod = { version: "4.0.0", integrity: "sha512-a" };

it("dependencies are complete without packages for other platforms", () => {
  expect(isInstalled(wanted, { "node_modules/zod": zod })).toBe(true);
});

it.each([
  ["is missing", {}],
  ["is of another version", { "node_modules/zod": { ...zod, version: "3.9.0" } }],
  ["has another hash", { "node_modules/zod": { ...zod, integrity: "sha512-x" } }],
  [
    "is for this platform, but of another version",
    { "node_modules/zod": zod, "node_modules/lint-mac": { version: "1.0.0" } },
  ],
])("dependencies are incomplete if one package %s", (_, installed) => {
  expect(isInstalled(wanted, installed)).toBe(false);
});
