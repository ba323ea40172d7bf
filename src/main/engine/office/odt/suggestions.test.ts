import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ToolError } from "../../ports/tool-error";
import { readPackage } from "../formats/read-package";
import { odtEditor } from "../formats/text-editors";
import { rewritePackage } from "../package/package-writer";
import { odtOf } from "../package/packages.fixture";
import { openZip } from "../package/zip";
import type { EditOptions, NamedNode, OfficeOperation } from "../text/office-format";
import { structureFaults } from "../text/structure-faults.fixture";
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
const rounds = fc.array(fc.uniqueArray(edit, { maxLength: 4, selector: ({ at }) => at % 12 }), {
  minLength: 1,
  maxLength: 3,
});

/** The edits of a version for random wishes: those of paragraphs with words, which both versions have in the same order. */
function editsOf(model: OfficeModel, wishes: readonly { at: number; text: string; what: string }[]): ModelEdit[] {
  const shown = model.paragraphs(0, 100).filter(({ text, placement }) => text.trim() !== "" && placement === "body");
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

const content = fc.constantFrom(
  "New words.",
  "# Head\n\nBelow it.",
  "- one\n- two",
  "Before\n\n| a | b |\n|---|---|\n| c | d |",
);
const step = fc.record({
  operation: fc.constantFrom(
    "insert_before",
    "insert_after",
    "delete",
    "move",
    "append_text",
    "prepend",
    "set_text",
    "replace_text",
  ),
  at: fc.nat(40),
  to: fc.nat(40),
  content,
});
type Step = { operation: string; at: number; to: number; content: string };

function operationFor({ operation, at, to, content: text }: Step, texts: readonly string[]): OfficeOperation {
  const node = (index: number): NamedNode => ({ id: `p${index}`, paragraph: index % texts.length });
  switch (operation) {
    case "append_text":
    case "prepend":
      return { operation, content: text };
    case "insert_before":
    case "insert_after":
    case "set_text":
      return { operation, node: node(at), content: operation === "set_text" ? text.slice(0, 5) : text };
    case "delete":
      return { operation, nodes: [node(at), node(to)] };
    case "move":
      return { operation, node: node(at), side: at % 2 === 0 ? "before" : "after", to: node(to) };
    default:
      return {
        operation: "replace_text",
        find: (texts[at % texts.length] ?? "").slice(0, 4),
        replace: "ab",
        which: "all",
        node: null,
      };
  }
}

/** The samples have no comment. */
const faultsIn = (bytes: Uint8Array): string[] =>
  structureFaults(bytes, "odt").filter((fault) => fault !== "0 comments");

/** The package after an operation; null if it is rejected. */
function after(bytes: Uint8Array, operation: OfficeOperation, by: EditOptions["track"]): Uint8Array | null {
  const zip = openZip(bytes, "a.odt");
  try {
    return rewritePackage(zip, odtEditor.edit(zip, operation, { name: "a.odt", track: by }).parts, "a.odt");
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}

test.each(["libreoffice", "odfpy", "pandoc"])("what agents suggest in %s.odt is undone by rejecting it", (name) => {
  const made = readFileSync(join(samples, `${name}.odt`));
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), (steps) => {
      let bytes: Uint8Array = made;
      let plain: Uint8Array = made;
      for (const [index, each] of steps.entries()) {
        const texts = readPackage(plain, "odt", "").paragraphs.map(({ text }) => text);
        expect(readPackage(bytes, "odt", "").paragraphs.map(({ text }) => text)).toEqual(texts);
        if (texts.length === 0) break;
        const operation = operationFor(each, texts);
        const next = after(bytes, operation, { ...track, author: index % 2 === 0 ? "Anna" : "Bo" });
        const other = next === null ? null : after(plain, operation, null);
        if (next === null || other === null) continue;
        [bytes, plain] = [next, other];
      }
      expect(projectionOf(resolved(bytes, "reject"))).toBe(projectionOf(made));
      const accepted = resolved(bytes, "accept");
      expect(linesOf(accepted)).toBe(linesOf(plain));
      expect(faultsIn(accepted)).toEqual([]);
      expect(faultsIn(resolved(bytes, "reject"))).toEqual([]);
    }),
    { numRuns: runs },
  );
});

const tracked = readFileSync(join(samples, "libreoffice-tracked.odt"));

test("changes that LibreOffice recorded are listed, and accepted and rejected as it does", () => {
  expect(listed(tracked)).toEqual([
    "insertion Bo:  ab",
    "deletion Ann: cd",
    "insertion Bo: ef",
    "formatting Bo: ",
    "deletion Ann: a.",
    "deletion Ann: Ite",
    "deletion Ann: Item two",
  ]);
  expect(linesOf(resolved(tracked, "accept"))).toBe("Intro line. abef\nSecond parm one\nItem three\nTail.");
  expect(linesOf(resolved(tracked, "reject"))).toBe("Intro line.\nSecond para.\nItem one\nItem two\nItem three\nTail.");
});

test("one change is resolved on its own, and what was inserted before it was deleted is an insertion again", () => {
  const ids = odtSuggestions(openZip(tracked, "")).map(({ id }) => id);
  const after = resolved(tracked, "reject", [ids[1] ?? ""]);
  expect(linesOf(after)).toMatch(/^Intro line\. abcdef\n/);
  expect(listed(after).slice(0, 3)).toEqual(["insertion Bo:  ab", "insertion Bo: cd", "insertion Bo: ef"]);
  expect(linesOf(resolved(after, "reject"))).toMatch(/^Intro line\.\n/);
});

test("a rejected suggestion leaves every byte of the text as it was", async () => {
  const bytes = odtOf(
    "<!-- kept --><text:p text:style-name=\"A\">One <text:span>bold</text:span> word.</text:p><text:p  text:style-name='B'>Two.</text:p><text:p>Three.</text:p>",
  );
  const model = modelOf(bytes);
  const [one, two, three] = model.paragraphs(0, 3);
  const edits: ModelEdit[] = [
    { edit: "text", paragraph: one?.id ?? "", before: one?.text ?? "", text: "One bold text." },
    { edit: "delete", paragraph: two?.id ?? "", before: two?.text ?? "" },
    { edit: "insert", after: three?.id ?? "", text: "Four." },
  ];
  const made = writtenBy(await model.edit(edits, track));
  const content = (of: Uint8Array): string => openZip(of, "").read("content.xml")?.toString() ?? "";
  expect(listed(made)).toEqual([
    "deletion Anna: word",
    "insertion Anna: text",
    "deletion Anna: Two.",
    "insertion Anna: Four.",
  ]);
  expect(content(resolved(made, "reject"))).toBe(content(bytes));
});
