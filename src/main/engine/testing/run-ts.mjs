// Runs one of our TypeScript modules in its own process, without a build: `node run-ts.mjs <module.ts> [arguments…]`. Node strips the types; this
// adds what Node lacks, imports without an extension and imports of a folder's index.
import { existsSync } from "node:fs";
import { flushCompileCache, registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

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

const [module = ""] = process.argv.splice(2, 1);
await import(pathToFileURL(module).href);
