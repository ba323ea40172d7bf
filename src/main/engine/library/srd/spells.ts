import type { KeylessEntry } from "../entries/unique-keys";
import { namesOf, paragraphs, type Source } from "./source";

const types = "acid|bludgeoning|cold|fire|force|lightning|necrotic|piercing|poison|psychic|radiant|slashing|thunder";
/** Dice, or a number, of damage of one type or several: `8d6 fire damage`, `2d6 + 5 cold or fire damage`. */
const dealt = new RegExp(
  `\\b(?:(?:\\d+d\\d+|\\d+)(?: \\+ [\\w' ]{1,40})?|takes?(?= \\w+ damage equal)) ((?:${types})(?:(?:,? (?:or|and) |, )(?:${types}))*) damage`,
  "gi",
);

/** The damage types in a spell's text that come with dice or a number; the package has no field for them. */
function damageTypesIn(text: string): string[] {
  const found = [...text.matchAll(dealt)].flatMap(
    ([, list = ""]) => list.toLowerCase().match(new RegExp(types, "g")) ?? [],
  );
  return [...new Set(found)].sort();
}

/** The spells of the package. */
export function readSpells(source: Source): KeylessEntry[] {
  return source("spells").map((spell) => {
    const description = paragraphs(spell.desc);
    const higher = paragraphs(spell.higher_level ?? []);
    const damage = damageTypesIn(description);
    return {
      kind: "spell",
      name: spell.name,
      text: higher === "" ? description : `${description}\n\n**At Higher Levels.** ${higher}`,
      fields: {
        level: spell.level,
        school: spell.school.name,
        casting_time: spell.casting_time,
        range: spell.range,
        components: spell.components,
        ...(spell.material !== undefined && { material: spell.material }),
        duration: spell.duration,
        concentration: spell.concentration,
        ritual: spell.ritual,
        classes: namesOf(spell.classes),
        ...(damage.length > 0 && { damage_type: damage }),
      },
    };
  });
}
