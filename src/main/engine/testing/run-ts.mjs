// Runs one of our TypeScript modules in its own process: `node run-ts.mjs <module.ts> [arguments…]`. If tests have bundled it (`bundle-children.ts`), its
// bundle; else the source: Node strips the types, and this adds what Node lacks, imports without an extension and imports of a folder's index.
import { existsSync } from "node:fs";
import { flushCompileCache, registerHooks } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The bundle of a module; null if there is none. That of another checkout is not used: a copy in which the code is broken on purpose, say. */
function bundleOf(module) {
  const folder = process.env.GALLEY_TEST_CHILDREN;
  const project = resolve(import.meta.dirname, "../../../..");
  if (folder === undefined || dirname(folder) !== join(project, "out", "test-children")) return null;
  const bundle = join(folder, relative(project, module).replace(/\.ts$/, ".mjs"));
  return existsSync(bundle) ? bundle : null;
}

const [module = ""] = process.argv.splice(2, 1);
const bundle = bundleOf(module);

if (bundle === null)
  registerHooks({
    resolve(specifier, context, next) {
      if (/^\.{1,2}\//.test(specifier) && context.parentURL) {
        for (const ending of [".ts", "/index.ts"]) {
          const found = new URL(`${specifier}${ending}`, context.parentURL);
          // Without Node's own search, which reads links and package.json for each of hundreds of modules.
          if (existsSync(fileURLToPath(found)))
            return { url: found.href, format: "module-typescript", shortCircuit: true };
        }
      }
      return next(specifier, context);
    },
  });

// Node keeps what it compiled when a process ends, but most of these are killed, and the next one would compile it again.
setTimeout(flushCompileCache, 300).unref();

await import(pathToFileURL(bundle ?? module).href);
