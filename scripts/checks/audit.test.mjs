import { expect, test } from "vitest";
import { readAudit, unknownScripts } from "./audit.mjs";

test("a package that wants to run a program at its installation must have been looked at", () => {
  const packages = {
    "": { hasInstallScript: true },
    "node_modules/electron": { hasInstallScript: true },
    "node_modules/a/node_modules/@b/c": { hasInstallScript: true },
    "node_modules/quiet": {},
  };
  expect(unknownScripts({ packages })).toEqual(["@b/c"]);
});

test("grave faults of dependencies are told, lesser ones are not; what is no answer is no approval", () => {
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
