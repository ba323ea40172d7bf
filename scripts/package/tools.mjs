import { createRequire } from "node:module";
import { join } from "node:path";
import { installSeparately } from "../set-up/separate-packages.mjs";

/** Requires the packages that only packaging needs, by name; they are installed on first use. */
export const packageTools = () =>
  createRequire(
    join(installSeparately("scripts/package/tools", ".package-tools", "the packaging tools"), "package.json"),
  );
