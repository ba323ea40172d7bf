import { describe, expect, it } from "vitest";
import type { EntryContent } from "../entries/entry";
import { contentVersion } from "../write-document";
import { readSrd, srdVersion } from "./read-srd";
import { srdSource } from "./source";

const srd = readSrd();
const entry = (kind: string, key: string): EntryContent => {
  const found = srd.entries.find((each) => each.kind === kind && each.key === key);
  if (found === undefined) throw new Error(`there is no ${kind} ${key}`);
  return found;
};
const count = (kind: string, type?: string) =>
  srd.entries.filter(
    ({ kind: own, fields }) =>
      own === kind &&
      (type ?? fields["option_type"] ?? fields["rule_type"]) === (fields["option_type"] ?? fields["rule_type"]),
  ).length;

it("the version is that of the content: change it whenever the result of reading changes", () => {
  expect(srdVersion).toBe(contentVersion(srd));
});

it("everything in the package is there once, and nothing else", () => {
  const source = srdSource();
  expect(count("spell")).toBe(source("spells").length);
  expect(count("creature")).toBe(source("monsters").length);
  expect(count("equipment")).toBe(source("equipment").length);
  for (const [type, file] of [
    ...([
      ["class", "classes"],
      ["subclass", "subclasses"],
      ["feature", "features"],
    ] as const),
    ...([
      ["race", "races"],
      ["subrace", "subraces"],
      ["trait", "traits"],
    ] as const),
  ] as const)
    expect(count("character_option", type), type).toBe(source(file).length);
  for (const [type, file] of [
    ...([
      ["condition", "conditions"],
      ["skill", "skills"],
      ["ability_score", "abilityScores"],
      ["language", "languages"],
    ] as const),
    ...([
      ["damage_type", "damageTypes"],
      ["magic_school", "magicSchools"],
      ["weapon_property", "weaponProperties"],
    ] as const),
  ] as const)
    expect(count("rule", type), type).toBe(source(file).length);
  expect(new Set(srd.entries.map(({ kind, key }) => `${kind} ${key}`)).size).toBe(srd.entries.length);
  expect(srd.entries).toHaveLength(1440);
  expect(srd.license).toContain("CC-BY-4.0");
  expect(srd.credit).toContain("Wizards of the Coast LLC");
});

describe("entries have the package's values", () => {
  it("a spell", () => {
    const { text, fields } = entry("spell", "fireball");
    expect(fields).toEqual({
      level: 3,
      school: "Evocation",
      casting_time: "1 action",
      range: "150 feet",
      components: ["V", "S", "M"],
      material: "A tiny ball of bat guano and sulfur.",
      duration: "Instantaneous",
      concentration: false,
      ritual: false,
      classes: ["Sorcerer", "Wizard"],
      damage_type: ["fire"],
    });
    expect(text).toContain("takes 8d6 fire damage");
    expect(text).toContain("\n\n**At Higher Levels.** When you cast");
  });

  it.each([
    ["cure-wounds", undefined],
    ["protection-from-energy", undefined],
    ["magic-missile", ["force"]],
    ["ice-storm", ["bludgeoning", "cold"]],
    ["delayed-blast-fireball", ["fire"]],
  ])("the damage types of %s are those in its text: %j", (key, types) => {
    expect(entry("spell", key).fields["damage_type"]).toEqual(types);
  });

  it("a creature", () => {
    const { text, fields } = entry("creature", "aboleth");
    expect(fields).toMatchObject({
      size: "Large",
      type: "aberration",
      armor_class: 17,
      hit_points: 135,
      challenge_rating: 10,
      speed: { walk: "10 ft.", swim: "40 ft." },
      saving_throws: { CON: 6 },
      skills: { History: 12, Perception: 10 },
    });
    expect(text).toContain("### Actions\n\n**Multiattack.** The aboleth makes three tentacle attacks.");
    expect(text).toContain("### Legendary Actions\n\n**Detect.**");
  });

  it("equipment, in gold pieces", () => {
    expect(entry("equipment", "club").fields).toMatchObject({
      item_type: "weapon",
      cost: 0.1,
      weight: 2,
      is_light: true,
    });
    expect(entry("equipment", "chain-mail").fields).toMatchObject({
      item_type: "armor",
      armor_class: 16,
      strength_minimum: 13,
    });
    expect(entry("equipment", "camel").fields).toMatchObject({ item_type: "mount", cost: 50 });
    const { contents } = entry("equipment", "explorer-s-pack").fields;
    expect(contents).toContain("10 × Torch");
  });

  it("a class, with its levels", () => {
    const { text, fields } = entry("character_option", "wizard");
    expect(fields).toMatchObject({
      option_type: "class",
      hit_die: 6,
      saving_throws: ["INT", "WIS"],
      spellcasting_ability: "INT",
    });
    expect(text).toContain("| 1 | +2 | Spellcasting");
    expect(text.match(/^\| \d+ \|/gm)).toHaveLength(20);
  });

  it("lists of a condition keep their lines together", () => {
    expect(entry("rule", "blinded").text).toMatch(/^- A blinded creature .*\n- Attack rolls/);
  });
});
