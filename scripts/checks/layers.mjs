import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { isForTests, readModule as parseModule, readSources } from "./sources.mjs";

/** Every check reads every module: each is parsed once for one set of sources. */
const parsed = new WeakMap();
function readModule(path, text, sources) {
  const modules = parsed.get(sources) ?? new Map();
  parsed.set(sources, modules);
  if (modules.get(path)?.text !== text) modules.set(path, { text, module: parseModule(path, text, sources) });
  return modules.get(path).module;
}

const engine = "src/main/engine";
const app = "src/main/app";
const renderer = "src/renderer";
const inEngine = (...domains) => domains.map((name) => `${engine}/${name}`);
const inApp = (...features) => features.map((name) => `${app}/${name}`);

/** A domain of the engine may import core, the ports, its own folder, and the domains that it names. */
const domain = (domains = [], packages = []) => ({
  layers: ["src/core", ...inEngine("ports", ...domains)],
  packages: ["node:", ...packages],
});

/** A feature of the app may import core, shared, the engine's public interfaces, `app/core`, and the features that it names. */
const feature = (features = [], packages = ["zod"]) => ({
  layers: ["src/core", "src/shared", engine, ...inApp("core", ...features)],
  packages: ["node:", ...packages],
});

const withoutEngine = ({ layers: allowed, packages }) => ({
  layers: allowed.filter((name) => name !== engine),
  packages,
});

/**
 * What each layer may import besides itself. A file belongs to the layer with the longest matching path; a layer that may be imported includes
 * everything below it. `types`: layers of which only types may be imported. `packages`: allowed packages; `node:` is all of Node.
 */
export const layers = {
  "package.json": { layers: [], packages: [] },

  // Pure code that every process imports.
  "src/core": { layers: [], packages: ["diff", "markdown-it"] },
  // Front matter, read and edited as YAML.
  "src/core/properties": { layers: ["src/core"], packages: ["yaml"] },
  // The texts of shared folders: what the server and its clients agree on.
  "src/core/sharing": { layers: ["src/core"], packages: ["yjs"] },
  "src/shared": { layers: ["src/core"], packages: [] },

  [`${engine}/ports`]: { layers: ["src/core"], packages: [] },
  [`${engine}/storage`]: domain([], ["chardet", "iconv-lite"]),
  [`${engine}/worker`]: domain(),
  [`${engine}/office`]: domain(
    ["storage", "worker"],
    ["entities", "markdown-it", "markdown-it-footnote", "markdown-it-mark", "markdown-it-sub", "markdown-it-sup"],
  ),
  [`${engine}/search`]: domain([], ["@vscode/ripgrep"]),
  [`${engine}/history`]: domain(["storage"]),
  [`${engine}/review`]: domain(["storage", "office"], ["zod"]),
  [`${engine}/comments`]: domain(["storage", "office"], ["zod"]),
  [`${engine}/library`]: domain(["storage"], ["stemmer", "zod", "@lat.md/*"]),
  [`${engine}/documents`]: domain(["storage", "office", "library"], ["zod"]),
  [`${engine}/books`]: domain(["storage", "office", "worker"], ["franc-min"]),
  [`${engine}/tools`]: domain(["storage", "office", "search", "comments", "library", "documents", "books"], ["zod"]),
  [`${engine}/host`]: domain([
    ...["storage", "worker", "office", "search", "history", "review", "comments", "library", "documents", "books"],
    "tools",
  ]),
  // Public interfaces, and tests of the engine as a whole.
  [engine]: domain(["host", "tools", "storage", "worker", "office", "library", "documents", "books"]),

  // Limits of the ways in and out of a process.
  "src/main/limits.ts": { layers: ["src/core"], packages: [] },

  // The settings file as text: the app writes it, the command line reads it.
  "src/main/settings": { layers: ["src/shared"], packages: ["jsonc-parser"] },

  // How agents are started, and the configuration of their programs: the app and the command line write it.
  "src/main/connect": {
    layers: ["src/core", `${engine}/storage`, "src/main/limits.ts"],
    packages: ["node:", "zod", "jsonc-parser", "smol-toml"],
  },

  // The server of shared folders with the documents that it stores, and the members, which write files through the engine.
  "src/main/sharing": {
    layers: ["src/core", engine, "src/main/limits.ts"],
    packages: ["node:", "yjs", "@hocuspocus/*", "pg", "jose"],
  },

  [`${app}/core`]: feature(),
  [`${app}/documents`]: feature([], ["zod", "dictionary-en", "dictionary-en-gb"]),
  [`${app}/office`]: feature(["documents"]),
  [`${app}/folder`]: feature(["documents"]),
  [`${app}/viewer`]: feature(["documents"]),
  [`${app}/styles`]: feature(["documents"]),
  [`${app}/notes`]: feature(["documents"], ["zod", "dayjs"]),
  // What the notes of a folder say about each other.
  [`${app}/note-index`]: feature(["documents", "folder"]),
  [`${app}/links`]: feature(["documents", "folder", "note-index"]),
  [`${app}/history`]: feature(["documents"]),
  [`${app}/review`]: feature(["documents"]),
  [`${app}/external`]: feature(["documents"]),
  [`${app}/comments`]: feature(["documents"]),
  // A window of the app for a page of a guest.
  [`${app}/guests`]: feature(["documents", "folder", "links", "history", "review", "comments"], []),
  [`${app}/library`]: feature(["documents"]),
  [`${app}/agents`]: { ...feature(["documents"]), layers: [...feature(["documents"]).layers, "src/main/connect"] },
  // Runs agents as child processes and speaks the Agent Client Protocol with them.
  [`${app}/acp`]: feature([], ["zod", "@agentclientprotocol/sdk", "fflate"]),
  // Open folders as members of shared folders.
  [`${app}/sharing`]: {
    ...feature(["documents"], ["zod"]),
    layers: [...feature(["documents"]).layers, "src/main/sharing"],
  },
  // Servers of tools that the user adds for the panel's models.
  [`${app}/tool-servers`]: feature(["acp"], ["zod", "@modelcontextprotocol/client"]),
  // Files of a folder that instruct models, and what the user has agreed to.
  [`${app}/model-rules`]: feature([], ["zod", "yaml"]),
  // Talks to models, and asks the user before they write.
  [`${app}/assistant`]: feature(
    ["documents", "agents", "library", "acp", "model-rules", "tool-servers"],
    ["zod", "@ai-sdk/anthropic", "@ai-sdk/openai-compatible", "@ai-sdk/provider"],
  ),
  [`${app}/books`]: feature(["documents", "assistant", "comments"], ["zod", "@ai-sdk/provider"]),
  // A separate process that stores typing which main has not confirmed.
  [`${app}/journal-process`]: feature(["documents", "office", "books", "assistant", "comments"]),
  [`${app}/diagnostics`]: feature(["documents"]),
  [`${app}/settings`]: withoutEngine({ ...feature(), layers: [...feature().layers, "src/main/settings"] }),
  [`${app}/windows`]: withoutEngine(feature([], [])),
  // Wiring: the running app, its windows, all requests.
  [app]: { layers: ["src/core", "src/shared", engine, app], packages: ["node:", "zod"] },

  "src/main/desktop": {
    layers: [
      ...[app, "src/main/connect", "src/main/limits.ts", "src/core", "src/shared"],
      "src/main/desktop/renderer-files.ts",
    ],
    packages: ["node:", "electron"],
  },
  // Serves the built renderer, to the app's windows and to browsers.
  "src/main/desktop/renderer-files.ts": { layers: [], packages: ["node:"] },
  // The page for guests of a shared folder: the renderer in a browser, with windows of the app that Electron does not show.
  "src/main/web": {
    layers: [
      ...[app, "src/shared", engine, "src/main/sharing", "src/main/limits.ts"],
      "src/main/desktop/renderer-files.ts",
    ],
    packages: ["node:", "crossws"],
  },
  "src/main/mcp": {
    layers: ["package.json", "src/core", engine, "src/shared", "src/main/limits.ts"],
    packages: ["node:", "zod", "@modelcontextprotocol/*"],
  },
  "src/main/cli": {
    layers: [
      ...["package.json", "src/core", engine, "src/shared", "src/main/limits.ts"],
      ...["src/main/mcp", "src/main/settings", "src/main/connect", "src/main/sharing", "src/main/web"],
    ],
    packages: ["node:", "zod", "@modelcontextprotocol/*"],
  },
  "src/main/index.ts": { layers: ["src/main/connect", "src/main/start-desktop.ts"], packages: [] },
  "src/main/start-desktop.ts": {
    layers: [app, "src/main/desktop", "src/main/connect", "src/main/mcp", engine],
    packages: ["node:", "electron"],
  },
  "src/preload": { layers: [], types: ["src/shared"], packages: ["electron"] },

  // Markdown to HTML: without a DOM, except `page/`, which sanitises it and calls the worker.
  [`${renderer}/rendering`]: {
    layers: ["src/core"],
    packages: [
      "markdown-it",
      ...["emoji", "footnote", "mark", "sub", "sup"].map((name) => `markdown-it-${name}`),
      "@codemirror/language",
      "@codemirror/language-data",
      "@lezer/*",
    ],
  },
  [`${renderer}/rendering/page`]: {
    layers: ["src/core", "src/shared", ...["rendering", "drawings", "ui"].map((name) => `${renderer}/${name}`)],
    packages: ["react", "dompurify", "@codemirror/*"],
  },
  [`${renderer}/drawings`]: {
    layers: ["src/shared", `${renderer}/ui`],
    packages: ["dompurify", "temml/dist"],
  },
  // The frame that draws diagrams and formulas handles hostile text: it imports nothing from the renderer, and nothing imports it.
  [`${renderer}/drawings/frame`]: { layers: [], types: [`${renderer}/drawings`], packages: ["mermaid", "temml"] },
  // Shared UI components.
  [`${renderer}/ui`]: {
    layers: ["src/core", "src/shared"],
    packages: [
      ...["react", "nanostores", "@nanostores/react", "@tanstack/react-virtual"],
      ...["@fontsource-variable/*", "@fontsource/*"],
    ],
  },
  [`${renderer}/editor`]: {
    layers: [...["src/core", "src/shared"], ...["ui", "rendering", "drawings"].map((name) => `${renderer}/${name}`)],
    packages: ["harper.js", "nanostores", "@codemirror/*", "@lezer/*", "nspell"],
  },
  // The shell as features see it: types, and the hook that returns it.
  [`${renderer}/workbench/api`]: {
    layers: ["src/shared", `${renderer}/ui`],
    types: [`${renderer}/editor`],
    packages: ["react", "nanostores", "@codemirror/state"],
  },
  [`${renderer}/features`]: {
    layers: [
      "src/core",
      "src/shared",
      ...["ui", "editor", "rendering", "drawings", "workbench/api"].map((name) => `${renderer}/${name}`),
    ],
    packages: [
      ...["hyphen", "pdfjs-dist", "pdfjs-dist/*"],
      ...["react", "react-dom", "nanostores", "@nanostores/react", "@tanstack/react-virtual"],
      ...["@codemirror/*", "diff", "fflate"],
    ],
  },
  // Lets a guest in, in a browser, before anything else of the renderer is loaded.
  [`${renderer}/guest`]: { layers: ["src/shared", `${renderer}/main.tsx`], packages: [] },
  [`${renderer}/main.tsx`]: { layers: ["src/shared", renderer], packages: ["react", "react-dom"] },
  [renderer]: {
    layers: ["src/core", "src/shared", renderer],
    packages: ["react", "nanostores", "@nanostores/react", "@codemirror/*", "@fontsource-variable/*"],
  },
};

const names = Object.keys(layers).sort((a, b) => b.length - a.length);

/** The layer of a source file; undefined outside `src` (scripts, configuration, tests across layers). */
export const layerOf = (path) => names.find((name) => path === name || path.startsWith(`${name}/`));

const covers = (allowed, layer) => allowed.some((name) => layer === name || layer.startsWith(`${name}/`));

const isPackageAllowed = (packages, specifier) =>
  packages.some((name) =>
    name === "node:"
      ? specifier.startsWith("node:")
      : name.endsWith("/*")
        ? specifier.startsWith(name.slice(0, -1))
        : specifier === name || specifier.startsWith(`${name}/`),
  );

/** Whether code outside the engine may import this file of it: a public interface or a port. */
const isPublic = (path) =>
  path.startsWith(`${engine}/ports/`) || new RegExp(`^${engine}/([\\w-]+/)?index\\.ts$`).test(path);

/** The feature of the app that a file belongs to; `core` is for all features. */
const appFeatureOf = (path) => new RegExp(`^${app}/(?!core/)([\\w-]+)/`).exec(path)?.[1];
/** What a feature of the app offers, besides its `index.ts`, for code that is not loaded at the start. */
const loadedLater = [
  "acp/running-programs",
  "assistant/model-calls",
  "books/book-service",
  "books/job-service",
  "diagnostics/diagnostics-service",
  "folder/scan-markdown-files",
  "library/library-service",
  "office/office-process",
  "office/office-service",
].map((name) => `${app}/${name}.ts`);
/** Whether code outside a feature of the app may import this file of it: its public interface, its requests and their handlers. */
const isFeaturePublic = (path) =>
  new RegExp(`^${app}/[\\w-]+/(index|requests|handlers)\\.ts$`).test(path) || loadedLater.includes(path);

/** A test may import everything in its area, because it often needs other parts to test one. */
const areaOf = (path) => ["src/core", engine, app, renderer].find((area) => path.startsWith(`${area}/`));
/** The renderer feature that a file belongs to. */
const featureOf = (path) => new RegExp(`^${renderer}/features/([\\w-]+)/`).exec(path)?.[1];

/** Why `path` may not import `target`; null if it may. */
function rejectionReason(path, target, typesOnly) {
  const layer = layerOf(path);
  const other = layerOf(target);
  if (isForTests(target)) return isForTests(path) ? null : "which is for tests";
  if (isForTests(path) && areaOf(path) && areaOf(path) === areaOf(target)) return null;
  const { layers: allowed, types = [] } = layers[layer];
  const isOpen = other === layer || (other && (covers(allowed, other) || (typesOnly && covers(types, other))));
  if (!isOpen) return `${layer} may not import ${other ?? "a file without a layer"}`;
  const isInside = path.startsWith(`${engine}/`) || isForTests(path);
  if (target.startsWith(`${engine}/`) && !isInside && !isPublic(target))
    return "code outside the engine may only import its public interfaces and ports";
  const appFeature = appFeatureOf(target);
  if (appFeature && appFeature !== appFeatureOf(path) && !isForTests(path) && !isFeaturePublic(target))
    return "code outside a feature of the app may only import its public interface";
  const [from, to] = [featureOf(path), featureOf(target)];
  if (from && to && from !== to) return "a feature may not import another feature";
  return null;
}

/**
 * Every forbidden import, as a message. Test code may import any package and other test code, besides what its layer and its area allow; production
 * code may not import test code.
 */
export function findViolations(sources) {
  const found = toolsImportingTools(sources);
  for (const [path, text] of sources) {
    const layer = layerOf(path);
    if (!layer) {
      if (path.startsWith("src/")) found.push(`${path} has no layer: add one in scripts/checks/layers.mjs`);
      continue;
    }
    const reasons = new Map();
    for (const { specifier, path: target, typesOnly } of readModule(path, text, sources).imports) {
      // A file's text, put into the bundle.
      if (specifier.endsWith(".md?raw")) continue;
      if (specifier.startsWith(".") && !target) found.push(`${path} imports ${specifier}, which is not a source file`);
      else if (target) {
        const reason = rejectionReason(path, target, typesOnly);
        if (reason) reasons.set(target, reason);
      } else if (!isForTests(path) && !isPackageAllowed(layers[layer].packages, specifier))
        found.push(`${path} imports ${specifier}: ${layer} may not`);
    }
    for (const [target, reason] of reasons) found.push(`${path} imports ${target}: ${reason}`);
  }
  return found;
}

/** What every domain of the engine and every feature of the app may import, whether it does or not. */
const forAll = ["node:", "src/core", `${engine}/ports`, `${app}/core`];
const isForAll = (layer, name) => [engine, app].some((area) => layer.startsWith(area)) && forAll.includes(name);

/** Permissions of layers that no import needs, as messages. */
export function unusedPermissions(sources) {
  const used = new Set();
  for (const [path, text] of sources) {
    const layer = layerOf(path);
    if (!layer) continue;
    const { layers: allowed, types = [], packages } = layers[layer];
    for (const { specifier, path: target } of readModule(path, text, sources).imports) {
      if (target === undefined) {
        if (isForTests(path)) continue;
        for (const name of packages) if (isPackageAllowed([name], specifier)) used.add(`${layer} ${name}`);
      } else if (layerOf(target) !== layer)
        for (const name of [...allowed, ...types]) if (covers([name], layerOf(target))) used.add(`${layer} ${name}`);
    }
  }
  return Object.entries(layers).flatMap(([layer, { layers: allowed, types = [], packages }]) =>
    [...allowed, ...types, ...packages]
      .filter((name) => !isForAll(layer, name) && !used.has(`${layer} ${name}`))
      .map((name) => `${layer} may import ${name}, and does not: remove the permission in scripts/checks/layers.mjs`),
  );
}

/** Folders that must have no import cycles, including type imports. */
const acyclic = [
  /^src\/core\/(?=.*\/)/,
  /^src\/main\/engine\/(?=.*\/)/,
  /^src\/main\/app\//,
  /^src\/main\/(mcp|sharing)\//,
  /^src\/renderer\//,
];

/** Cycles of folders, as messages. */
export function folderCycles(sources) {
  return acyclic.flatMap((scope) => {
    const graph = new Map();
    for (const [path, text] of sources) {
      if (!scope.test(path) || isForTests(path) || isPublic(path)) continue;
      const folder = posix.dirname(path);
      if (!graph.has(folder)) graph.set(folder, new Set());
      for (const { path: target } of readModule(path, text, sources).imports) {
        if (!target || !scope.test(target) || isPublic(target)) continue;
        if (posix.dirname(target) !== folder) graph.get(folder).add(posix.dirname(target));
      }
    }
    return [...graph.keys()].flatMap((folder) => {
      const cycle = findCycle(graph, folder);
      // Report each cycle once, from its alphabetically first folder.
      return cycle?.every((other) => folder <= other) ? [`folders in a cycle: ${[...cycle, folder].join(" -> ")}`] : [];
    });
  });
}

/** The shortest path in the graph from `start` back to it; null if there is none. */
function findCycle(graph, start) {
  const paths = [[start]];
  const seen = new Set();
  for (let path = paths.shift(); path; path = paths.shift())
    for (const next of graph.get(path.at(-1)) ?? []) {
      if (next === start) return path;
      if (seen.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  return null;
}

/** Only the registry may import a tool; code that two tools share belongs in a separate file. */
function toolsImportingTools(sources) {
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
      .map((one) => `${path} imports ${one.path}: only the registry may import a tool`),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sources = readSources();
  const found = [...findViolations(sources), ...folderCycles(sources), ...unusedPermissions(sources)];
  for (const line of found) console.log(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
