import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { ToolError } from "../../ports/tool-error";
import { editDocx } from "../docx/edit";
import { resolveDocxSuggestions } from "../docx/suggestions";
import { readPackage } from "../formats/read-package";
import { editOdt } from "../odt/edit";
import { rewritePackage } from "../package/package-writer";
import { openZip } from "../package/zip";
import type { OfficeOperation } from "./office-format";
import { structureFaults } from "./structure-faults.fixture";

/** The long run edits every text document of this folder, or the samples of other programs. */
const isLong = process.env["GALLEY_LONG"] !== undefined;
const folder = process.env["GALLEY_DOCUMENTS"] ?? join(import.meta.dirname, "../samples");
const names = readdirSync(folder).filter((name) => /\.(?:docx|odt)$/.test(name));
const short = ["pandoc.docx", "python-docx-comments.docx", "libreoffice.odt"];
const documents = new Map(names.map((name) => [name, readFileSync(join(folder, name))]));

const step = fc.record({
  kind: fc.constantFrom("insert_before", "insert_after", "delete", "move"),
  at: fc.nat(),
  to: fc.nat(),
  how: fc.nat(),
  track: fc.boolean(),
});
type Step = {
  kind: "insert_before" | "insert_after" | "delete" | "move";
  at: number;
  to: number;
  how: number;
  track: boolean;
};

const contents = [
  "NEW",
  "# NEW",
  "- NEW\n- NEW",
  "1. NEW\n    - NEW",
  "| NEW | NEW |\n|---|---|\n| NEW | NEW |",
  "NEW **NEW** 花\n\n- NEW",
];
const newWord = /\bNEW\b/;

function operationOf({ kind, at, to, how }: Step, paragraphs: readonly { kind: string }[]): OfficeOperation {
  const node = { id: "node", paragraph: at % paragraphs.length };
  const isRow = paragraphs[node.paragraph]?.kind === "table_row";
  if (kind === "delete") {
    const more = Array.from({ length: how % 3 }, (_, index) => ({
      id: "node",
      paragraph: (node.paragraph + 1 + index) % paragraphs.length,
    }));
    return { operation: "delete", nodes: [node, ...more] };
  }
  if (kind === "move")
    return {
      operation: "move",
      node,
      side: how % 2 === 0 ? "before" : "after",
      to: { id: "to", paragraph: to % paragraphs.length },
    };
  return { operation: kind, node, content: isRow ? "NEW | " : (contents[how % contents.length] ?? "") };
}

const isSubsequence = (few: readonly string[], many: readonly string[]): boolean => {
  let at = 0;
  for (const each of many) if (each === few[at]) at++;
  return at === few.length;
};

/** Applies one step, and compares the texts with what it should do. Returns the same bytes if it was rejected. */
function applied(bytes: Uint8Array, name: string, given: Step): Uint8Array {
  const format = name.endsWith(".odt") ? "odt" : "docx";
  const before = readPackage(bytes, format, name).paragraphs;
  if (before.length === 0) return bytes;
  const operation = operationOf(given, before);
  const track = given.track && format === "docx" ? { author: "A", at: "2026-01-01T00:00:00Z" } : null;
  const zip = openZip(bytes, name);
  let after: Uint8Array;
  try {
    after = rewritePackage(zip, (format === "odt" ? editOdt : editDocx)(zip, operation, { name, track }).parts, name);
  } catch (error) {
    if (error instanceof ToolError) return bytes;
    throw error;
  }
  const [old, now] = [before, readPackage(after, format, name).paragraphs].map((all) =>
    all.map(({ text }) => text),
  ) as [string[], string[]];
  const where = `${name} ${JSON.stringify(operation)}`;
  if (operation.operation === "delete") {
    const gone = new Set(operation.nodes.map(({ paragraph }) => paragraph ?? -1));
    const left = old.filter((_, index) => !gone.has(index));
    // Its notes go with it, and a merged cell moves to the next row, which may have had no text.
    const isPlain = !before.some(({ kind }, index) => kind === "note" || (gone.has(index) && kind === "table_row"));
    if (isPlain) expect(now, where).toEqual(left);
    else expect(now.length, where).toBeLessThanOrEqual(left.length + gone.size);
  } else if (operation.operation === "move") {
    expect(now.toSorted(), where).toEqual(old.toSorted());
  } else {
    expect(isSubsequence(old, now), where).toBe(true);
    const added = now.length - old.length;
    const from = now.findIndex((text, index) => text !== old[index]);
    expect(added, where).toBeGreaterThan(0);
    expect(newWord.test(now[from] ?? ""), where).toBe(true);
  }
  const faults = structureFaults(bytes, format);
  expect(
    structureFaults(after, format).filter((fault) => !faults.includes(fault)),
    where,
  ).toEqual([]);
  const [oldZip, newZip] = [openZip(bytes, name), openZip(after, name)];
  expect(newZip.names.filter((part) => !oldZip.entries.has(part) && !/\.rels$/.test(part))).toEqual([]);
  return after;
}

it(
  "random edits of the structure of others' documents keep their order and the rules of the format",
  () => {
    const wanted = isLong ? names : short;
    for (const name of wanted)
      fc.assert(
        fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
          const start = documents.get(name) as Uint8Array;
          const isTracked = name.endsWith(".docx") && steps[0]?.track === true;
          let bytes = start;
          for (const each of steps) bytes = applied(bytes, name, { ...each, track: isTracked });
          if (!isTracked) return;
          const textsOf = (of: Uint8Array) => readPackage(of, "docx", name).paragraphs.map(({ text }) => text);
          for (const how of ["accept", "reject"] as const) {
            const zip = openZip(bytes, name);
            const resolved = rewritePackage(zip, resolveDocxSuggestions(zip, "all", how).parts, name);
            const xml = openZip(resolved, name).read("word/document.xml")?.toString() ?? "";
            expect(/<w:(?:ins|del)\b/.test(xml)).toBe(false);
            const [was, now] = [structureFaults(start, "docx"), structureFaults(resolved, "docx")];
            expect(
              now.filter((fault) => !was.includes(fault)),
              how,
            ).toEqual([]);
            // Paragraphs whose end was suggested, but cannot go, join others.
            if (how === "reject") expect(textsOf(resolved).join(" ")).toBe(textsOf(start).join(" "));
          }
        }),
        { numRuns: isLong ? 100 : 12 },
      );
  },
  isLong ? 3_600_000 : 60_000,
);
