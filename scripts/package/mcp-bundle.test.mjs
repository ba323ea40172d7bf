import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { z } from "zod";
import { bundleManifest, bundleName, zipFolder } from "./mcp-bundle.mjs";

const words = z.string().min(1);
const option = z.strictObject({
  type: z.enum(["string", "number", "boolean", "directory", "file"]),
  title: words,
  description: words,
  required: z.boolean(),
  multiple: z.boolean().optional(),
  default: z.union([words, z.array(words)]),
});

/** The parts of the format, version 0.3, that the manifest uses: MANIFEST.md of modelcontextprotocol/mcpb. */
const format = z.strictObject({
  manifest_version: z.literal("0.3"),
  name: z.string().regex(/^[a-z0-9-]+$/),
  display_name: words,
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  description: words,
  long_description: words,
  author: z.strictObject({ name: words }),
  license: words,
  icon: words,
  server: z.strictObject({
    type: z.enum(["node", "python", "binary"]),
    entry_point: words,
    mcp_config: z.strictObject({ command: words, args: z.array(words), env: z.record(words, z.string()) }),
  }),
  tools_generated: z.boolean(),
  prompts_generated: z.boolean(),
  keywords: z.array(words),
  user_config: z.record(words, option),
  compatibility: z.strictObject({ platforms: z.array(z.enum(["darwin", "win32", "linux"])) }),
});

test.each(["linux", "darwin", "win32"])(
  "the manifest for %s is valid, and every placeholder has a value",
  (platform) => {
    const manifest = bundleManifest({ version: "0.1.0", platform, description: "Words." });
    expect(format.safeParse(manifest).error).toBeUndefined();
    const { command, args } = manifest.server.mcp_config;
    const used = [command, ...args].flatMap((each) => [...each.matchAll(/\$\{([^}]+)\}/g)].map(([, name]) => name));
    const known = ["__dirname", ...Object.keys(manifest.user_config).map((name) => `user_config.${name}`)];
    expect(used.filter((name) => !known.includes(name))).toEqual([]);
    expect(command.endsWith(manifest.server.entry_point)).toBe(true);
    expect(bundleName({ version: "0.1.0", platform, arch: "x64" })).toBe(`galley-0.1.0-${platform}-x64.mcpb`);
  },
);

test.skipIf(process.platform === "win32")("the zip holds every file, and programs stay programs", () => {
  const folder = mkdtempSync(join(tmpdir(), "galley-bundle-"));
  try {
    mkdirSync(join(folder, "b"));
    writeFileSync(join(folder, "b", "node"), "program");
    chmodSync(join(folder, "b", "node"), 0o755);
    writeFileSync(join(folder, "a.json"), "{}");
    const zip = Buffer.from(zipFolder(folder));
    const files = unzipSync(zip);
    expect(Object.keys(files)).toEqual(["a.json", "b/node"]);
    expect(Buffer.from(files["b/node"]).toString()).toBe("program");
    // The last entry of the central directory: its permissions are in the upper half of the attributes at 38.
    const entry = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    expect((zip.readUInt32LE(entry + 38) >>> 16) & 0o777).toBe(0o755);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
