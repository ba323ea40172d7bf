import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { changedJson, fuzzRuns, steps } from "../engine/testing/mutations.fixture";
import { createTestApp, type TestApp } from "./testing/test-app";

let testApp: TestApp | null = null;
afterEach(async () => {
  await testApp?.end();
  testApp = null;
});

const story = "# Story\n\nOnce upon a time.\n";
const doc = "document-1";

/** State left by an earlier run: a window with a tab and unsaved edits in it. */
const leftBehind = (folder: string) => ({
  "session.json": [
    {
      workspace: folder,
      session: { tabs: [{ doc, path: join(folder, "story.md"), name: "story.md" }], active: doc },
      bounds: { x: 0, y: 0, width: 800, height: 600, isMaximized: false },
    },
  ],
  [`journal/${doc}.json`]: {
    doc,
    path: join(folder, "story.md"),
    name: "story.md",
    base: "0".repeat(64),
    baseText: story,
    seq: 3,
    changes: [{ from: 2, to: 7, insert: "A tale" }],
    encoding: "UTF-8",
    lineEnding: "LF",
  },
  "settings.json": { theme: "dark", "editor.fontSize": 16, language: "en" },
});

test("an app whose session, journal and settings were changed in their structure starts, and changes no document [A19]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(2), steps, async (which, changes) => {
      const started = createTestApp({ "story.md": story });
      testApp = started;
      const all = Object.entries(leftBehind(started.folder));
      const [chosen] = all[which] ?? [];
      mkdirSync(join(started.dataDir, "journal"), { recursive: true });
      for (const [name, value] of all) {
        const written = name === chosen ? changedJson(value, changes) : value;
        writeFileSync(join(started.dataDir, name), JSON.stringify(written) ?? "");
      }
      await started.start();
      const { text } = await started.open("story.md");
      // Unsaved edits are shown on the text that their record says they are based on; the window then merges the file.
      if (!chosen?.startsWith("journal")) expect(text).toContain("Once upon a time.");
      expect(started.read("story.md")).toBe(story);
      await started.end();
      testApp = null;
    }),
    fuzzRuns(500, 10),
  );
});
