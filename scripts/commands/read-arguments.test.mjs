import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { connectionHelp } from "./connection-help.mjs";
import { readArguments } from "./read-arguments.mjs";

const from = mkdtempSync(join(tmpdir(), "galley-it's here-"));
afterAll(() => rmSync(from, { recursive: true, force: true }));

it("means paths from where the person is", () => {
  expect(readArguments(["notes/a.md", "--data", "kept"], from)).toEqual({
    words: [join(from, "notes/a.md"), "--data", join(from, "kept")],
    folder: join(from, "notes"),
    data: join(from, "kept"),
  });
});

it("gives an agent the folder that is opened, else the one the person is in", () => {
  expect(readArguments(["."], from).folder).toBe(from);
  expect(readArguments([], from)).toEqual({ words: [], folder: from, data: undefined });
});

it("passes switches on as they are, and reads --data= too", () => {
  expect(readArguments(["--data=kept", "--force-dark-mode"], from).words).toEqual([
    "--data",
    join(from, "kept"),
    "--force-dark-mode",
  ]);
});

it("shows settings that parse and a line that a shell takes, for any name of a folder", () => {
  const help = connectionHelp({ folder: from, data: undefined });
  const settings = JSON.parse(help.slice(help.indexOf("{"), help.indexOf("\nOr from")));
  expect(settings.mcpServers.galley.args).toEqual(["mcp", "--root", from]);
  expect(help).toContain(`--root '${from.replaceAll("'", "'\\''")}'`);
});
