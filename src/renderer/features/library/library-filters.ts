import { type DeclaredKind, isKnownKind, type KnownKind, type LibraryKind } from "../../../shared/library";
import { type LibraryMessages, libraryMessages } from "./messages";

/** A filter of an entry kind: an argument of the library search and its possible values. */
export type LibraryFilter = {
  name: string;
  label: string;
  /** `flag`: yes or no. `rating`: a number, or a fraction such as 1/4. `decimal`: any number. `date`: a day. */
  type: "text" | "number" | "rating" | "flag" | "level" | "decimal" | "date";
  /** Suggested values, in English as in the documents; others can be typed. */
  offers?: readonly string[];
};

const SIZES = ["Tiny", "Small", "Medium", "Large", "Huge", "Gargantuan"];
const SCHOOLS = [
  "Abjuration",
  "Conjuration",
  "Divination",
  "Enchantment",
  "Evocation",
  "Illusion",
  "Necromancy",
  "Transmutation",
];
const CLASSES = ["Bard", "Cleric", "Druid", "Paladin", "Ranger", "Sorcerer", "Warlock", "Wizard"];
const DAMAGES = [
  "acid",
  "bludgeoning",
  "cold",
  "fire",
  "force",
  "lightning",
  "necrotic",
  "piercing",
  "poison",
  "psychic",
  "radiant",
  "slashing",
  "thunder",
];
const TYPES = [
  "aberration",
  "beast",
  "celestial",
  "construct",
  "dragon",
  "elemental",
  "fey",
  "fiend",
  "giant",
  "humanoid",
  "monstrosity",
  "ooze",
  "plant",
  "undead",
];

type KnownFilter = Omit<LibraryFilter, "name" | "label"> & { name: keyof LibraryMessages["filter"] };

/** The filters of a kind, in display order. */
export function filtersOf(kind: LibraryKind, declaration: DeclaredKind | undefined): LibraryFilter[] {
  if (isKnownKind(kind))
    return libraryFilters[kind].map((filter) => ({ ...filter, label: libraryMessages.filter[filter.name] }));
  return (declaration?.fields ?? []).flatMap(({ field, label, type, unit, offers }): LibraryFilter[] => {
    if (type === "flag") return [{ name: field, label, type }];
    if (type === "text") return [{ name: field, label, type, ...(offers.length > 0 && { offers }) }];
    const { from, upTo, since, until } = libraryMessages.bounds;
    const what = unit === "" ? label : `${label} (${unit})`;
    const isDay = type === "date";
    return [
      { name: `${field}:from`, label: (isDay ? since : from)(what), type: isDay ? "date" : "decimal" },
      { name: `${field}:to`, label: (isDay ? until : upTo)(what), type: isDay ? "date" : "decimal" },
    ];
  });
}

const libraryFilters: Record<KnownKind, readonly KnownFilter[]> = {
  spell: [
    { name: "level", type: "level" },
    { name: "school", type: "text", offers: SCHOOLS },
    { name: "class_key", type: "text", offers: CLASSES },
    { name: "damage_type", type: "text", offers: DAMAGES },
    { name: "concentration", type: "flag" },
    { name: "ritual", type: "flag" },
  ],
  creature: [
    { name: "challenge_rating", type: "rating" },
    { name: "type", type: "text", offers: TYPES },
    { name: "size", type: "text", offers: SIZES },
    { name: "armor_class_min", type: "number" },
    { name: "hit_points_min", type: "number" },
  ],
  equipment: [
    { name: "item_type", type: "text", offers: ["weapon", "armor", "gear", "tool", "mount", "vehicle"] },
    { name: "cost_max", type: "number" },
    { name: "weight_max", type: "number" },
    { name: "is_finesse", type: "flag" },
    { name: "is_light", type: "flag" },
    { name: "is_magic", type: "flag" },
  ],
  character_option: [
    {
      name: "option_type",
      type: "text",
      offers: ["class", "subclass", "race", "subrace", "background", "feat", "feature", "trait"],
    },
  ],
  rule: [
    {
      name: "rule_type",
      type: "text",
      offers: ["rule", "condition", "skill", "ability_score", "damage_type", "language"],
    },
    { name: "section", type: "text" },
  ],
};

/** Converts typed text to an argument; null if it is empty or incomplete. */
export function filterValue(type: LibraryFilter["type"], typed: string): string | number | boolean | null {
  const text = typed.trim();
  if (text === "") return null;
  if (type === "flag") return text === "yes";
  if (type === "text" || type === "date") return text;
  if (type === "decimal")
    return /^[-−]?\d{1,12}(?:[.,]\d{1,6})?$/.test(text) ? Number(text.replace("−", "-").replace(",", ".")) : null;
  const [, whole, part] = /^(\d{1,9}(?:\.\d{1,4})?)(?:\/([1-9]\d{0,3}))?$/.exec(text) ?? [];
  return whole === undefined ? null : Number(whole) / Number(part ?? 1);
}
