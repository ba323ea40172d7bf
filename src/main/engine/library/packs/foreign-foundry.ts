import { slugOf } from "../../../../core/markdown/slug";
import type { Foreign } from "./foreign-list";
import { isForeign, listIn, numberOr, textsIn } from "./foreign-values";

/** The document types of Foundry's dnd5e system that are read: the kind, and the type within it. */
const kinds: Readonly<Record<string, readonly [kind: string, field?: string, value?: string]>> = {
  spell: ["spell"],
  npc: ["creature"],
  weapon: ["equipment", "item_type", "weapon"],
  equipment: ["equipment", "item_type", "gear"],
  consumable: ["equipment", "item_type", "consumable"],
  tool: ["equipment", "item_type", "tool"],
  loot: ["equipment", "item_type", "gear"],
  container: ["equipment", "item_type", "gear"],
  feat: ["character_option", "option_type", "feat"],
  background: ["character_option", "option_type", "background"],
  race: ["character_option", "option_type", "race"],
  class: ["character_option", "option_type", "class"],
  subclass: ["character_option", "option_type", "subclass"],
};

/** Makes a pack from one document that Foundry exported, from a list of them, or from an adventure's actors and items; null for anything else. */
export function packOfFoundry(value: unknown, file: string): Foreign | null {
  const listed =
    isForeign(value) && !isDocument(value) ? [value["actors"], value["items"]].flatMap(listIn) : listIn(value);
  const documents = listed.filter(isForeign).filter(isDocument);
  if (documents.length === 0 || documents.length < listed.length) return null;
  const name = file.replace(/\.\w+$/, "");
  const entries = documents.flatMap((each) => {
    const [kind, field, type] = kinds[String(each["type"])] ?? [];
    if (kind === undefined) return [];
    return [
      {
        ...(field !== undefined && { [field]: type }),
        ...fieldsOf(kind, each),
        kind,
        name: each["name"],
        text: textOf(each),
      },
    ];
  });
  return { document: slugOf(name), title: name, entries };
}

const isDocument = ({ name, type, system }: Foreign): boolean =>
  typeof name === "string" && typeof type === "string" && isForeign(system);

function fieldsOf(kind: string, { system }: Foreign): Record<string, unknown> {
  const own = isForeign(system) ? system : {};
  if (kind === "spell") return spellFields(own);
  if (kind === "creature") return creatureFields(own);
  return kind === "equipment" ? itemFields(own) : {};
}

const inside = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((each, name) => (isForeign(each) ? each[name] : undefined), value);

const schools: Readonly<Record<string, string>> = {
  abj: "abjuration",
  con: "conjuration",
  div: "divination",
  enc: "enchantment",
  evo: "evocation",
  ill: "illusion",
  nec: "necromancy",
  trs: "transmutation",
};

function spellFields(system: Foreign): Record<string, unknown> {
  const { level, school, activation, properties, components } = system;
  const has = (name: string) => textsIn(properties).includes(name) || inside(components, name) === true;
  const unit = inside(activation, "type") === "bonus" ? "bonus action" : inside(activation, "type");
  const count = numberOr(inside(activation, "cost")) ?? numberOr(inside(activation, "value")) ?? 1;
  return {
    ...(numberOr(level) !== null && { level }),
    ...(typeof school === "string" && { school: Object.hasOwn(schools, school) ? schools[school] : school }),
    ...(typeof unit === "string" && unit !== "" && { casting_time: `${count} ${unit}` }),
    concentration: has("concentration"),
    ritual: has("ritual"),
  };
}

const sizes: Readonly<Record<string, string>> = {
  tiny: "Tiny",
  sm: "Small",
  med: "Medium",
  lg: "Large",
  huge: "Huge",
  grg: "Gargantuan",
};

function creatureFields(system: Foreign): Record<string, unknown> {
  const size = String(inside(system, "traits", "size") ?? "");
  const type = inside(system, "details", "type", "value") ?? inside(system, "details", "type");
  const rating = numberOr(inside(system, "details", "cr"));
  const armor = ["flat", "value"]
    .map((name) => numberOr(inside(system, "attributes", "ac", name)))
    .find((ac) => ac !== null);
  const points = ["max", "value"]
    .map((name) => numberOr(inside(system, "attributes", "hp", name)))
    .find((hp) => hp !== null);
  const abilities = ["str", "dex", "con", "int", "wis", "cha"].flatMap((name) => {
    const score = numberOr(inside(system, "abilities", name, "value"));
    return score === null ? [] : [[name, score] as const];
  });
  return {
    ...(Object.hasOwn(sizes, size) && { size: sizes[size] }),
    ...(typeof type === "string" && { type }),
    ...(rating !== null && { challenge_rating: rating }),
    ...(armor != null && { armor_class: armor }),
    ...(points != null && { hit_points: points }),
    ...Object.fromEntries(abilities),
  };
}

const goldPieces: Readonly<Record<string, number>> = { cp: 0.01, sp: 0.1, ep: 0.5, gp: 1, pp: 10 };

function itemFields(system: Foreign): Record<string, unknown> {
  const { rarity, weight, properties } = system;
  const [unit, price] = [
    String(inside(system, "price", "denomination") ?? "gp"),
    numberOr(inside(system, "price", "value")),
  ];
  const [number, sides] = [
    inside(system, "damage", "base", "number"),
    inside(system, "damage", "base", "denomination"),
  ];
  const pounds = numberOr(weight) ?? numberOr(inside(weight, "value"));
  const has = (name: string) => textsIn(properties).includes(name) || inside(properties, name) === true;
  const isRare = typeof rarity === "string" && rarity !== "";
  return {
    ...(price !== null &&
      Object.hasOwn(goldPieces, unit) && { cost: Math.round(price * (goldPieces[unit] ?? 1) * 100) / 100 }),
    ...(pounds !== null && { weight: pounds }),
    ...(isRare && { rarity }),
    ...((has("mgc") || isRare) && { is_magic: true }),
    ...(has("fin") && { is_finesse: true }),
    ...(has("lgt") && { is_light: true }),
    ...(numberOr(number) !== null && numberOr(sides) !== null && { damage_dice: `${number}d${sides}` }),
  };
}

/** The description, and those of what an actor carries: its traits and actions. */
function textOf({ system, items }: Foreign): string {
  const own = inside(system, "description", "value") ?? inside(system, "details", "biography", "value");
  const parts = listIn(items)
    .filter(isForeign)
    .filter(isDocument)
    .map((each) => `**${String(each["name"])}.** ${plainOf(inside(each["system"], "description", "value"))}`.trimEnd());
  return [plainOf(own), ...parts].filter((part) => part !== "").join("\n\n");
}

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: " ",
  rsquo: "’",
  lsquo: "‘",
  mdash: "—",
  ndash: "–",
};

/** HTML as Markdown: paragraphs, lists, bold and italics; other tags are dropped, and Foundry's links become their labels. */
function plainOf(html: unknown): string {
  if (typeof html !== "string") return "";
  return html
    .replace(/@\w{1,30}\[[^\][@]{0,300}\]\{([^{}]{0,300})\}/g, "$1")
    .replace(/&(?:amp;)?Reference\[([^\][=]{0,100})[^\][]{0,100}\]/g, "$1")
    .replace(/\[\[\/?(?:\w{1,20} )?([^\][]{0,200})\]\]/g, "$1")
    .replace(/<li\b[^<>]{0,500}>/gi, "\n- ")
    .replace(/<\/(?:p|div|h[1-6]|ul|ol|table|tr)>|<br\s*\/?>/gi, "\n\n")
    .replace(/<\/?(?:strong|b)\b[^<>]{0,500}>/gi, "**")
    .replace(/<\/?(?:em|i)\b[^<>]{0,500}>/gi, "*")
    .replace(/<[^<>]{0,2000}>/g, "")
    .replace(/&(\w{2,8});/g, (whole, name: string) => (Object.hasOwn(named, name) ? (named[name] ?? whole) : whole))
    .replace(/&#(\d{2,6});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0xffff)))
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
