/** A search by paragraph over a folder of 90 MB, compared with ripgrep (P5). */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "@playwright/test";
import { project } from "../e2e/launch";
import { atMost, report } from "./figures";

const electron = join(project, "node_modules/electron/dist/electron");

test("search in a folder", async () => {
  const run = join(project, "src/main/engine/testing/run-ts.mjs");
  const files = 11_600;
  // Stripping types is not enough: the engine uses TypeScript syntax that must be transformed.
  const flags = ["--no-warnings", "--experimental-transform-types"];
  const args = [...flags, run, join(project, "bench/search.child.ts"), String(files), "12"];
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
  const { stdout } = await promisify(execFile)(electron, args, { env });
  const { ripgrep, rare, anywhere } = JSON.parse(stdout) as Record<string, number[]>;
  await report(
    `A rare word in ${files} Markdown files`,
    [
      { name: "ripgrep", runs: ripgrep ?? [] },
      { name: "Galley, with paragraph ids", runs: rare ?? [] },
      { name: "Galley, a pattern that may match beyond ASCII", runs: anywhere ?? [] },
    ],
    atMost("Galley, with", 1.2, "ripgrep", "at most 1.2 × ripgrep"),
  );
});
