/** The paragraphs of a Word document of 12,700, beside python-docx and mammoth (P11). */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "@playwright/test";
import { project } from "../e2e/launch";
import { report } from "./figures";
import { docxRivals } from "./rivals/docx-rivals";

test("paragraphs of a Word document", async () => {
  const folder = await mkdtemp(join(process.env["GALLEY_BENCH"] ?? tmpdir(), "galley-bench-"));
  const file = join(folder, "a.docx");
  const electron = join(project, "node_modules/electron/dist/electron");
  const run = join(project, "src/main/engine/testing/run-ts.mjs");
  const child = join(project, "bench/docx.child.ts");
  const args = ["--no-warnings", "--experimental-transform-types", run, child, file, "12"];
  const { stdout } = await promisify(execFile)(electron, args, { env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" } });
  const { galley, tool } = JSON.parse(stdout) as Record<string, number[]>;
  const rivals = await docxRivals(file, 5, 12_700);
  await report(
    "Paragraphs of a Word document of 12,700, beside others",
    [{ name: "Galley", runs: galley ?? [] }, { name: "Galley, read_file with ids", runs: tool ?? [] }, ...rivals],
    "python-docx takes at least 6 × as long, mammoth 25 × (P11)",
  );
  await rm(folder, { recursive: true });
});
