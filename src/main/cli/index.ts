/** The entry of `bin/galley`. */
import { keepCompiledCode } from "../connect/compiled-code";
import { exitCode } from "./command";
import { main } from "./main";
import { printTo } from "./print";

keepCompiledCode(process.argv.slice(2));

// Warnings of Node itself (SQLite is "experimental") do not concern the user.
if (process.env.GALLEY_DEBUG !== "1") process.removeAllListeners("warning");

// A closed pipe is handled where we write. Without listeners its error event would end the process in the middle of a command.
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});

process.on("uncaughtException", (error) => {
  console.error(process.env.GALLEY_DEBUG === "1" ? error : `galley: ${error.message}`);
  process.exit(exitCode.failed);
});

main(process.argv.slice(2)).then(async (code) => {
  // Flush pending output first: `process.exit` would drop it.
  await Promise.allSettled([printTo(process.stdout, ""), printTo(process.stderr, "")]);
  process.exit(code);
});
