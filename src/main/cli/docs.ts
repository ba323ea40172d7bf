import { tools } from "../engine/tools";
import { toolsPage } from "./tools-page";

// Writes docs/tools.md for `npm run docs`; with `--check`, compares the file with what would be written.
process.stdout.write(toolsPage(tools));
