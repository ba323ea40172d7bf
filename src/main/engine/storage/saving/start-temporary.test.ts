import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startTemporary } from "./start-temporary";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-temporary-"));
  writeFileSync(join(folder, "a.md"), "the old text, which is longer");
  chmodSync(join(folder, "a.md"), 0o640);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);

describe.each(["darwin", "win32"] as const)("on %s", (platform) => {
  test("a temporary file is the system's copy of the file, emptied", async () => {
    const handle = await startTemporary(at("a.md"), at("t"), platform);
    expect(statSync(at("t"))).toMatchObject({ size: 0 });
    // Those systems copy more attributes with a file than its mode; the mode is the one that can be tested here.
    expect(statSync(at("t")).mode & 0o777).toBe(0o640);
    await handle.write("new");
    await handle.close();
    expect(readFileSync(at("t"), "utf8")).toBe("new");
    expect(readFileSync(at("a.md"), "utf8")).toBe("the old text, which is longer");
  });

  test("a file that cannot be copied is still replaced", async () => {
    const handle = await startTemporary(at("gone.md"), at("t"), platform);
    await handle.close();
    expect(statSync(at("t")).mode & 0o777).toBe(0o600);
  });

  test("an existing file with the temporary's name is neither written nor removed", async () => {
    writeFileSync(at("t"), "somebody's");
    await expect(startTemporary(at("a.md"), at("t"), platform)).rejects.toMatchObject({ code: "EEXIST" });
    expect(readFileSync(at("t"), "utf8")).toBe("somebody's");
  });

  test("a new file starts without a copy", async () => {
    await (await startTemporary(null, at("t"), platform)).close();
    expect(existsSync(at("t"))).toBe(true);
  });
});

test("on Linux the temporary is for this user alone until it gets the file's own mode", async () => {
  await (await startTemporary(at("a.md"), at("t"), "linux")).close();
  expect(statSync(at("t")).mode & 0o777).toBe(0o600);
});
