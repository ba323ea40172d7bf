import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fusesIn, fusesOf } from "./fuse-wire";

const wire = (states: string) =>
  Buffer.concat([
    Buffer.from("dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX"),
    Buffer.from([1, states.length]),
    Buffer.from(states),
  ]);

test("fuses are read in their order; a removed or missing one is unknown [E19]", () => {
  expect(fusesIn(Buffer.concat([Buffer.alloc(10), wire("01r0110")]))).toEqual({
    runAsNode: false,
    cookieEncryption: true,
    nodeOptions: null,
    cliInspect: false,
    archiveIntegrity: true,
    onlyArchive: true,
    ownSnapshot: false,
    fileProtocol: null,
  });
  expect(fusesIn(Buffer.alloc(100))).toBeNull();
});

test.each([
  ["across the border of two pieces", 4 * 1024 * 1024 - 20],
  ["at the end of a piece", 4 * 1024 * 1024 - 42],
  ["at the very end", 100],
])("a program is read in chunks, with the fuses %s", async (_, before) => {
  const folder = mkdtempSync(join(tmpdir(), "galley-fuses-"));
  try {
    const path = join(folder, "program");
    writeFileSync(
      path,
      Buffer.concat([Buffer.alloc(before), wire("10101010"), Buffer.alloc(before > 1000 ? 5000 : 0)]),
    );
    const found = await fusesOf(path);
    expect(found).toMatchObject({ runAsNode: true, cookieEncryption: false, fileProtocol: false, ownSnapshot: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
