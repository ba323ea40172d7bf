import type { Foreign } from "./foreign-list";

const record = (value: unknown): Foreign | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Foreign) : null;

const nameIn = (value: unknown): unknown => record(value)?.["name"] ?? value;

/** The text of an entry: its description, what higher levels add, abilities and actions. */
export function textOf(entry: Foreign): string {
  const parts = [
    lines(entry["desc"] ?? entry["description"]),
    titled("At Higher Levels", lines(entry["higher_level"])),
    ...abilities("", entry["special_abilities"]),
    ...abilities("### Actions", entry["actions"]),
    ...abilities("### Reactions", entry["reactions"]),
    ...abilities("### Legendary Actions", entry["legendary_actions"]),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

const lines = (value: unknown): string =>
  [value]
    .flat()
    .filter((line) => typeof line === "string")
    .join("\n\n")
    .trim();

const titled = (title: string, text: string): string => (text === "" ? "" : `**${title}.** ${text}`);

function abilities(heading: string, list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  const rows = list.flatMap((each) => {
    const { name, desc } = record(each) ?? {};
    return typeof name === "string" ? [titled(name, lines(desc) || name)] : [];
  });
  return rows.length > 0 ? [heading, ...rows] : [];
}

/** Fields that only locate a row in its own database, or that became the entry's name and text. */
const omittedFields = new Set([
  ...[
    "index",
    "url",
    "name",
    "desc",
    "description",
    "higher_level",
    "document",
    "updated_at",
    "image",
    "kind",
    "key",
    "text",
  ],
  ...["special_abilities", "actions", "reactions", "legendary_actions", "xp", "illustration"],
]);

/** The fields of an entry, renamed to those that lookups know. */
export function ownFields(kind: string, entry: Foreign): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(entry)) {
    if (omittedFields.has(name) || value === null || value === "") continue;
    // Defined, not assigned: a row may have a field `__proto__`, which the pack reader then rejects.
    Object.defineProperty(fields, name, { value: named(value), enumerable: true, configurable: true, writable: true });
  }
  return { ...fields, ...known(kind, entry) };
}

/** References to other rows become their names. */
function named(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => named(each));
  const { name, url, index } = record(value) ?? {};
  return typeof name === "string" && (url !== undefined || index !== undefined) ? name : value;
}

function known(kind: string, entry: Foreign): Record<string, unknown> {
  if (kind === "spell") return spellFields(entry);
  if (kind === "creature") return creatureFields(entry);
  return kind === "equipment" ? equipmentFields(entry) : {};
}

function spellFields({ damage, classes }: Foreign): Record<string, unknown> {
  const type = nameIn(record(damage)?.["damage_type"]);
  // Open5e prefixes a class with its document: `srd_wizard`.
  const keys = Array.isArray(classes) ? classes.map(nameIn).map((each) => String(each).replace(/^.*_/, "")) : [];
  return {
    ...(typeof type === "string" && { damage_type: type.toLowerCase() }),
    ...(keys.length > 0 && { classes: keys }),
  };
}

function creatureFields({
  armor_class,
  challenge_rating,
  challenge_rating_decimal,
  type,
}: Foreign): Record<string, unknown> {
  const armor = Array.isArray(armor_class) ? record(armor_class[0])?.["value"] : armor_class;
  const rating = challenge_rating ?? challenge_rating_decimal;
  const kind = nameIn(type);
  return {
    ...(armor != null && { armor_class: numberIn(armor) }),
    ...(rating != null && { challenge_rating: numberIn(rating) }),
    ...(typeof kind === "string" && { type: kind }),
  };
}

const goldPieces: Readonly<Record<string, number>> = { cp: 0.01, sp: 0.1, ep: 0.5, gp: 1, pp: 10 };

function equipmentFields(entry: Foreign): Record<string, unknown> {
  const { equipment_category, category, cost, weight, damage, rarity, properties, url } = entry;
  const price = record(cost);
  const { quantity, unit } = price ?? {};
  const inGold = typeof quantity === "number" && Object.hasOwn(goldPieces, String(unit));
  const gold = inGold ? Math.round(quantity * (goldPieces[String(unit)] ?? 1) * 100) / 100 : numberIn(cost);
  const type = nameIn(equipment_category ?? category);
  const dice = record(damage)?.["damage_dice"];
  const tier = nameIn(rarity);
  const names = Array.isArray(properties) ? properties.map((each) => String(nameIn(each)).toLowerCase()) : null;
  return {
    ...(typeof type === "string" && { item_type: type }),
    ...(cost != null && { cost: gold }),
    ...(weight != null && { weight: numberIn(weight) }),
    ...(typeof dice === "string" && { damage_dice: dice }),
    ...(typeof tier === "string" && { rarity: tier }),
    ...(names && { is_finesse: names.includes("finesse"), is_light: names.includes("light") }),
    ...((typeof tier === "string" || String(url).includes("/magic-items/")) && { is_magic: true }),
  };
}

/** `"10.000"` is 10. Anything else stays as it is, and is rejected later with the field's name. */
const numberIn = (value: unknown): unknown =>
  typeof value === "string" && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
