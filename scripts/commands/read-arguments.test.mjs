import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { connectionHelp } from "./connection-help.mjs";
import { readArguments } from "./read-arguments.mjs";

const from = mkdtempSync(join(tmpdir(), "galley-it's here-"));
afterAll(() => rmSync(from, { recursive: true, force: true }));

it("paths are relative to the folder in which npm was called", () => {
  expect(readArguments(["notes/a.md", "--data", "kept"], from)).toEqual({
    appArgs: [join(from, "notes/a.md"), "--data", join(from, "kept")],
    folder: join(from, "notes"),
    data: join(from, "kept"),
  });
});

it("an agent gets the opened folder, or else the folder in which npm was called", () => {
  expect(readArguments(["."], from).folder).toBe(from);
  expect(readArguments([], from)).toEqual({ appArgs: [], folder: from, data: undefined });
});

it("switches are passed on unchanged, and --data= is understood", () => {
  expect(readArguments(["--data=kept", "--force-dark-mode"], from).appArgs).toEqual([
    "--data",
    join(from, "kept"),
    "--force-dark-mode",
  ]);
});

it("the connection help has valid JSON and a shell command for any folder name", () => {
  const help = connectionHelp({ folder: from, data: undefined });
  const settings = JSON.parse(help.slice(help.indexOf("{"), help.indexOf("\nOr from")));
  expect(settings.mcpServers.galley.args).toEqual(["mcp", "--root", from]);
  expect(help).toContain(`--root '${from.replaceAll("'", "'\\''")}'`);
});
