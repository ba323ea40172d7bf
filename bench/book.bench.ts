/** What each book tool call costs on a novel of 12,000 paragraphs, compared with one JSON file that holds everything. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "@playwright/test";
import { project } from "../e2e/launch";
import { atMost, report } from "./figures";

const electron = join(project, "node_modules/electron/dist/electron");

test("work on a book", async () => {
  const run = join(project, "src/main/engine/testing/run-ts.mjs");
  // Stripping types is not enough: the engine uses TypeScript syntax that must be transformed.
  const flags = ["--no-warnings", "--experimental-transform-types"];
  const args = [...flags, run, join(project, "bench/book.child.ts"), "20"];
  const { stdout } = await promisify(execFile)(electron, args, { env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" } });
  const runs = JSON.parse(stdout) as Record<string, number[]>;
  const of = (name: string, key: string) => ({ name, runs: runs[key] ?? [] });
  await report(
    "A novel of 40 chapters and 12,000 paragraphs: reading",
    [
      of("one JSON file, read completely", "rival reads"),
      of("list_chapters", "list"),
      of("read_chapter, 600 lines", "read"),
      of("get_previous_paragraphs", "context"),
      of("list_chapters, the first time", "first"),
    ],
    {
      wanted: "each at most 5 × reading the file",
      holds: (of) =>
        ["list_chapters", "read_chapter", "get_previous"].every((name) => of(name).median <= 5 * of("one JSON").median),
    },
  );
  await report(
    "The same novel: submitting 30 paragraphs",
    [
      of("one JSON file, written completely without sync", "rival writes"),
      of("open_task", "open task"),
      of("add_translation_batch, synced to disk", "batch"),
    ],
    atMost("add_translation_batch", 5, "one JSON", "a batch at most 5 × writing the file"),
  );
  await report(
    "The table of one chapter of 12,000 translated paragraphs",
    [of("a query for each paragraph", "rows one by one"), of("one join", "rows")],
    atMost("one join", 1, "a query", "faster than a query for each paragraph"),
  );
});
