import { getCompileCacheDir } from "node:module";
import { keepCompiledCode } from "./compiled-code";

// Usage: data args… Prints `kept:` and the folder in which Node keeps compiled code now.
const [data = "", ...args] = process.argv.slice(2);
keepCompiledCode(args, data);
console.log(`kept:${getCompileCacheDir() ?? ""}`);
