import { z } from "zod";
import { defineTool } from "../kit/tool";
import { answerLookup, lookupAnswers, mustBe, mustHold, mustLie } from "./answer-lookup";
import { documentKeys, entryName, fieldFlag, fieldNumber, fieldText, resultLimit } from "./library-arguments";

/** Looks up weapons, armor and gear by type, name, price, weight and properties. */
export const lookupEquipment = defineTool({
  name: "lookup_equipment",
  title: "Look up equipment",
  description: `Look weapons, armor and gear up in the content library (srd-5e and whatever was added): by name, or by what they are. All arguments given hold together. \
Costs are in gold pieces (a silver piece is 0.1). An item that is in several documents is a result for each; documents says which of them count. Use search_dnd_content for themes, and where \
you are not sure of the spelling.`,
  changes: "nothing",
  answers: lookupAnswers,
  input: z.strictObject({
    item_type: fieldText("The type of item: weapon, armor, gear, tool, mount, vehicle, or what a document calls it."),
    name: entryName,
    rarity: fieldText("The rarity, such as rare; mundane items have none."),
    cost_min: fieldNumber("The lowest price in gold pieces."),
    cost_max: fieldNumber("The highest price in gold pieces."),
    weight_max: fieldNumber("The most that it weighs, in pounds."),
    damage_dice: fieldText("A weapon's dice, such as 1d8."),
    is_finesse: fieldFlag("Whether it is a finesse weapon."),
    is_light: fieldFlag("Whether it is a light weapon."),
    is_magic: fieldFlag("Whether it is magic."),
    documents: documentKeys,
    limit: resultLimit,
  }),
  run(args, ctx) {
    const { item_type, rarity, cost_min, cost_max, weight_max, damage_dice, is_finesse, is_light, is_magic } = args;
    const conditions = [
      mustBe("item_type", item_type),
      mustBe("rarity", rarity),
      ...mustLie("cost", { from: cost_min, to: cost_max }),
      ...mustLie("weight", { to: weight_max }),
      mustBe("damage_dice", damage_dice),
      mustHold("is_finesse", is_finesse),
      mustHold("is_light", is_light),
      mustHold("is_magic", is_magic),
    ];
    return answerLookup("equipment", args, conditions, ctx);
  },
});
