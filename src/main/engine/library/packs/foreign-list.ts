import { slugOf } from "../../../../core/markdown/slug";
import { ownFields, textOf } from "./foreign-entry";

/** Untrusted JSON. */
export type Foreign = Readonly<Record<string, unknown>>;

/** A pack's `kind`, and the field that holds the type within that kind. */
type Meaning = { kind: string; type?: readonly [field: string, value: string] };

const option = (value: string): Meaning => ({ kind: "character_option", type: ["option_type", value] });
const rule = (value: string): Meaning => ({ kind: "rule", type: ["rule_type", value] });

/** The kinds of the collections of 5e-database and the models of Open5e. Others, such as tables of levels, are skipped. */
const meanings: Readonly<Record<string, Meaning>> = {
  spells: { kind: "spell" },
  monsters: { kind: "creature" },
  equipment: { kind: "equipment" },
  "magic-items": { kind: "equipment" },
  classes: option("class"),
  subclasses: option("subclass"),
  features: option("feature"),
  feats: option("feat"),
  races: option("race"),
  subraces: option("subrace"),
  traits: option("trait"),
  backgrounds: option("background"),
  conditions: rule("condition"),
  skills: rule("skill"),
  "ability-scores": rule("ability_score"),
  "damage-types": rule("damage_type"),
  "magic-schools": rule("magic_school"),
  languages: rule("language"),
  rules: rule("rule"),
  "rule-sections": rule("rule"),
  "weapon-properties": rule("weapon_property"),
  "api_v2.spell": { kind: "spell" },
  "api_v2.creature": { kind: "creature" },
  "api_v2.item": { kind: "equipment" },
  "api_v2.background": option("background"),
  "api_v2.feat": option("feat"),
  "api_v2.race": option("race"),
  "api_v2.species": option("species"),
  "api_v2.characterclass": option("class"),
  "api_v2.condition": rule("condition"),
  "api_v2.rule": rule("rule"),
  "api_v2.language": rule("language"),
};

/**
 * Makes a pack from a list as published by Open5e (`data/v2`) or 5e-database; null for any other list. Validation happens when the pack is
 * read.
 */
export function packOfForeignList(list: readonly unknown[], file: string): Foreign | null {
  const rows = list.map(rowOf);
  if (rows.length === 0 || rows.some((row) => row === null)) return null;
  const known = rows.filter((row) => row !== null);
  const documents = new Set(known.map(({ document }) => document));
  const [document = ""] = documents;
  const name = file.replace(/\.\w+$/, "");
  const entries = known.flatMap(({ meaning, entry, key }) => {
    if (meaning === undefined) return [];
    const { kind, type } = meaning;
    const text = textOf(entry);
    const own = ownFields(kind, entry);
    return [{ ...own, ...(type && { [type[0]]: type[1] }), kind, name: entry["name"], key, text }];
  });
  if (entries.length === 0) return null;
  return {
    document: slugOf(documents.size === 1 && document !== "" ? `${document} ${name}` : name),
    title: name,
    entries,
  };
}

type Row = { meaning: Meaning | undefined; entry: Foreign; key: unknown; document: string };

/** A row in either format: `{index, name, url: "/api/…/spells/…"}`, or `{model, pk, fields: {name, document}}`. */
function rowOf(value: unknown): Row | null {
  if (typeof value !== "object" || value === null) return null;
  const row = value as Foreign;
  const { url, index, model, pk, fields } = row;
  if (typeof url === "string" && (typeof index === "string" || typeof index === "number")) {
    const [, collection = ""] = /\/api\/(?:\d{4}\/)?([a-z-]+)\//.exec(url) ?? [];
    return {
      meaning: meaningOf(collection),
      entry: row,
      key: typeof index === "string" ? index : undefined,
      document: "",
    };
  }
  if (typeof model !== "string" || typeof fields !== "object" || fields === null) return null;
  const entry = fields as Foreign;
  const document = typeof entry["document"] === "string" ? entry["document"] : "";
  return { meaning: meaningOf(model), entry, key: typeof pk === "string" ? pk : undefined, document };
}

const meaningOf = (name: string): Meaning | undefined => (Object.hasOwn(meanings, name) ? meanings[name] : undefined);
