import { readFileSync, writeFileSync } from "node:fs";

/** What Electron's binaries have in front of their fuses. */
const sentinel = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";

/** Fuses in the order of the wire, by electron-builder's names; the last ones are newer than some Electrons. */
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

/** The fuses as they are in a program: by name true, false, or null where this Electron does not know it. */
export function readFuses(program) {
  const bytes = readFileSync(program);
  const { start, length } = wireOf(bytes);
  const state = (index) => ({ 48: false, 49: true })[index < length ? bytes[start + index] : -1] ?? null;
  return Object.fromEntries(names.map((name, index) => [name, state(index)]));
}

/** Sets one fuse of a program: for a copy that a test looks into, never for one that is given away. */
export function setFuse(program, name, value) {
  const bytes = readFileSync(program);
  bytes[wireOf(bytes).start + names.indexOf(name)] = value ? 49 : 48;
  writeFileSync(program, bytes);
}
