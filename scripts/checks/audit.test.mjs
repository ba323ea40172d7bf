import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "../set-up/project.mjs";
import { describeOldElectron, readAudit, unknownInstallScripts } from "./audit.mjs";

test("a package with an install script must have been reviewed", () => {
  const packages = {
    "": { hasInstallScript: true },
    "node_modules/electron": { hasInstallScript: true },
    "node_modules/a/node_modules/@b/c": { hasInstallScript: true },
    "node_modules/quiet": {},
  };
  expect(unknownInstallScripts({ packages })).toEqual(["@b/c"]);
});

test("severe vulnerabilities are reported, minor ones are not; a missing answer is no approval", () => {
  const vulnerabilities = {
    a: { name: "a", severity: "critical", range: "<2" },
    b: { name: "b", severity: "moderate", range: "*" },
    c: { name: "c", severity: "high", range: "1.0.0" },
  };
  expect(readAudit(JSON.stringify({ vulnerabilities }))).toEqual({
    status: "answer",
    grave: ["a <2: critical", "c 1.0.0: high"],
  });
  expect(readAudit(JSON.stringify({ vulnerabilities: {} }))).toEqual({ status: "answer", grave: [] });
  expect(readAudit(JSON.stringify({ message: "405 Method Not Allowed" }))).toEqual({
    status: "no answer",
    why: "405 Method Not Allowed",
  });
  expect(readAudit("").status).toBe("no answer");
});

test("Electron is pinned to one of the three newest majors, by their release interval [E16]", () => {
  const at = (day) => Date.parse(`${day}T12:00:00Z`);
  // Real dates: 38 lost support when 41 was released, in March 2026; 45 loses it when 48 is released, in April 2027.
  expect(describeOldElectron("38.8.6", at("2026-03-09"))).toBeNull();
  expect(describeOldElectron("38.8.6", at("2026-03-11"))).toContain("without support since 2026-03-10");
  expect(describeOldElectron("45.4.1", at("2027-04-05"))).toBeNull();
  expect(describeOldElectron("45.4.1", at("2027-04-07"))).toContain("2027-04-06");
  for (const loose of ["^45.4.1", "latest", "45", "45.0.0-beta.1"])
    expect(describeOldElectron(loose, at("2026-01-13"))).toContain("pinned");
  const { electron } = JSON.parse(readFileSync(inProject("package.json"), "utf8")).devDependencies;
  expect(describeOldElectron(electron, at("2026-11-21"))).toBeNull();
});
