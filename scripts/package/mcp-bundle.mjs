import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { zipSync } from "fflate";
import { shipNode } from "../set-up/node-runtime.mjs";
import { inProject } from "../set-up/project.mjs";
import { stageCommandLine } from "./stage-app.mjs";

/** A placeholder that the client replaces when it starts the server. */
const macro = (name) => ["$", "{", name, "}"].join("");

export const bundleName = ({ version, platform, arch }) => `galley-${version}-${platform}-${arch}.mcpb`;

/** The manifest of the MCP bundle, in version 0.3 of the format (MANIFEST.md of modelcontextprotocol/mcpb). It brings its own Node: the client's may be too old. */
export const bundleManifest = ({ version, platform, description }) => {
  const program = platform === "win32" ? "server/node.exe" : "server/node";
  return {
    manifest_version: "0.3",
    name: "galley",
    display_name: "Galley",
    version,
    description,
    long_description:
      "Agents read and edit Markdown, text and Office documents section by section. Every edit is kept in a history, waits for your review in the Galley app, and can be undone. Works without the app, too.",
    author: { name: "The makers of Galley" },
    license: "MIT",
    icon: "icon.png",
    server: {
      type: "binary",
      entry_point: program,
      mcp_config: {
        command: `${macro("__dirname")}/${program}`,
        args: [
          `${macro("__dirname")}/server/app/out/main/cli.js`,
          "mcp",
          "--tools",
          macro("user_config.tools"),
          macro("user_config.folders"),
        ],
        // What is meant for other programs' Node must not change how this one runs.
        env: { NODE_OPTIONS: "" },
      },
    },
    tools_generated: true,
    prompts_generated: true,
    keywords: ["markdown", "documents", "office", "editing", "review"],
    user_config: {
      folders: {
        type: "directory",
        title: "Folders",
        description: "The folders whose documents may be read and edited. Nothing else can be reached.",
        multiple: true,
        required: true,
        default: [macro("DOCUMENTS")],
      },
      tools: {
        type: "string",
        title: "Sets of tools",
        description:
          "Of documents, office, books, library, separated by commas. Each tool uses context in every conversation.",
        required: true,
        default: "documents,office",
      },
    },
    compatibility: { platforms: [platform] },
  };
};

/** A folder as a zip, names sorted, with the permissions of its files. */
export function zipFolder(folder) {
  const files = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1).replaceAll("\\", "/");
    const { mode } = statSync(path);
    // The system that the permissions are of: 3 is Unix.
    files[name] = [readFileSync(path), { os: 3, attrs: (mode & 0xffff) * 0x10000, mtime: "1980-01-01T12:00:00" }];
  }
  return zipSync(Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))), { level: 6 });
}

/** Makes the MCP bundle in `folder`, which clients such as Claude Desktop install by a double click. Returns its path. */
export async function makeBundle(folder, { version, description, platform, arch, notices, icons }) {
  const staged = join(folder, "mcpb");
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(join(staged, "server"), { recursive: true });
  stageCommandLine(join(staged, "server", "app"), { platform, arch });
  await shipNode(join(staged, "server"));
  writeFileSync(
    join(staged, "manifest.json"),
    `${JSON.stringify(bundleManifest({ version, platform, description }), null, 2)}\n`,
  );
  await copyFile(join(icons, "512x512.png"), join(staged, "icon.png"));
  await copyFile(inProject("LICENSE"), join(staged, "LICENSE"));
  writeFileSync(join(staged, "THIRD-PARTY-NOTICES.txt"), notices);
  const path = join(folder, bundleName({ version, platform, arch }));
  writeFileSync(path, zipFolder(staged));
  return path;
}
