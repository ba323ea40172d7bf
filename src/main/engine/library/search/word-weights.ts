import { stemOf } from "./words";

/**
 * Weights of common words of rules texts by stem, from the share of the System Reference Document's entries that contain them. The table is
 * fixed, so that an entry's score does not depend on other entries. A word that is not in it weighs 1.
 */
const common: readonly (readonly [weight: number, stems: string])[] = [
  [0.2, "the"],
  [0.25, "a and can of on or to you"],
  [0.3, "as at creatur is it level that thi your"],
  [0.35, "5 an attack by charact damag featur for hit if in make option reach spell target us weapon when with"],
  [0.4, "1 ani be each mele must save take throw within"],
  [0.45, "10 2 abil action cant cast check end equip feet from ft ha rang turn two"],
  [0.5, "3 4 against ar bonu choos dc effect fail have magic other pierc point until"],
  [0.55, "20 6 advantag choic foot half no roll see succe success up while wisdom"],
  [
    0.6,
    "abov again area bite constitut dexter durat gain increas larg long medium move much multiattack slash slot start such than time",
  ],
  [
    0.65,
    "0 15 1d6 2d6 30 60 7 addit adventur all also anoth appear beast becom bludgeon but follow gear higher hour into minut more next normal object onli profici same through will",
  ],
  [
    0.7,
    "1d8 2nd 4th breath carri charisma claw creat dai doesnt fire form humanoid includ isnt onc percept regain requir rest score so space strength three touch type which",
  ],
  [
    0.75,
    "13 2d8 6th 8 8th after befor di do dragon equal finish hand immun instead itself knock last light made number poison prone radiu recharg remain resist rule skill speak speed spellcast standard thei then undead without",
  ],
  [
    0.8,
    "11 12th 14 16th 19th 1d10 1d4 1st 24 3rd 5th 9 add affect anim bard bodi class conjur deal disadvantag divin doubl evoc exampl extra fall frighten hear hold improv intellig least locat might movement need out plane plu reduc reli repeat tabl them there these those transmut warlock water wear",
  ],
  [
    0.85,
    "120 air armor awai begin benefit caus certain charm common compon cone cost detect dure enter even exhal exist expend fiend first fly giant incapacit item keen know materi modifi most natur new not otherwis sens sight size small special statist surfac toward unoccupi wai what whenev wide",
  ],
  [
    0.9,
    "12 17 2d10 2d4 3d6 7th abjur ac acid alli around attempt awar back blind chang cleric determin differ difficult drop druid either eldritch element escap expertis forc huge illus invis invoc learn lightn monstros mount open over own pass power protect provid race ranger restor restrain rogu shape short shown smaller smell some sorcer spend stone terrain their tini tool trait twice vehicl well where who",
  ],
  [
    0.95,
    "10th 17th 9th allow arent center construct dismiss dm down energi grappl ground line longer paladin physic place read set true would",
  ],
];

/** Words of questions that say nothing of what is sought, as they are written. Each weighs at most `plainWeight`. */
const plainWords =
  "a about all am an and any anybody anyone anything are as at be been being but by can could did do does done everybody everyone everything for from get give go had has have having he her here him his how i if in into is it its just let lets like made make makes making many may me might mine much must my myself no nobody not nothing of on or our ours out own please say says shall she should show so some somebody someone something such tell than that the their them then there they thing things this those to too under up us very want was we were what when where which who whom whose why will with would you your yours yourself";
const plainWeight = 0.3;

const weights = new Map(common.flatMap(([weight, stems]) => stems.split(" ").map((stem) => [stem, weight] as const)));

for (const stem of plainWords.split(" ").map(stemOf)) weights.set(stem, Math.min(plainWeight, weights.get(stem) ?? 1));

/** The weight of a word, from 0.05 for *the* to 1 for a rare one. */
export const weightOfWord = (stem: string): number => weights.get(stem) ?? 1;
