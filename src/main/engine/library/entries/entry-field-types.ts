import type { EntryKind, FieldValue } from "./entry";
import { parseRating } from "./entry-columns";

/** What the value must be instead, to follow "must be"; null if it is valid. */
type FieldType = (value: FieldValue) => string | null;

const number =
  (most: number): FieldType =>
  (value) =>
    typeof value === "number" && value >= 0 && value <= most ? null : `a number from 0 to ${most}`;

const whole =
  (most: number): FieldType =>
  (value) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most ? null : `a whole number from 0 to ${most}`;

const rating: FieldType = (value) => {
  const parsed = typeof value === "string" ? parseRating(value) : value;
  const isRating = typeof parsed === "number" && parsed >= 0 && parsed <= 100;
  return isRating ? null : "a number from 0 to 100, or a fraction such as 1/4";
};

const text: FieldType = (value) => (typeof value === "string" ? null : "a string");
const flag: FieldType = (value) => (typeof value === "boolean" ? null : "true or false");

const texts: FieldType = (value) =>
  [value].flat().every((each) => typeof each === "string") ? null : "a string or a list of strings";

const types: Readonly<Record<EntryKind, Readonly<Record<string, FieldType>>>> = {
  spell: {
    ...{ level: whole(99), school: text, casting_time: text, concentration: flag, ritual: flag },
    ...{ class_key: texts, classes: texts, damage_type: texts, damage_types: texts },
  },
  creature: { challenge_rating: rating, type: text, size: text, armor_class: number(1e6), hit_points: number(1e9) },
  equipment: {
    ...{ item_type: text, rarity: text, cost: number(1e12), weight: number(1e12), damage_dice: text },
    ...{ is_finesse: flag, is_light: flag, is_magic: flag },
  },
  character_option: { option_type: text },
  rule: { rule_type: text, section: text },
};

/** What a field that lookups filter on must be instead; null if it is valid, and for every other field. */
export const expectedOf = (kind: EntryKind, field: string, value: FieldValue): string | null =>
  Object.hasOwn(types[kind], field) ? (types[kind][field]?.(value) ?? null) : null;
