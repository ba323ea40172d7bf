import type { EntryFields } from "../entries/entry";
import type { KeylessEntry } from "../entries/unique-keys";
import { type Described, namesOf, paragraphs, type Source } from "./source";

/** Conditions, skills and other terms that the package explains; it has no chapters of rules. */
export function readRules(source: Source): KeylessEntry[] {
  return [
    ...described("condition", source("conditions")),
    ...source("skills").map(({ name, desc, ability_score }) =>
      rule("skill", name, paragraphs(desc), { ability_score: ability_score.name }),
    ),
    ...source("abilityScores").map(({ name, full_name, desc, skills }) =>
      rule("ability_score", full_name, paragraphs(desc), {
        abbreviation: name,
        ...(skills.length > 0 && { skills: namesOf(skills) }),
      }),
    ),
    ...described("damage_type", source("damageTypes")),
    ...described("magic_school", source("magicSchools")),
    ...described("weapon_property", source("weaponProperties")),
    ...source("languages").map(({ name, type, typical_speakers, script }) =>
      rule("language", name, "", {
        language_type: type,
        ...(typical_speakers.length > 0 && { typical_speakers }),
        ...(script !== "" && { script }),
      }),
    ),
  ];
}

const rule = (rule_type: string, name: string, text: string, fields: EntryFields = {}): KeylessEntry => ({
  kind: "rule",
  name,
  text,
  fields: { rule_type, ...fields },
});

const described = (type: string, list: readonly Described[]): KeylessEntry[] =>
  list.map(({ name, desc }) => rule(type, name, paragraphs(desc)));
