import { expect, test } from "vitest";
import { readPackage } from "../formats/read-package";
import { rewritePackage } from "../package/package-writer";
import { odtOf } from "../package/packages.fixture";
import { openZip } from "../package/zip";
import type { ModelEdit } from "../view/model-protocol";
import { OfficeModel } from "../view/office-model";
import { odtSuggestions, resolveOdtSuggestions } from "./suggestions";

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

function resolved(bytes: Uint8Array, how: "accept" | "reject", ids: readonly string[] | "all" = "all"): Uint8Array {
  const zip = openZip(bytes, "a.odt");
  return rewritePackage(zip, resolveOdtSuggestions(zip, ids, how).parts, "a.odt");
}
const linesOf = (bytes: Uint8Array): string[] => readPackage(bytes, "odt", "").text.split("\n");
const listed = (bytes: Uint8Array) => odtSuggestions(openZip(bytes, "a.odt"));

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

test("what was suggested in a note comes back with the deleted paragraph of the note", async () => {
  const made = odtOf(inNote("Words of it"));
  const bytes = await edited(await edited(made, "Ann", ["text", "Words of it", "Words it is"]), "Bo", [
    "delete",
    "Host",
  ]);
  expect(linesOf(resolved(bytes, "accept"))).toEqual(["Before"]);
  expect(linesOf(resolved(bytes, "reject"))).toEqual(linesOf(made));
  // Inside a deleted text, nothing is listed; once that is back, it is.
  const [deletion, ...others] = listed(bytes);
  expect(others).toEqual([]);
  expect(listed(resolved(bytes, "accept", [deletion?.id ?? ""]))).toEqual([]);
  const back = resolved(bytes, "reject", [deletion?.id ?? ""]);
  expect(listed(back).map(({ kind, text }) => `${kind} ${text}`)).toEqual(["deletion of ", "insertion  is"]);
  expect(linesOf(resolved(back, "reject"))).toEqual(linesOf(made));
});

test("the break after a deleted insertion comes back if all is rejected", async () => {
  const list = ["One", "Two"].map((text) => `<text:list-item><text:p>${text}</text:p></text:list-item>`).join("");
  const made = odtOf(`<text:p>Before</text:p><text:list>${list}</text:list>`);
  const bytes = await edited(
    await edited(made, "Ann", ["insert", "One", "New"]),
    "Bo",
    ["delete", "One"],
    ["delete", "New"],
  );
  expect(linesOf(resolved(bytes, "reject"))).toEqual(linesOf(made));
});

test("the break after an own insertion that is deleted stays if the paragraph before it goes too", async () => {
  const list = ["One", "Two"].map((text) => `<text:list-item><text:p>${text}</text:p></text:list-item>`).join("");
  const made = odtOf(`<text:p>Before</text:p><text:list>${list}</text:list>`);
  const inserted = await edited(made, "Ann", ["insert", "One", "New"]);
  const bytes = await edited(inserted, "Ann", ["delete", "One"], ["delete", "New"]);
  expect(linesOf(resolved(bytes, "reject"))).toEqual(linesOf(made));
});

test.each([null, "Ann"])(
  "a paragraph is inserted into the header of a list, or a section in it (author: %s)",
  async (author) => {
    const item = "<text:list-item><text:p>One</text:p></text:list-item>";
    const header = "<text:list-header><text:p>Head</text:p></text:list-header>";
    const section = "<text:list-item><text:section><text:p>Head</text:p></text:section></text:list-item>";
    for (const first of [header, section]) {
      const bytes = await edited(odtOf(`<text:list>${first}${item}</text:list>`), author, ["insert", "Head", "New"]);
      expect(linesOf(bytes)).toEqual(["Head", "New", "One"]);
      expect(linesOf(resolved(bytes, "reject"))).toEqual(author === null ? ["Head", "New", "One"] : ["Head", "One"]);
    }
  },
);

const region = (id: string, inside: string): string =>
  `<text:changed-region text:id="${id}">${inside}</text:changed-region>`;

test.each(["accept", "reject"] as const)("changes that have the same id are all resolved (%s)", (how) => {
  const gone = (text: string): string => region("c", `<text:deletion><text:p>${text}</text:p></text:deletion>`);
  const words = ["one", "two"].map((text) => `<text:p>${text} <text:change text:change-id="c"/></text:p>`);
  const made = odtOf(`<text:tracked-changes>${gone("1")}${gone("2")}</text:tracked-changes>${words.join("")}`);
  const after = resolved(made, how);
  expect(linesOf(after)).toEqual(how === "accept" ? ["one", "two"] : ["one 1", "two 2"]);
  expect(listed(after)).toEqual([]);
});

test.runIf(process.env["GALLEY_LONG"])(
  "20,000 changes with bookmarks, by two authors, are resolved one by one",
  () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => `c${index}`);
    const inserted = ids.map((id) => region(id, "<text:insertion/>"));
    const deleted = ids.map((id) =>
      region(`d${id}`, "<text:deletion><text:p>x</text:p></text:deletion><text:insertion/>"),
    );
    const text = ids.map(
      (id) =>
        `<text:p><text:change text:change-id="d${id}"/>a<text:change-start text:change-id="${id}"/><text:bookmark-start text:name="${id}"/>b<text:bookmark-end text:name="${id}"/><text:change-end text:change-id="${id}"/></text:p>`,
    );
    const list = `<text:tracked-changes>${[...inserted, ...deleted].join("")}</text:tracked-changes>`;
    const made = odtOf(list + text.join(""));
    const back = resolved(
      made,
      "reject",
      listed(made).map(({ id }) => id),
    );
    expect(listed(back)).toHaveLength(ids.length);
    expect(linesOf(back)).toEqual(ids.map(() => "xa"));
  },
  60_000,
);
