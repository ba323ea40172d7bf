import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Absolute path of the project's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** An absolute path in the project. */
export const inProject = (...parts) => join(root, ...parts);

/** Prints a line of progress to stderr: with `bin/galley mcp` stdout belongs to a protocol. */
export const printLine = (line) => process.stderr.write(`${line}\n`);

/** An expected error that is shown as its message only; any other error is a bug and shows its stack. */
export class SetUpError extends Error {}
