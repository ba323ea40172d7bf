import type { EntryFields } from "../entries/entry";
import type { KeylessEntry } from "../entries/unique-keys";
import {
  type Choice,
  type Named,
  namesOf,
  paragraphs,
  type Source,
  type SourceClass,
  type SourceLevel,
} from "./source";

/** The package's classes, subclasses, features, races, subraces and traits; it has neither backgrounds nor feats. */
export function readCharacterOptions(source: Source): KeylessEntry[] {
  return [...classes(source), ...subclasses(source), ...features(source), ...races(source), ...traits(source)];
}

const option = (
  option_type: string,
  name: string,
  text: string,
  fields: EntryFields,
  keyed?: string,
): KeylessEntry => ({
  kind: "character_option",
  name,
  text,
  fields: { option_type, ...fields },
  ...(keyed !== undefined && { keyed }),
});

function classes(source: Source): KeylessEntry[] {
  return source("classes").map((one) => {
    const levels = source("levels").filter((each) => each.class.name === one.name && each.subclass.name === undefined);
    const spellcasting = source("spellcasting").find((each) => each.class.name === one.name);
    const text = [
      proficienciesText(one),
      ...(spellcasting === undefined ? [] : ["### Spellcasting"]),
      ...(spellcasting?.info ?? []).map(({ name, desc }) => `**${name}.** ${paragraphs(desc)}`),
      levels.length > 0 ? `### Levels\n\n${levelTable(levels)}` : "",
    ];
    return option("class", one.name, joined(text), {
      hit_die: one.hit_die,
      saving_throws: namesOf(one.saving_throws),
      proficiencies: namesOf(one.proficiencies),
      subclasses: namesOf(one.subclasses),
      ...(spellcasting && { spellcasting_ability: spellcasting.spellcasting_ability.name }),
    });
  });
}

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== "").join("\n\n");

function proficienciesText({ hit_die, proficiencies, proficiency_choices, saving_throws }: SourceClass): string {
  return joined([
    `**Hit die.** d${hit_die}`,
    `**Proficiencies.** ${namesOf(proficiencies).join(", ")}`,
    ...proficiency_choices.map((choice) => `**Proficiencies to choose.** ${choiceText(choice)}`),
    `**Saving throws.** ${namesOf(saving_throws).join(", ")}`,
  ]);
}

const choiceText = ({ choose = 1, from = [] }: Choice): string => `${choose} of ${namesOf(from).join(", ")}`;

function levelTable(levels: readonly SourceLevel[]): string {
  const rows = [...levels]
    .sort((a, b) => a.level - b.level)
    .map(({ level, prof_bonus, features }) => {
      const bonus = prof_bonus === undefined ? "" : `+${prof_bonus}`;
      return `| ${level} | ${bonus} | ${namesOf(features).join(", ")} |`;
    });
  return ["| Level | Proficiency bonus | Features |", "|---|---|---|", ...rows].join("\n");
}

function subclasses(source: Source): KeylessEntry[] {
  return source("subclasses").map(({ name, class: of, subclass_flavor, desc, features, spells = [] }) =>
    option("subclass", name, paragraphs(desc), {
      class: of.name,
      subclass_flavor,
      ...namedList("features", features),
      ...namedList(
        "spells",
        spells.map(({ spell }) => spell),
      ),
    }),
  );
}

const namedList = (field: string, list: readonly Partial<Named>[]): EntryFields =>
  list.length > 0 ? { [field]: namesOf(list) } : {};

function features(source: Source): KeylessEntry[] {
  return source("features").map(({ name, class: of, subclass, level, desc, choice }) =>
    option(
      "feature",
      name,
      paragraphs(desc),
      {
        class: of.name,
        ...(subclass.name !== undefined && { subclass: subclass.name }),
        ...(level !== undefined && { level }),
        ...(choice?.from && { choice: choiceText(choice) }),
      },
      `${of.name} ${name}`,
    ),
  );
}

function races(source: Source): KeylessEntry[] {
  const whole = source("races").map((race) => {
    const text = [
      `**Age.** ${race.age.trim()}`,
      `**Alignment.** ${race.alignment.trim()}`,
      `**Size.** ${race.size_description.trim()}`,
      `**Speed.** Your base walking speed is ${race.speed} feet.`,
      `**Languages.** ${race.language_desc.trim()}`,
    ];
    return option("race", race.name, joined(text), {
      size: race.size,
      speed: race.speed,
      ...bonuses(race.ability_bonuses),
      ...namedList("proficiencies", race.starting_proficiencies),
      ...chosen("proficiency_choice", race.starting_proficiency_options),
      ...namedList("languages", race.languages),
      ...namedList("traits", race.traits),
      ...chosen("trait_choice", race.trait_options),
      ...namedList("subraces", race.subraces),
    });
  });
  const parts = source("subraces").map((subrace) =>
    option("subrace", subrace.name, subrace.desc.trim(), {
      race: subrace.race.name,
      ...bonuses(subrace.ability_bonuses),
      ...namedList("proficiencies", subrace.starting_proficiencies),
      ...namedList("traits", subrace.racial_traits),
      ...chosen("trait_choice", subrace.racial_trait_options),
    }),
  );
  return [...whole, ...parts];
}

const bonuses = (list: readonly (Named & { bonus: number })[]): EntryFields =>
  list.length > 0 ? { ability_bonuses: Object.fromEntries(list.map(({ name, bonus }) => [name, bonus])) } : {};

const chosen = (field: string, choice: Choice | undefined): EntryFields =>
  choice?.from === undefined ? {} : { [field]: choiceText(choice) };

function traits(source: Source): KeylessEntry[] {
  return source("traits").map(({ name, races, desc }) =>
    option("trait", name, paragraphs(desc), namedList("races", races)),
  );
}
