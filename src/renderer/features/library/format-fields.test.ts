import { expect, test } from "vitest";
import type { DeclaredKind, Shelf } from "../../../shared/library";
import { badgeOf, cardFields } from "./format-fields";
import { declaredKinds } from "./kinds";
import { filtersOf, filterValue } from "./library-filters";

test("a creature's fields are in stat block order; unknown fields are rows", () => {
  const fields = {
    size: "Small",
    type: "humanoid",
    subtype: "goblinoid",
    alignment: "neutral evil",
    speed: { walk: "30 ft." },
    armor_class: 15,
    hit_points: 7,
    hit_dice: "2d6",
    challenge_rating: 0.25,
    strength: 8,
    dexterity: 14,
    constitution: 10,
    intelligence: 10,
    wisdom: 8,
    charisma: 8,
    skills: { Stealth: 6 },
    lair_bonus: [true, null, 3],
  };
  const { line, abilities, rows } = cardFields({ kind: "creature", fields });
  expect(line).toBe("Small humanoid (goblinoid), neutral evil");
  expect(abilities?.[0]).toEqual({ name: "STR", score: 8, modifier: "−1" });
  expect(rows.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    "Armor class: 15",
    "Hit points: 7 (2d6)",
    "Speed: walk 30 ft.",
    "Skills: Stealth +6",
    "Lair bonus: Yes, 3",
    "Challenge rating: 1/4",
  ]);
  expect(badgeOf({ kind: "creature", fields })).toBe("CR 1/4");
});

test("a creature without all six abilities has the known ones as rows", () => {
  const { abilities, rows } = cardFields({ kind: "creature", fields: { strength: 8, wisdom: "high" } });
  expect(abilities).toBeNull();
  expect(rows).toEqual([
    { label: "Strength", value: "8" },
    { label: "Wisdom", value: "high" },
  ]);
});

const product: DeclaredKind = {
  kind: "product",
  name: "Product",
  plural: "Products",
  line: ["origin"],
  badge: "price",
  fields: [
    { field: "price", label: "Price", type: "number", unit: "€", offers: [] },
    { field: "origin", label: "Origin", type: "text", unit: "", offers: ["Uji"] },
  ],
};

test("a flag that describes an entry is its label, or nothing", () => {
  const organic = { field: "organic", label: "Organic", type: "flag", unit: "", offers: [] } as const;
  const declaration = {
    ...product,
    line: ["origin", "organic"],
    badge: "organic",
    fields: [...product.fields, organic],
  };
  const entry = (isOrganic: boolean) => ({ kind: "product", fields: { origin: "Uji", organic: isOrganic } });
  expect(cardFields(entry(true), declaration).line).toBe("Uji · Organic");
  expect(cardFields(entry(false), declaration)).toEqual({ line: "Uji", abilities: null, rows: [] });
  expect([true, false].map((each) => badgeOf(entry(each), declaration))).toEqual(["Organic", ""]);
});

test("an entry of a declared kind has its labels and units, and nothing of a game", () => {
  const entry = { kind: "product", fields: { weight: 2, origin: ["Uji"], price: 24.5, section: "tea" } };
  expect(cardFields(entry, product)).toEqual({
    line: "Uji",
    abilities: null,
    rows: [
      { label: "Price", value: "24.5 €" },
      { label: "Weight", value: "2" },
      { label: "Section", value: "tea" },
    ],
  });
  expect(badgeOf(entry, product)).toBe("24.5 €");
});

test("declared fields are filters; a number has two", () => {
  expect(filtersOf("product", product).map(({ name, label }) => `${name} ${label}`)).toEqual([
    "price:from Price (€) from",
    "price:to Price (€) up to",
    "origin Origin",
  ]);
  expect(filterValue("decimal", "-1,5")).toBe(-1.5);
});

test("a kind of several documents is that of the largest one that is on", () => {
  const document = (plural: string, isOn: boolean) => ({ document: plural, isOn, declares: [{ ...product, plural }] });
  const documents = [document("Wares", false), document("Teas", true)] as unknown as Shelf["documents"];
  expect(declaredKinds({ documents } as unknown as Shelf).get("product")?.plural).toBe("Teas");
});

test("a filter value has the type of its argument; an incomplete one does not filter", () => {
  expect(filterValue("rating", "1/4")).toBe(0.25);
  expect(filterValue("rating", "1/0")).toBeNull();
  expect(filterValue("number", "abc")).toBeNull();
  expect(filterValue("number", " 12 ")).toBe(12);
  expect(filterValue("flag", "no")).toBe(false);
  expect(filterValue("text", "  ")).toBeNull();
});
