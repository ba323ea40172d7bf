import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type LibreOfficeOptions, libreOffice } from "./libreoffice";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-fake-office-"));
  mkdirSync(conversions());
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that replaces LibreOffice. */
function fake(script: string): () => string[] {
  const path = join(folder, "soffice");
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return () => [join(folder, "missing"), path];
}

const job = { bytes: Buffer.from("the package"), format: "docx", to: "pdf" } as const;
/** The folder that contains the conversions' folders. */
const conversions = () => join(folder, "conversions");
/** The folders that conversions have left behind. */
const left = (): string[] => readdirSync(conversions());

const makeFolder: LibreOfficeOptions["makeFolder"] = async () => {
  const path = mkdtempSync(`${conversions()}/`);
  return { path, remove: async () => rmSync(path, { recursive: true, force: true }) };
};

it("nothing is tried if the program is not installed", async () => {
  const converter = libreOffice({ makeFolder, candidatePaths: () => [join(folder, "missing")] });
  expect(await converter.program()).toBeNull();
  expect(await converter.convert(job)).toEqual({ status: "missing" });
});

it("the program gets a copy under a plain name, its own profile and no shell [A31]", async () => {
  const candidatePaths = fake(
    `for last; do :; done; mkdir out; { cat "$last"; echo; echo "$@"; grep -c BlockUntrustedRefererLinks profile/user/registrymodifications.xcu; } > out/document.pdf`,
  );
  const result = await libreOffice({ makeFolder, candidatePaths }).convert(job);
  if (result.status !== "converted") throw new Error(JSON.stringify(result));
  const output = Buffer.from(result.bytes).toString();
  expect(output).toMatch(
    /^the package\n-env:UserInstallation=file:\/\/\S+ --headless .*--convert-to pdf --outdir \S+\/out \S+\/document\.docx\n1\n$/,
  );
  expect(left()).toEqual([]);
});

it("a conversion that takes too long is killed with all the processes that it started [A31]", async () => {
  const candidatePaths = fake(`sleep 60 & wait`);
  const result = await libreOffice({ makeFolder, candidatePaths, seconds: 0.3 }).convert(job);
  expect(result).toEqual({ status: "too slow", seconds: 0.3 });
});

it("a failed conversion is reported with the program's last output", async () => {
  const candidatePaths = fake("echo first >&2; echo Error: source file could not be loaded >&2; exit 1");
  expect(await libreOffice({ makeFolder, candidatePaths }).convert(job)).toEqual({
    status: "failed",
    why: "Error: source file could not be loaded",
  });
});

it("cancelling a conversion kills it", async () => {
  const candidatePaths = fake("sleep 60");
  const abort = new AbortController();
  const running = libreOffice({ makeFolder, candidatePaths }).convert({ ...job, signal: abort.signal });
  setTimeout(() => abort.abort(new Error("no longer wanted")), 100);
  await expect(running).rejects.toThrow("no longer wanted");
});
