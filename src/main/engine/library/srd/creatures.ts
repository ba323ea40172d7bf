import type { KeylessEntry } from "../entries/unique-keys";
import { namesOf, type Source, type SourceAction, type SourceMonster } from "./source";

/** The package's creatures, with abilities and actions as text. */
export function readCreatures(source: Source): KeylessEntry[] {
  return source("monsters").map((monster) => ({
    kind: "creature",
    name: monster.name,
    text: [
      abilities("", monster.special_abilities),
      abilities("### Actions", monster.actions),
      abilities("### Reactions", monster.reactions),
      abilities("### Legendary Actions", monster.legendary_actions),
    ]
      .filter((part) => part !== "")
      .join("\n\n"),
    fields: fieldsOf(monster),
  }));
}

function fieldsOf(monster: SourceMonster): KeylessEntry["fields"] {
  const { size, type, subtype, alignment, armor_class, hit_points, hit_dice, other_speeds } = monster;
  const savingThrows = proficienciesOf(monster, "Saving Throw: ");
  const skills = proficienciesOf(monster, "Skill: ");
  return {
    size,
    type,
    ...(subtype !== null && { subtype }),
    alignment,
    armor_class,
    hit_points,
    hit_dice,
    speed: monster.speed,
    ...(other_speeds != null && { other_speeds: other_speeds.map(({ form, speed }) => ({ form, speed })) }),
    strength: monster.strength,
    dexterity: monster.dexterity,
    constitution: monster.constitution,
    intelligence: monster.intelligence,
    wisdom: monster.wisdom,
    charisma: monster.charisma,
    ...(savingThrows !== null && { saving_throws: savingThrows }),
    ...(skills !== null && { skills }),
    ...listed("damage_vulnerabilities", monster.damage_vulnerabilities),
    ...listed("damage_resistances", monster.damage_resistances),
    ...listed("damage_immunities", monster.damage_immunities),
    ...listed("condition_immunities", namesOf(monster.condition_immunities)),
    senses: monster.senses,
    ...(monster.languages !== "" && { languages: monster.languages }),
    challenge_rating: monster.challenge_rating,
  };
}

const listed = (name: string, values: readonly string[]) => (values.length > 0 ? { [name]: values } : {});

function proficienciesOf({ proficiencies }: SourceMonster, prefix: string): Record<string, number> | null {
  const found = proficiencies.filter(({ name }) => name.startsWith(prefix));
  if (found.length === 0) return null;
  return Object.fromEntries(found.map(({ name, value }) => [name.slice(prefix.length), value]));
}

function abilities(heading: string, actions: readonly SourceAction[] | undefined): string {
  if (actions === undefined || actions.length === 0) return "";
  const rows = actions.map(({ name, desc }) => `**${name}.** ${desc.trim()}`);
  return [...(heading === "" ? [] : [heading]), ...rows].join("\n\n");
}
