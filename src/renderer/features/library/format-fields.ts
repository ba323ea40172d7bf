import { type DeclaredKind, type EntryValue, isKnownKind, type LibraryEntryView } from "../../../shared/library";
import { libraryMessages } from "./messages";

const ABILITIES = ["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"] as const;

/** Internal fields of an entry that are not displayed. */
const HIDDEN_FIELDS = new Set([
  "section",
  "heading_level",
  "lines",
  "sections",
  "is_finesse",
  "is_light",
  "rule_type",
  "option_type",
]);

/** Fields that appear in the subtitle of each kind. */
const SUBTITLE_FIELDS: Record<string, readonly string[]> = {
  creature: ["size", "type", "subtype", "alignment"],
  spell: ["level", "school", "concentration", "ritual"],
  equipment: ["item_type", "category"],
};

/** The formatted fields of an entry. Names and values are in the language of the document. */
export type CardFields = {
  /** The subtitle: what the entry is. */
  line: string;
  /** The six ability scores with their modifiers, if all are known. */
  abilities: { name: string; score: number; modifier: string }[] | null;
  rows: { label: string; value: string }[];
};

/** A modifier with its sign. */
const signed = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`);

const FRACTIONS: ReadonlyMap<string, string> = new Map([
  ["0.125", "1/8"],
  ["0.25", "1/4"],
  ["0.5", "1/2"],
]);

/** A challenge rating as printed, such as 1/4. */
const formatRating = (rating: EntryValue | undefined): string => FRACTIONS.get(String(rating)) ?? String(rating ?? "");

/** Formats the fields of an entry; unknown fields become rows. For a declared kind, its declaration is needed. */
export function cardFields(
  { kind, fields }: Pick<LibraryEntryView, "kind" | "fields">,
  declaration?: DeclaredKind,
): CardFields {
  if (!isKnownKind(kind)) return declaredFields(fields, declaration);
  const shownElsewhere = new Set([...HIDDEN_FIELDS, ...(SUBTITLE_FIELDS[kind] ?? [])]);
  const scores = ABILITIES.map((ability) => fields[ability]);
  const hasAll = kind === "creature" && scores.every((score) => typeof score === "number");
  const abilities = hasAll
    ? ABILITIES.map((ability, at) => {
        shownElsewhere.add(ability);
        const score = Number(scores[at]);
        return { name: ability.slice(0, 3).toUpperCase(), score, modifier: signed(Math.floor((score - 10) / 2)) };
      })
    : null;
  const rows: CardFields["rows"] = [];
  if (kind === "creature") {
    shownElsewhere.add("hit_dice");
    for (const field of ["armor_class", "hit_points"]) {
      shownElsewhere.add(field);
      const dice = field === "hit_points" && fields["hit_dice"] ? ` (${formatValue(fields["hit_dice"])})` : "";
      const value = formatValue(fields[field]);
      if (value !== "") rows.push({ label: labelOf(field), value: value + dice });
    }
  }
  for (const [field, value] of Object.entries(fields)) {
    if (shownElsewhere.has(field) || field === "challenge_rating") continue;
    const text = formatField(field, value);
    if (text !== "") rows.push({ label: labelOf(field), value: text });
  }
  if ("challenge_rating" in fields)
    rows.push({ label: labelOf("challenge_rating"), value: formatRating(fields["challenge_rating"]) });
  return { line: lineOf(kind, fields), abilities, rows };
}

/** Declared fields first, under their labels and with their units. */
function declaredFields(fields: LibraryEntryView["fields"], declaration: DeclaredKind | undefined): CardFields {
  const declared = new Map(declaration?.fields.map((each) => [each.field, each]));
  const inLine = declaration?.line ?? [];
  const others = Object.keys(fields).filter((field) => !declared.has(field));
  const rows = [...declared.keys(), ...others].flatMap((field) => {
    const value = inLine.includes(field) ? "" : declaredValue(field, fields, declaration);
    return value === "" ? [] : [{ label: declared.get(field)?.label ?? labelOf(field), value }];
  });
  const line = inLine.map((field) => describedBy(field, fields, declaration)).filter(Boolean);
  return { line: line.join(" · "), abilities: null, rows };
}

/** A field that describes an entry without its label beside it: of a flag, which would be only yes or no, the label if it is true. */
function describedBy(field: string, fields: LibraryEntryView["fields"], declaration: DeclaredKind | undefined): string {
  const declared = declaration?.fields.find((each) => each.field === field);
  if (declared?.type !== "flag") return declaredValue(field, fields, declaration);
  return Object.hasOwn(fields, field) && fields[field] === true ? declared.label : "";
}

/** A field of a declared kind as text, with its unit. */
function declaredValue(
  field: string,
  fields: LibraryEntryView["fields"],
  declaration: DeclaredKind | undefined,
): string {
  const value = Object.hasOwn(fields, field) ? formatValue(fields[field]) : "";
  const unit = declaration?.fields.find((each) => each.field === field)?.unit ?? "";
  return value === "" || unit === "" ? value : `${value} ${unit}`;
}

/** `armor_class` as `Armor class`. */
function labelOf(field: string): string {
  const spaced = field.replaceAll("_", " ").replace(/^is /, "");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function lineOf(kind: LibraryEntryView["kind"], fields: LibraryEntryView["fields"]): string {
  const of = (field: string) => formatValue(fields[field]);
  if (kind === "creature") {
    const subtype = of("subtype");
    const what = [of("size"), of("type"), subtype && `(${subtype})`].filter(Boolean).join(" ");
    return [what, of("alignment")].filter(Boolean).join(", ");
  }
  if (kind === "spell") {
    const { level } = fields;
    const levelText =
      level === 0 ? libraryMessages.cantrip : typeof level === "number" ? libraryMessages.level(level) : "";
    const flags = (["concentration", "ritual"] as const).filter((flag) => fields[flag] === true);
    return [levelText, of("school"), ...flags.map((flag) => libraryMessages.filter[flag])].filter(Boolean).join(" · ");
  }
  if (kind === "equipment") return [labelOf(of("item_type")), of("category")].filter(Boolean).join(" · ");
  const type = of(kind === "rule" ? "rule_type" : "option_type");
  const section = kind === "rule" ? of("section") : "";
  return [type === "rule" && section !== "" ? section.replaceAll("/", " › ") : labelOf(type)].filter(Boolean).join("");
}

/** A short label that distinguishes entries of a kind: level, challenge rating or price, or what its document declares. */
export function badgeOf(
  { kind, fields }: Pick<LibraryEntryView, "kind" | "fields">,
  declaration?: DeclaredKind,
): string {
  if (!isKnownKind(kind)) return declaration?.badge ? describedBy(declaration.badge, fields, declaration) : "";
  const { level, challenge_rating: rating, cost } = fields;
  if (kind === "spell" && typeof level === "number")
    return level === 0 ? libraryMessages.cantrip : libraryMessages.level(level);
  if (kind === "creature" && rating !== undefined) return libraryMessages.challenge(formatRating(rating));
  if (kind === "equipment" && typeof cost === "number") return libraryMessages.gold(String(cost));
  return "";
}

function formatField(field: string, value: EntryValue): string {
  if (field === "cost" && typeof value === "number") return libraryMessages.gold(String(value));
  if (field === "weight" && typeof value === "number") return libraryMessages.pounds(String(value));
  if ((field === "saving_throws" || field === "skills") && isRecord(value))
    return Object.entries(value)
      .map(([name, bonus]) => `${name} ${typeof bonus === "number" ? signed(bonus) : formatValue(bonus)}`)
      .join(", ");
  return formatValue(value);
}

const isRecord = (value: EntryValue | undefined): value is { readonly [name: string]: EntryValue } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function formatValue(value: EntryValue | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? libraryMessages.yes : libraryMessages.no;
  if (Array.isArray(value))
    return value
      .map((each: EntryValue) => formatValue(each))
      .filter(Boolean)
      .join(", ");
  if (isRecord(value))
    return Object.entries(value)
      .map(([name, inner]) => [name.replaceAll("_", " "), formatValue(inner)].filter(Boolean).join(" "))
      .join(", ");
  return String(value);
}
