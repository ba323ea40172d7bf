import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "../set-up/project.mjs";
import {
  declaredElectron,
  describeElectronMismatch,
  electronOnPage,
  otherElectronFlag,
  packagingError,
  packedElectron,
} from "./packed-electron.mjs";

const own = { packed: "45.4.1", declared: "45.4.1" };
const other = { packed: "42.0.0", declared: "45.4.1" };

test("only the declared Electron is packed, unless the flag allows another one [E16]", () => {
  expect(packagingError([], own)).toBeNull();
  expect(packagingError(["--fast"], other)).toMatch(
    /42\.0\.0 would be packed, not the declared 45\.4\.1.*--other-electron/,
  );
  expect(packagingError(["--fast", otherElectronFlag], other)).toBeNull();
});

test("the packages' page says which Electron was packed, and that it is not the declared one", () => {
  expect(electronOnPage(own)).toBe("Electron 45.4.1");
  expect(electronOnPage(other)).toContain("**not the declared 45.4.1**");
});

test("the version is read from Electron's folder", () => {
  expect(declaredElectron()).toMatch(/^\d+\.\d+\.\d+$/);
  if (existsSync(inProject("node_modules/electron/dist/version")))
    expect(packedElectron()).toBe(process.versions["electron"] ?? packedElectron());
  expect(describeElectronMismatch(own)).toBeNull();
});
