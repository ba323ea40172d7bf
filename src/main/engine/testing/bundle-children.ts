import { globSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "vite";

const project = resolve(import.meta.dirname, "../../../..");
/** Each run has a folder of its own, named for its process: two may run at once. */
const folders = join(project, "out", "test-children");

/** The modules that tests run in processes of their own: those named for it, and the engine's workers. */
const modules = ["{src,faults}/**/*.child.ts", "src/main/{engine,app}/**/*-{worker,process}.ts"];

/** A bundled module finds files beside its source, as it does without a bundle. */
const keepAddresses: Plugin = {
  name: "keep-addresses",
  enforce: "pre",
  transform(code, id) {
    if (!code.includes("import.meta.")) return null;
    const values = { url: pathToFileURL(id).href, dirname: dirname(id), filename: id };
    const replaced = code.replace(/\bimport\.meta\.(url|dirname|filename)\b/g, (_, name: keyof typeof values) =>
      JSON.stringify(values[name]),
    );
    return { code: replaced, map: null };
  },
};

/**
 * Bundles what the tests' processes run, before the first of them starts; `run-ts.mjs` uses it. Hundreds of processes that each find and read hundreds of
 * modules took as long as what they test.
 */
export default async function bundleChildren(): Promise<() => void> {
  for (const name of listed()) if (!isRunning(Number(name))) remove(name);
  const name = String(process.pid);
  const folder = join(folders, name);
  const input = Object.fromEntries(
    globSync(modules, { cwd: project }).map((path) => [path.replace(/\.ts$/, ""), join(project, path)]),
  );
  await build({
    configFile: false,
    root: project,
    logLevel: "error",
    plugins: [keepAddresses],
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      target: "esnext",
      rolldownOptions: {
        input,
        output: { entryFileNames: "[name].mjs", chunkFileNames: "chunks/[name]-[hash].mjs" },
      },
    },
  });
  process.env["GALLEY_TEST_CHILDREN"] = folder;
  return () => remove(name);
}

function listed(): string[] {
  try {
    return readdirSync(folders);
  } catch {
    // The first run.
    return [];
  }
}

const remove = (name: string) => rmSync(join(folders, name), { recursive: true, force: true });

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
