import { inProject } from "../set-up/project.mjs";

const quoted = (word) => (/^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** Instructions to connect an agent to `folder` on this machine, ready to paste. `data`: the folder given with `--data`, if any. */
export function connectionHelp({ folder, data }) {
  const galley = inProject("bin", process.platform === "win32" ? "galley.cmd" : "galley");
  const where = ["--root", folder, ...(data ? ["--data", data] : [])];
  const settings = { mcpServers: { galley: { command: galley, args: ["mcp", ...where] } } };
  const call = ["call", "text_editor", '{"action":"read","path":"README.md"}', ...where];
  return [
    "Connect an agent. MCP settings:",
    JSON.stringify(settings, null, 2),
    "Or from a shell:",
    [galley, ...call].map(quoted).join(" "),
  ].join("\n");
}
