import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, absolute. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** An absolute path in the project. */
export const inProject = (...parts) => join(root, ...parts);

/** Progress goes to stderr: through `bin/galley mcp` stdout belongs to a protocol. */
export const say = (line) => process.stderr.write(`${line}\n`);

/** A failure told in words alone; anything else that is thrown is our bug and shows its stack. */
export class SetUpError extends Error {}
