import { slugOf } from "../../../../core/markdown/slug";
import { MAX_FOREIGN_ENTRY_DEPTH } from "../../ports/limits";
import type { Foreign } from "./foreign-list";
import { isForeign, listIn, numberOr, textsIn } from "./foreign-values";

/** The lists of a 5etools file that are read, with their kinds. */
const kinds: Readonly<Record<string, string>> = {
  spell: "spell",
  monster: "creature",
  item: "equipment",
  baseitem: "equipment",
  magicvariant: "equipment",
  feat: "character_option",
  background: "character_option",
  race: "character_option",
  condition: "rule",
  disease: "rule",
  skill: "rule",
  variantrule: "rule",
};

/** Lists that only such files have, besides those that are read. */
const otherLists = [
  "class",
  "subclass",
  "classFeature",
  "subclassFeature",
  "optionalfeature",
  "adventure",
  "deity",
  "monsterFluff",
  "spellFluff",
];

/**
 * Makes a pack from a file as 5etools and its homebrew have it; null for any other object. Spells, monsters, items, and
 * anything else with `entries` are read; fields that no lookup uses are left out. Throws a sentence if it has none of them.
 */
export function packOf5eTools(value: Foreign, file: string): Foreign | null {
  const lists = Object.keys(kinds).filter((name) => Array.isArray(value[name]));
  const isOne = lists.length > 0 || otherLists.some((name) => Array.isArray(value[name]));
  if (!isOne || value["document"] !== undefined || Array.isArray(value["entries"])) return null;
  const entries = lists.flatMap((list) =>
    listIn(value[list])
      .filter((row) => isForeign(row) && row["_copy"] === undefined)
      .map((row) => entryOf(list, row as Foreign)),
  );
  const name = file.replace(/\.\w+$/, "");
  const meta = isForeign(value["_meta"]) ? value["_meta"] : {};
  const [source] = listIn(meta["sources"]).filter(isForeign);
  const title = source?.["full"];
  return { document: slugOf(name), title: typeof title === "string" ? title : name, entries };
}

function entryOf(list: string, row: Foreign): Record<string, unknown> {
  const kind = kinds[list] ?? "rule";
  const text = [
    proseOf(row["entries"]),
    proseOf(row["entriesHigherLevel"]),
    ...sectionOf("", row["trait"]),
    ...sectionOf("### Actions", row["action"]),
    ...sectionOf("### Bonus Actions", row["bonus"]),
    ...sectionOf("### Reactions", row["reaction"]),
    ...sectionOf("### Legendary Actions", row["legendary"]),
  ].filter((part) => part !== "");
  const own = { kind, name: row["name"], text: text.join("\n\n") };
  if (kind === "spell") return { ...own, ...spellFields(row) };
  if (kind === "creature") return { ...own, ...creatureFields(row) };
  if (kind === "equipment") return { ...own, ...itemFields(row) };
  return { ...own, [kind === "rule" ? "rule_type" : "option_type"]: list === "variantrule" ? "rule" : list };
}

const schools: Readonly<Record<string, string>> = {
  A: "abjuration",
  C: "conjuration",
  D: "divination",
  E: "enchantment",
  V: "evocation",
  I: "illusion",
  N: "necromancy",
  T: "transmutation",
};

function spellFields(row: Foreign): Record<string, unknown> {
  const { level, school, time, duration, meta, damageInflict, classes } = row;
  const [first] = listIn(time).filter(isForeign);
  const unit = first?.["unit"] === "bonus" ? "bonus action" : first?.["unit"];
  const ofClasses = isForeign(classes) ? listIn(classes["fromClassList"]).filter(isForeign) : [];
  const names = ofClasses.flatMap(({ name }) => (typeof name === "string" ? [name] : []));
  return {
    ...(numberOr(level) !== null && { level }),
    ...(typeof school === "string" && { school: Object.hasOwn(schools, school) ? schools[school] : school }),
    ...(first && typeof unit === "string" && { casting_time: `${numberOr(first["number"]) ?? 1} ${unit}` }),
    concentration: listIn(duration).some((each) => isForeign(each) && each["concentration"] === true),
    ritual: isForeign(meta) && meta["ritual"] === true,
    ...(textsIn(damageInflict).length > 0 && { damage_type: textsIn(damageInflict) }),
    ...(names.length > 0 && { classes: names }),
  };
}

const sizes: Readonly<Record<string, string>> = {
  T: "Tiny",
  S: "Small",
  M: "Medium",
  L: "Large",
  H: "Huge",
  G: "Gargantuan",
};

function creatureFields({ size, type, ac, hp, cr, speed, ...row }: Foreign): Record<string, unknown> {
  const [sizeKey = ""] = textsIn(size);
  const kind = isForeign(type) ? type["type"] : type;
  const [armor] = listIn(ac);
  const armorClass = numberOr(isForeign(armor) ? armor["ac"] : armor);
  const hitPoints = isForeign(hp) ? numberOr(hp["average"]) : null;
  const rating = isForeign(cr) ? cr["cr"] : cr;
  const abilities = ["str", "dex", "con", "int", "wis", "cha"].filter((name) => numberOr(row[name]) !== null);
  return {
    ...(Object.hasOwn(sizes, sizeKey) && { size: sizes[sizeKey] }),
    ...(typeof kind === "string" && { type: kind }),
    ...(armorClass !== null && { armor_class: armorClass }),
    ...(hitPoints !== null && { hit_points: hitPoints }),
    ...(typeof rating === "string" && /^\d+(\/\d+)?$/.test(rating) && { challenge_rating: rating }),
    ...(isForeign(speed) && {
      speed: Object.fromEntries(
        ["walk", "burrow", "climb", "fly", "swim"].flatMap((way) =>
          numberOr(speed[way]) === null ? [] : [[way, `${Number(speed[way])} ft.`]],
        ),
      ),
    }),
    ...Object.fromEntries(abilities.map((name) => [name, row[name]])),
  };
}

const itemTypes: Readonly<Record<string, string>> = {
  M: "weapon",
  R: "weapon",
  LA: "armor",
  MA: "armor",
  HA: "armor",
  S: "armor",
  G: "gear",
  P: "potion",
  SC: "scroll",
  RG: "ring",
  RD: "rod",
  WD: "wand",
  AT: "tool",
  INS: "tool",
  A: "ammunition",
};

function itemFields({ type, rarity, value, weight, dmg1, property, wondrous }: Foreign): Record<string, unknown> {
  const [typeKey = ""] = String(type ?? "").split("|");
  const properties = textsIn(property).map((each) => each.split("|")[0]);
  const itemType = Object.hasOwn(itemTypes, typeKey) ? itemTypes[typeKey] : wondrous === true ? "wondrous item" : null;
  const isMagic = typeof rarity === "string" && !["none", "unknown"].includes(rarity);
  const price = numberOr(value);
  return {
    ...(itemType !== null && { item_type: itemType }),
    ...(isMagic && { rarity, is_magic: true }),
    // In copper pieces.
    ...(price !== null && { cost: price / 100 }),
    ...(numberOr(weight) !== null && { weight }),
    ...(typeof dmg1 === "string" && { damage_dice: plainOf(dmg1) }),
    ...(properties.includes("F") && { is_finesse: true }),
    ...(properties.includes("L") && { is_light: true }),
  };
}

function sectionOf(heading: string, list: unknown): string[] {
  const rows = listIn(list)
    .filter(isForeign)
    .map((row) => titled(row["name"], proseOf(row["entries"])));
  return rows.length > 0 ? [heading, ...rows] : [];
}

const titled = (name: unknown, text: string): string =>
  typeof name === "string" && name !== "" ? `**${plainOf(name)}.** ${text}` : text;

/** Entries as Markdown: texts, named parts, lists and tables. */
function proseOf(entries: unknown, depth = 0): string {
  if (depth > MAX_FOREIGN_ENTRY_DEPTH) return "";
  return listIn(entries)
    .map((entry) => {
      if (typeof entry === "string") return plainOf(entry);
      if (!isForeign(entry)) return typeof entry === "number" ? String(entry) : "";
      if (entry["type"] === "list") {
        return listIn(entry["items"])
          .map((item) => `- ${proseOf(item, depth + 1).replaceAll("\n", "\n  ")}`)
          .join("\n");
      }
      if (entry["type"] === "table") return tableOf(entry);
      return titled(entry["name"], proseOf(entry["entries"] ?? entry["entry"], depth + 1));
    })
    .filter((part) => part !== "")
    .join("\n\n");
}

function tableOf({ colLabels, rows }: Foreign): string {
  const cells = (row: unknown) =>
    `| ${listIn(row)
      .map((cell) =>
        typeof cell === "string"
          ? plainOf(cell).replaceAll("|", "\\|").replaceAll("\n", " ")
          : String(numberOr(cell) ?? ""),
      )
      .join(" | ")} |`;
  const labels = listIn(colLabels);
  return [cells(labels), `|${" --- |".repeat(labels.length)}`, ...listIn(rows).map(cells)].join("\n");
}

const fixed: Readonly<Record<string, (text: string) => string>> = {
  h: () => "Hit: ",
  m: () => "Miss: ",
  atk: (text) => `${text.includes("m") ? "Melee" : "Ranged"} ${text.includes("s") ? "Spell" : "Weapon"} Attack:`,
  hit: (text) => (text.startsWith("-") ? text : `+${text}`),
  dc: (text) => `DC ${text}`,
  recharge: (text) => (text === "" ? "(Recharge 6)" : `(Recharge ${text}–6)`),
  b: (text) => `**${text}**`,
  i: (text) => `*${text}*`,
};

/** A text without tags: `{@damage 8d6}` is 8d6, `{@creature goblin|mm|goblins}` is goblins. Inner tags first. */
function plainOf(text: string): string {
  let plain = text;
  for (let depth = 0; depth < MAX_FOREIGN_ENTRY_DEPTH && plain.includes("{@"); depth++)
    plain = plain.replace(/\{@(\w{1,20})(?: ([^{}]{0,2000}))?\}/g, (_, tag: string, inner = "") => {
      const [shown = "", , label] = String(inner).split("|");
      return Object.hasOwn(fixed, tag) ? (fixed[tag]?.(shown) ?? shown) : label || shown;
    });
  return plain;
}
