import { readFileSync, writeFileSync } from "node:fs";

/** The marker in Electron's binaries before their fuses. */
const sentinel = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";

/** The fuses in binary order, by electron-builder's names; older versions of Electron do not have the last ones. */
const names = [
  "runAsNode",
  "enableCookieEncryption",
  "enableNodeOptionsEnvironmentVariable",
  "enableNodeCliInspectArguments",
  "enableEmbeddedAsarIntegrityValidation",
  "onlyLoadAppFromAsar",
  "loadBrowserProcessSpecificV8Snapshot",
  "grantFileProtocolExtraPrivileges",
];

function wireOf(bytes) {
  const at = bytes.indexOf(sentinel);
  if (at === -1) throw new Error("no fuses in this program");
  const start = at + sentinel.length + 2;
  return { start, length: bytes[start - 1] };
}

/** The fuses in a program, by name: true, false, or null if this Electron does not know it. */
export function readFuses(program) {
  const bytes = readFileSync(program);
  const { start, length } = wireOf(bytes);
  const state = (index) => ({ 48: false, 49: true })[index < length ? bytes[start + index] : -1] ?? null;
  return Object.fromEntries(names.map((name, index) => [name, state(index)]));
}

/** Sets one fuse of a program: only for a copy that a test inspects, never for a release. */
export function setFuse(program, name, value) {
  const bytes = readFileSync(program);
  bytes[wireOf(bytes).start + names.indexOf(name)] = value ? 49 : 48;
  writeFileSync(program, bytes);
}
