import { expect, test } from "vitest";
import { type MenuContext, textMenuItems } from "./text-menu";

const nothing: MenuContext = {
  isSelected: false,
  isReadOnly: false,
  isMarkdown: true,
  isPending: false,
  isDiagram: false,
  corrections: null,
  link: null,
  row: null,
};
const ids = (place: Partial<MenuContext>) =>
  textMenuItems({ ...nothing, ...place }).map((item) => (item === "separator" ? "-" : item.id));

test("the menu at a misspelt word has its suggestions and the clipboard", () => {
  const corrections = { items: [{ id: "use 0", label: "the" }, "separator" as const, { id: "add", label: "Add" }] };
  expect(ids({ corrections }).slice(0, 9)).toEqual([
    ...["use 0", "-", "add", "-", "cut", "copy", "paste", "paste-plain", "-"],
  ]);
});

test("the menu at a link opens and copies it; a footnote has no address", () => {
  expect(ids({ link: "address" }).slice(0, 4)).toEqual(["open-link", "copy-link", "-", "cut"]);
  expect(ids({ link: "note" }).slice(0, 3)).toEqual(["open-link", "-", "cut"]);
  expect(ids({})[0]).toBe("cut");
});

test("the menu at a diagram enlarges it", () => {
  expect(ids({ isDiagram: true }).slice(0, 3)).toEqual(["enlarge", "-", "cut"]);
});

test("what would do nothing is grey: cut and copy without a selection, paste where nothing can be written", () => {
  const enabled = (place: Partial<MenuContext>) =>
    textMenuItems({ ...nothing, ...place }).flatMap((item) =>
      item !== "separator" && "role" in item && item.enabled !== false ? [item.id] : [],
    );
  expect(enabled({})).toEqual(["paste", "paste-plain", "selectAll"]);
  expect(enabled({ isSelected: true })).toEqual(["cut", "copy", "paste", "paste-plain", "selectAll"]);
  expect(enabled({ isSelected: true, isReadOnly: true })).toEqual(["copy", "selectAll"]);
});

test("the menu in a table has its commands; the header row stays where it is", () => {
  const table = (row: MenuContext["row"]) =>
    textMenuItems({ ...nothing, row }).flatMap((item) =>
      item !== "separator" && item.id === "table" && item.submenu ? item.submenu : [],
    );
  const enabled = (row: MenuContext["row"], id: string) =>
    table(row).some((item) => item !== "separator" && item.id === id && item.enabled !== false);
  expect(enabled("body", "table-delete-row")).toBe(true);
  expect(enabled("head", "table-delete-row")).toBe(false);
  expect(enabled("head", "table-align-center")).toBe(true);
  expect(table("body")[0]).toMatchObject({ id: "table-row-above", label: "Row Above" });
  expect(table(null)).toEqual([]);
  expect(
    textMenuItems({ ...nothing, row: "body", isReadOnly: true }).some((item) => item !== "separator" && item.submenu),
  ).toBe(false);
});

test("the menu of Markdown formats the text; plain text, and what nobody can write in, has no formats", () => {
  const format = (place: Partial<MenuContext>) =>
    textMenuItems({ ...nothing, ...place }).find((item) => item !== "separator" && item.id === "format");
  const shown = format({});
  expect(shown).toMatchObject({ label: "Format" });
  const labels = (shown !== "separator" && shown?.submenu ? shown.submenu : []).map((item) =>
    item === "separator" ? "-" : item.label,
  );
  expect(labels.slice(0, 8)).toEqual([
    "Bold",
    "Italic",
    "Strikethrough",
    "Highlight",
    "Inline Code",
    "Link",
    "-",
    "Heading 1",
  ]);
  expect(labels).toContain("Bullet List");
  expect(format({ isMarkdown: false })).toBeUndefined();
  expect(format({ isReadOnly: true })).toBeUndefined();
});

test("the menu comments on the selection and protects the paragraph; only Markdown has sections", () => {
  expect(ids({ isSelected: true }).slice(-4)).toEqual(["-", "comment", "protect-paragraph", "protect-section"]);
  expect(ids({ isMarkdown: false }).slice(-3)).toEqual(["-", "comment", "protect-paragraph"]);
});
