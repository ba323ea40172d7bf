import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The text of every file below a folder. */
export function* filesBelow(folder: string): Generator<string> {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    if (lstatSync(path).isFile()) yield readFileSync(path, "utf8");
  }
}
