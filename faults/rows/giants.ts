import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine } from "../../src/main/engine/host/create-engine";
import type { Engine } from "../../src/main/engine/host/engine";
import { versionOf } from "../../src/main/engine/storage/files/version";
import type { FaultReporter, FaultRow } from "../fault-row";

/** The text to find and replace: occurs once, at the end. */
const marker = "the last words of all";

/** Texts that a parser, a search or a diff may choke on. */
const giants: Record<string, () => string> = {
  "one line of 50 MB": () => `${"word ".repeat(10 * 1024 * 1024)}${marker}\n`,
  "five million lines": () => `${"a line\n".repeat(5_000_000)}${marker}\n`,
  "a table of 100,000 columns": () =>
    `${"|a".repeat(100_000)}|\n${"|-".repeat(100_000)}|\n${"|b".repeat(100_000)}|\n\n${marker}\n`,
  "10,000 nested quotes": () => `${"> ".repeat(10_000)}a\n\n${marker}\n`,
  "10,000 nested lists": () => `${"- ".repeat(10_000)}a\n\n${marker}\n`,
  "50,000 headings": () => `${"# A\n\na\n\n## B\n\n".repeat(25_000)}${marker}\n`,
  "a million open brackets": () => `${"[".repeat(1_000_000)}\n\n${marker}\n`,
  "a million open marks": () => `${"**a_b `` <c ~~".repeat(70_000)}\n\n${marker}\n`,
};

const giantTexts: FaultRow = {
  name: "Giant lines, wide tables, deep nesting, and all tools",
  covers: ["F26", "F27"],
  how: `${Object.keys(giants).join("; ")}: each is outlined, read, searched, and patched at its end`,
  bound: 60_000,
  onlyInFull: true,
  async run(reporter) {
    const engine = await createEngine({ dataDir: join(reporter.folder, "data") });
    try {
      for (const [what, make] of Object.entries(giants)) await useAll(reporter, { engine, what, text: make() });
    } finally {
      await engine.close();
    }
    const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
    reporter.note(`${memory} MiB of memory afterwards, the harness's own included`);
  },
};

const sumOf = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function useAll(
  reporter: FaultReporter,
  { engine, what, text }: { engine: Engine; what: string; text: string },
): Promise<void> {
  const path = join(reporter.folder, "giant.md");
  writeFileSync(path, text);
  const caller = { id: what, name: "fault", roots: [reporter.folder] };
  const replaced = text.replace(marker, "other words");
  const asks: [string, Record<string, unknown>, (answer: string) => boolean][] = [
    ["doc_toc", { file: "giant.md" }, (answer) => answer.length < 2_000_000],
    ["text_editor", { action: "read", path: "giant.md" }, (answer) => answer.length < 2_000_000],
    // A match is shown with few words around it, however long the line is.
    ["grep", { pattern: marker, path: "giant.md" }, (answer) => answer.includes(marker) && answer.length < 100_000],
    ["text_editor", { action: "patch", path: "giant.md", old_text: marker, new_text: "other words" }, () => true],
  ];
  for (const [name, given, isRight] of asks) {
    const at = performance.now();
    const answer = await engine.run({ name, arguments: given, caller });
    const ms = performance.now() - at;
    const isPatch = given["action"] === "patch";
    const now = sumOf(readFileSync(path));
    const isOldKept = now === sumOf(text) || (await engine.history.content(versionOf(Buffer.from(text)))) !== null;
    reporter.report({
      what: `${what}: ${name}${isPatch ? " patch" : ""}`,
      ms,
      lost: !isOldKept || (isPatch && answer.ok && now !== sumOf(replaced)),
      torn: isPatch && now !== sumOf(replaced) && now !== sumOf(text),
      isFalse: !answer.ok || !isRight(answer.message) || (isPatch && now !== sumOf(replaced)),
      seen: `${answer.message.length} characters: ${answer.message.slice(0, 200)}`,
    });
  }
}

/** Texts far larger than anybody would write. */
export const giantRows: FaultRow[] = [giantTexts];
