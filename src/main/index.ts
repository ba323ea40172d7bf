/** The entry of the app. Code that is compiled here is not kept, so everything else is loaded after this. */
import { keepCompiledCode } from "./connect/compiled-code";

keepCompiledCode(process.argv.slice(1));
await import("./start-desktop");
