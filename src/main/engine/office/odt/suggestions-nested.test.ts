import { expect, test } from "vitest";
import { readPackage } from "../formats/read-package";
import { odtOf } from "../package/packages.fixture";
import type { ModelEdit } from "../view/model-protocol";
import { OfficeModel } from "../view/office-model";

type Wish = ["text", string, string] | ["insert", string, string] | ["delete", string];

const inNote = (words: string): string =>
  `<text:p>Before</text:p><text:p>Host<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>${words}</text:p><text:p>More</text:p></text:note-body></text:note></text:p>`;

/** The document after edits of paragraphs that are named by their text, all in one step. */
async function edited(bytes: Uint8Array, author: string | null, ...wishes: Wish[]): Promise<Uint8Array> {
  const model = new OfficeModel({ bytes, format: "odt", name: "a.odt", version: "", imagesAt: "at:" });
  const paragraphs = model.paragraphs(0, 100);
  const edits = wishes.map(([kind, before, text = ""]): ModelEdit => {
    const { id } = paragraphs.find((each) => each.text === before) ?? { id: "" };
    if (kind === "insert") return { edit: "insert", after: id, text };
    return kind === "text" ? { edit: "text", paragraph: id, before, text } : { edit: "delete", paragraph: id, before };
  });
  const result = await model.edit(edits, author === null ? null : { author, at: "2026-11-21T10:00:00Z" });
  if (result.status === "stale") throw new Error("stale");
  return result.bytes;
}

const linesOf = (bytes: Uint8Array): string[] => readPackage(bytes, "odt", "").text.split("\n");

test.each([null, "Ann"])("a paragraph is deleted together with an edited note in it (author: %s)", async (author) => {
  const made = odtOf(inNote("Words"));
  const others: Wish[] = [
    ["text", "Words", "Other words"],
    ["insert", "Words", "Next"],
    ["delete", "Words"],
  ];
  for (const other of others)
    expect(linesOf(await edited(made, author, ["delete", "Host"], other))).toEqual(["Before"]);
});
