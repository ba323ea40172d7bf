import { stemOf } from "./words";

/**
 * Words of the game table that mean nearly the same, a group in each line. A query word also finds the others of its group, which count
 * less than the word itself.
 */
const groups = `
  armor armour mail
  horse mount steed pony
  boat ship vessel
  dead corpse undead
  kill slay die
  heal cure restore recover
  invisible unseen
  fire flame burn blaze
  cold frost ice freeze
  lightning electric shock
  acid corrosive
  poison venom toxin
  fly flight wing soar
  fall drop
  lie truth honest
  sing song
  charm seduce lure
  fear afraid frighten scare terror
  hide stealth sneak conceal
  talk speak converse
  thief rogue burglar
  warrior fighter soldier
  wizard mage sorcerer
  priest cleric
  monster creature
  demon devil fiend
  angel celestial
  fairy fey
  giant huge
  snake serpent
  insect bug
  light lamp lantern torch
  money coin gold
  food ration meal
  sleep slumber
  blind sightless
  deaf hearing
  strong strength
  fast quick speed haste
  slow hinder
  jump leap
  climb scale
  swim aquatic water
  summon conjure
  curse hex bane
  bless blessing
  teleport portal
  shapechange transform polymorph
  disguise mask impersonate
  illusion image phantom
  mind thought psychic
  forget memory
  dream nightmare
  prison imprison jail cage
  shackle manacle fetter
  rope cord
  lock key
  trap snare
  book tome
  bow arrow archer
  sword blade
  axe hatchet
  hammer maul
  spear javelin
  shield ward protection
  musical instrument music
  weather storm wind
  plant tree vine
  wood wooden bark
  stone rock
  ghost spirit specter
  skeleton bone
  wolf werewolf lycanthrope
  cat feline
  dog hound
  bear ursine
  frog toad
  future foresee prophecy divination
  find locate seek
  detect sense
  watch scry spy
  trick deceive deception
  persuade persuasion convince
  scare intimidate intimidation
  tired exhausted exhaustion fatigue
  trip prone
  grab grapple grappled
  stuck restrained
  petrify petrified petrification
  paralyze paralyzed
`;

const byStem = new Map<string, Set<string>>();
for (const line of groups.trim().split("\n")) {
  const stems = line.trim().split(" ").map(stemOf);
  for (const stem of stems) byStem.set(stem, new Set([...(byStem.get(stem) ?? []), ...stems]));
}

/** The stems of words that mean nearly the same as this one. */
export const synonymsOf = (stem: string): string[] => [...(byStem.get(stem) ?? [])].filter((other) => other !== stem);
