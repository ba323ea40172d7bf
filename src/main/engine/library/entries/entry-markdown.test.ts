import { expect, test } from "vitest";
import { readSrd } from "../srd/read-srd";
import type { LibraryEntry } from "./entry";
import { entryMarkdown } from "./entry-markdown";

const srd = readSrd().entries;
const shown = (kind: string, name: string): string => {
  const entry = srd.find((each) => each.kind === kind && each.name === name);
  if (!entry) throw new Error(name);
  return entryMarkdown({ ...entry, id: 1, document: "srd-5e" }, { title: "System Reference Document 5.1" });
};

test("a creature is a stat block: its type, its defences, its abilities as a table, its actions", () => {
  const goblin = shown("creature", "Goblin");
  expect(goblin).toMatch(/^## Goblin\n\n\*Small humanoid \(goblinoid\), neutral evil\*\n\n- \*\*Armor class\*\* 15\n/);
  expect(goblin).toContain("- **Hit points** 7 (2d6)\n");
  expect(goblin).toContain("- **Challenge rating** 1/4");
  expect(goblin).toContain("| STR | DEX | CON | INT | WIS | CHA |\n|:-:|:-:|:-:|:-:|:-:|:-:|\n| 8 (−1) | 14 (+2) |");
  expect(goblin).toContain("**Nimble Escape.**");
  expect(goblin.endsWith("\n\n*System Reference Document 5.1*\n")).toBe(true);
});

test("a spell shows its level and school, a piece of equipment its price in gold pieces", () => {
  const bolt = shown("spell", "Fireball");
  expect(bolt).toMatch(/^## Fireball\n\n\*Level 3 evocation\*\n/);
  expect(bolt).toContain("- **Range** 150 feet");
  expect(bolt).not.toContain("Concentration");
  expect(shown("spell", "Light")).toContain("*Evocation cantrip*");
  expect(shown("equipment", "Longsword")).toContain("- **Cost** 15 gp");
});

test("every value of a pack stays on its line: marks, line breaks, nested values", () => {
  const odd: LibraryEntry = {
    id: 1,
    document: "odd",
    kind: "rule",
    key: "k",
    name: "A *name*\n# with | marks",
    text: "",
    fields: { rule_type: "rule", note: "two\n- lines", nested: { a_b: [1, null, true] } },
  };
  expect(entryMarkdown(odd, { title: "Odd", level: 9 })).toBe(
    "###### A \\*name\\* # with \\| marks\n\n- **Note** two - lines\n- **Nested** a b 1, yes\n\n*Odd*\n",
  );
});

test("an entry of a declared kind has its labels and units; a flag in its line is the label, or nothing", () => {
  const field = (name: string, type: "number" | "flag", unit = "") => ({
    field: name,
    label: name.toUpperCase(),
    type,
    unit,
    offers: [],
  });
  const fields = [field("price", "number", "€"), field("organic", "flag"), field("vegan", "flag")];
  const declaration = { kind: "product", name: "", plural: "", line: ["organic", "vegan"], badge: null, fields };
  const tea: LibraryEntry = {
    id: 1,
    document: "shop",
    kind: "product",
    key: "k",
    name: "Tea",
    text: "",
    fields: { price: 5, organic: true, vegan: false },
  };
  expect(entryMarkdown(tea, { title: "Shop", declaration })).toBe("## Tea\n\n*ORGANIC*\n\n- **PRICE** 5 €\n\n*Shop*\n");
});
