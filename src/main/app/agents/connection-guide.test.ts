import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { connectionGuide } from "./connection-guide";

const root = `/home/anna/my "notes" & $HOME/it's here`;
const command = "/opt/Galley App/bin/galley";
const guide = connectionGuide({ root, command: [command], dataDir: null, platform: "linux" });
const way = (language: string) => guide.ways.filter((each) => each.language === language);

test("a shell reads back exactly the folder, whatever characters its name has", () => {
  const line = way("sh")[0]?.text.replace(/^claude/, "printf '%s\\n'") ?? "";
  const args = execFileSync("sh", ["-c", line], { encoding: "utf8" }).trim().split("\n");
  expect(args).toEqual(["mcp", "add", "galley", "--", command, "mcp", "--root", root]);
});

test("the JSON is valid and names the launcher and the folder", () => {
  const settings = JSON.parse(way("json")[0]?.text ?? "");
  expect(settings.mcpServers.galley).toEqual({ command, args: ["mcp", "--root", root] });
});

test("the TOML strings are JSON strings, which TOML reads the same way", () => {
  const args = /^args = (.*)$/m.exec(way("toml")[0]?.text ?? "")?.[1] ?? "";
  expect(JSON.parse(args)).toEqual(["mcp", "--root", root]);
});

test("a data folder other than the default is named, so that the agent finds this very app", () => {
  const other = connectionGuide({ root: "/n", command: ["/g"], dataDir: "/data", platform: "linux" });
  expect(other.ways[0]?.text).toBe("claude mcp add galley -- /g mcp --root /n --data /data");
});

test("a command of several words is written as separate words in each format, as for an AppImage", () => {
  const image = ["/home/anna/galley.AppImage", "--command-line"];
  const { ways } = connectionGuide({ root: "/n", command: image, dataDir: null, platform: "linux" });
  const [claude, json, toml, write, shell] = ways.map(({ text }) => text);
  expect(claude).toBe("claude mcp add galley -- /home/anna/galley.AppImage --command-line mcp --root /n");
  expect(JSON.parse(json ?? "").mcpServers.galley).toEqual({
    command: image[0],
    args: ["--command-line", "mcp", "--root", "/n"],
  });
  expect(toml).toContain(`args = ["--command-line", "mcp", "--root", "/n"]`);
  expect(write).toContain("/home/anna/galley.AppImage --command-line connect claude --skill --root /n\n");
  expect(shell).toMatch(/^\/home\/anna\/galley\.AppImage --command-line tools$/m);
});

test("PowerShell gets a call operator for a program whose path is quoted", () => {
  const command = ["C:\\Program Files\\Galley\\node.exe", "C:\\Program Files\\Galley\\cli.js"];
  const { ways } = connectionGuide({ root: "C:\\n", command, dataDir: null, platform: "win32" });
  expect(ways.at(-1)?.text).toMatch(/^& 'C:\\Program Files\\Galley\\node\.exe' '.*cli\.js' tools$/m);
});
