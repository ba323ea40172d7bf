/** The entry of `bin/galley`. */
import { exitCode } from "./command";
import { main } from "./main";
import { printTo } from "./print";

// Node's own warnings (SQLite is "experimental") are not for the person.
if (process.env.GALLEY_DEBUG !== "1") process.removeAllListeners("warning");

// A reader that has gone is noticed where we write; without listeners it would end the process in the middle.
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});

process.on("uncaughtException", (error) => {
  console.error(process.env.GALLEY_DEBUG === "1" ? error : `galley: ${error.message}`);
  process.exit(exitCode.refused);
});

main(process.argv.slice(2)).then(async (code) => {
  // Whatever still waits to be written goes out first: exiting drops it.
  await Promise.allSettled([printTo(process.stdout, ""), printTo(process.stderr, "")]);
  process.exit(code);
});
