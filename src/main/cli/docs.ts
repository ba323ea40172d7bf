import { tools } from "../engine/tools";
import { toolsPage } from "./tools-page";

// What `npm run docs` writes to docs/tools.md, and compares with it when asked to `--check`.
process.stdout.write(toolsPage(tools));
