import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { inProject, printLine } from "../set-up/project.mjs";
import { readyBuild, readyElectron } from "../set-up/ready.mjs";
import { runCommand } from "../set-up/run-command.mjs";

const page = inProject("docs", "tools.md");

/** Writes docs/tools.md from the tool registry; with `--check` it only reports whether the file is up to date. */
export async function run(args) {
  const electron = await readyElectron({ windows: "none" });
  await readyBuild();
  const { code, printed } = await runCommand([electron, inProject("out/main/docs.js")], {
    output: "kept",
    env: { ELECTRON_RUN_AS_NODE: "1" },
  });
  if (code !== 0) {
    printLine(`docs/tools.md could not be generated.\n${printed}`);
    return code;
  }
  const isFresh = existsSync(page) && readFileSync(page, "utf8") === printed;
  if (args.includes("--check")) {
    if (!isFresh) printLine("docs/tools.md is out of date. Run: npm run docs");
    return isFresh ? 0 : 1;
  }
  if (!isFresh) writeFileSync(page, printed);
  printLine(isFresh ? "docs/tools.md is fresh." : "docs/tools.md written.");
  return 0;
}
