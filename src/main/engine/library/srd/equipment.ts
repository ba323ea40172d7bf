import type { EntryFields } from "../entries/entry";
import type { KeylessEntry } from "../entries/unique-keys";
import { namesOf, paragraphs, type Source, type SourceEquipment } from "./source";

const goldPieces: Record<string, number> = { cp: 0.01, sp: 0.1, ep: 0.5, gp: 1, pp: 10 };

/** The package's equipment, with costs in gold pieces. It has no magic items. */
export function readEquipment(source: Source): KeylessEntry[] {
  const all = source("equipment");
  const byNumber = new Map(all.map((item) => [item.index, item.name]));
  return all.map((item) => ({
    kind: "equipment",
    name: item.name,
    text: paragraphs([...(item.desc ?? []), ...(item.special ?? [])]),
    fields: {
      item_type: itemType(item),
      ...categoryOf(item),
      // First in whole copper pieces: 0.1 has no exact binary value.
      cost: Math.round(item.cost.quantity * (goldPieces[item.cost.unit] ?? 1) * 100) / 100,
      ...(item.weight !== undefined && { weight: item.weight }),
      ...weaponFields(item),
      ...armorFields(item),
      ...(item.speed && { speed: `${item.speed.quantity} ${item.speed.unit}` }),
      ...(item.capacity !== undefined && { capacity: item.capacity }),
      ...(item.contents && { contents: contentsOf(item.contents, byNumber) }),
    },
  }));
}

function itemType({ equipment_category, vehicle_category }: SourceEquipment): string {
  if (vehicle_category === "Mounts and Other Animals") return "mount";
  const types: Record<string, string> = {
    Weapon: "weapon",
    Armor: "armor",
    "Adventuring Gear": "gear",
    Tools: "tool",
    "Mounts and Vehicles": "vehicle",
  };
  return types[equipment_category] ?? equipment_category.toLowerCase();
}

function categoryOf(item: SourceEquipment): EntryFields {
  const category =
    item.weapon_category === undefined
      ? (item.armor_category ?? item.gear_category ?? item.tool_category ?? item.vehicle_category)
      : [item.weapon_category, item.weapon_range].filter((part) => part !== undefined).join(" ");
  return category === undefined ? {} : { category };
}

function weaponFields(item: SourceEquipment): EntryFields {
  if (item.equipment_category !== "Weapon") return {};
  const { damage, range, throw_range, properties = [] } = item;
  const twoHanded = item["2h_damage"];
  // "Monk" is not a property of a weapon, but says that monks may use it.
  const names = namesOf(properties);
  return {
    ...(damage &&
      damage.damage_dice !== "" && { damage_dice: damage.damage_dice, damage_type: damage.damage_type.name }),
    ...(twoHanded && { two_handed_damage_dice: twoHanded.damage_dice }),
    ...(range && { range: { normal: range.normal, long: range.long } }),
    ...(throw_range && { throw_range: { normal: throw_range.normal, long: throw_range.long } }),
    properties: names,
    is_finesse: names.includes("Finesse"),
    is_light: names.includes("Light"),
  };
}

function armorFields({ armor_class, str_minimum, stealth_disadvantage }: SourceEquipment): EntryFields {
  if (armor_class === undefined) return {};
  const { base, dex_bonus, max_bonus } = armor_class;
  return {
    armor_class: base,
    dexterity_bonus: dex_bonus,
    ...(max_bonus !== null && { most_dexterity_bonus: max_bonus }),
    ...(str_minimum !== undefined && str_minimum > 0 && { strength_minimum: str_minimum }),
    ...(stealth_disadvantage !== undefined && { stealth_disadvantage }),
  };
}

function contentsOf(
  contents: NonNullable<SourceEquipment["contents"]>,
  byNumber: ReadonlyMap<number, string>,
): string[] {
  return contents.flatMap(({ item_url, quantity }) => {
    const name = byNumber.get(Number(item_url.split("/").at(-1)));
    return name === undefined ? [] : `${quantity} × ${name}`;
  });
}
