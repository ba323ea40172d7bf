import { expect, test } from "vitest";
import { readPackage } from "../formats/read-package";
import { odtEditor } from "../formats/text-editors";
import { odtOf } from "../package/packages.fixture";
import { openZip } from "../package/zip";
import { OfficeModel } from "../view/office-model";

const region = (id: string, inside: string): string =>
  `<text:changed-region text:id="${id}">${inside}</text:changed-region>`;
const who = `<office:change-info><dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/">Ann</dc:creator></office:change-info>`;
const tracked = `<text:tracked-changes>${region("ct1", `<text:insertion>${who}</text:insertion>`)}${region("ct2", `<text:deletion>${who}<text:p> old</text:p></text:deletion>`)}</text:tracked-changes>`;
const bytes = odtOf(
  `${tracked}<text:p>Apples <text:change-start text:change-id="ct1"/>and pears<text:change-end text:change-id="ct1"/> ripen.</text:p><text:p>Here<text:change text:change-id="ct2"/> it is.</text:p><text:p>Free.</text:p>`,
);
const model = new OfficeModel({ bytes, format: "odt", name: "t.odt", version: "", imagesAt: "" });
const warning =
  "it has 2 tracked changes, which are kept but not shown: insertions are read as accepted, deletions are left out";

test("tracked changes of an OpenDocument text are shown in the app, and named in the answer to an agent", () => {
  expect(model.content).toMatchObject({ warnings: [], suggestions: 2 });
  const runs = model.paragraphs(0, 2).flatMap((each) => each.runs);
  expect(runs.map((run) => [run.suggestion?.kind, run.kind === "text" ? run.text : run.kind])).toEqual([
    [undefined, "Apples "],
    ["inserted", "and pears"],
    [undefined, " ripen."],
    [undefined, "Here"],
    ["deleted", "old"],
    [undefined, " it is."],
  ]);
  const { texts } = { texts: readPackage(bytes, "odt", "t.odt").paragraphs.map(({ text }) => text) };
  expect(texts).toEqual(["Apples and pears ripen.", "Here it is.", "Free."]);
  const ids = texts.map((_, index) => `id${index}`);
  expect(odtEditor.read(openZip(bytes, ""), { ids }, {}).warnings).toContain(warning);
});

test("edits across tracked changes keep their marks, and a paragraph that contains one is not removed", async () => {
  const [first, second, third] = model.paragraphs(0, 3).map(({ id }) => id);
  const before = "Apples and pears ripen.";
  const made = await model.edit([{ edit: "text", paragraph: first ?? "", before, text: "Plums" }], null);
  if (made.status === "stale") throw new Error("stale");
  const xml = openZip(made.bytes, "").read("content.xml")?.toString("utf8") ?? "";
  expect(xml).toContain(tracked);
  expect(xml).toContain(
    '<text:p>Plums<text:change-start text:change-id="ct1"/><text:change-end text:change-id="ct1"/></text:p>',
  );
  const gone = (paragraph: string, text: string) => model.edit([{ edit: "delete", paragraph, before: text }], null);
  await expect(gone(second ?? "", "Here it is.")).rejects.toThrow(
    "this paragraph contains the start or end of a tracked change",
  );
  expect((await gone(third ?? "", "Free.")).status).toBe("edited");
});
