import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readPackage } from "../formats/read-package";
import { rewritePackage } from "../package/package-writer";
import { openZip } from "../package/zip";
import type { ModelEdit } from "../view/model-protocol";
import { OfficeModel } from "../view/office-model";
import { odtSuggestions, resolveOdtSuggestions } from "./suggestions";

const samples = join(import.meta.dirname, "../samples");
const modelOf = (bytes: Uint8Array): OfficeModel =>
  new OfficeModel({ bytes, format: "odt", name: "a.odt", version: "", imagesAt: "at:" });
const projectionOf = (bytes: Uint8Array): string => modelOf(bytes).projection() ?? "";
const track = { author: "Anna", at: "2026-11-21T10:00:00Z" };

function writtenBy(result: Awaited<ReturnType<OfficeModel["edit"]>>): Uint8Array {
  if (result.status === "stale") throw new Error("stale");
  return result.bytes;
}
const resolved = (bytes: Uint8Array, how: "accept" | "reject", ids: readonly string[] | "all" = "all"): Uint8Array => {
  const zip = openZip(bytes, "a.odt");
  return rewritePackage(zip, resolveOdtSuggestions(zip, ids, how).parts, "a.odt");
};
const listed = (bytes: Uint8Array) =>
  odtSuggestions(openZip(bytes, "a.odt")).map(({ kind, author, text }) => `${kind} ${author}: ${text}`);

const runs = process.env["GALLEY_LONG"] ? 500 : 8;
const words = fc.constantFrom("", "One.", "Two words", "In spring the lawn is green.", "花园", " b  c ", "a\tb");
const edit = fc.record({ at: fc.nat(30), text: words, what: fc.constantFrom("text", "insert", "delete") });
const rounds = fc.array(fc.uniqueArray(edit, { maxLength: 4, selector: ({ at }) => at % 12 }), { minLength: 1, maxLength: 3 });

/** The edits of a version for random wishes: those of paragraphs with words, which both versions have in the same order. */
function editsOf(model: OfficeModel, wishes: readonly { at: number; text: string; what: string }[]): ModelEdit[] {
  const shown = model.paragraphs(0, 100).filter(({ text, locked }) => text.trim() !== "" && locked === null);
  return [...new Map(wishes.map((each) => [each.at % shown.length, each])).entries()].map(([at, { text, what }]) => {
    const { id, text: before } = shown[at] as (typeof shown)[number];
    if (what === "insert") return { edit: "insert", after: id, text };
    return what === "text" ? { edit: "text", paragraph: id, before, text } : { edit: "delete", paragraph: id, before };
  });
}
const linesOf = (bytes: Uint8Array): string => readPackage(bytes, "odt", "").text;

test.each(["libreoffice", "odfpy", "pandoc"])(
  "rejecting suggested edits of %s.odt restores the old text, and accepting them gives the new one",
  async (name) => {
    const made = readFileSync(join(samples, `${name}.odt`));
    await fc.assert(
      fc.asyncProperty(rounds, async (asked) => {
        let [bytes, plain]: Uint8Array[] = [made, made] as const;
        for (const [round, wishes] of asked.entries()) {
          const model = modelOf(bytes as Uint8Array);
          const other = modelOf(plain as Uint8Array);
          if (model.paragraphs(0, 100).every(({ text }) => text.trim() === "")) break;
          const author = round % 2 === 0 ? "Anna" : "Bo";
          bytes = writtenBy(await model.edit(editsOf(model, wishes), { ...track, author }));
          plain = writtenBy(await other.edit(editsOf(other, wishes), null));
          expect(linesOf(bytes)).toBe(linesOf(plain));
        }
        if (bytes === undefined || plain === undefined) throw new Error("nothing was edited");
        expect(projectionOf(resolved(bytes, "reject"))).toBe(projectionOf(made));
        const accepted = resolved(bytes, "accept");
        expect(linesOf(accepted)).toBe(linesOf(plain));
        expect(listed(accepted)).toEqual([]);
      }),
      { numRuns: runs },
    );
  },
);
