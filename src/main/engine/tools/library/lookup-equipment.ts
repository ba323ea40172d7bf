import { z } from "zod";
import { defineTool } from "../kit/tool";
import { answerLookup, lookupAnswers, mustBe, mustHold, mustLie } from "./answer-lookup";
import { documentKeys, entryName, fieldFlag, fieldNumber, fieldText, resultLimit } from "./library-arguments";

/** Looks up weapons, armor and gear by type, name, price, weight and properties. */
export const lookupEquipment = defineTool({
  name: "lookup_equipment",
  set: "library",
  title: "Look up equipment",
  description: `Weapons, armor and gear of the content library by name or properties; all given must hold. Costs in gold pieces.`,
  changes: "nothing",
  answers: lookupAnswers,
  input: z.strictObject({
    item_type: fieldText("weapon, armor, gear, tool, mount, vehicle …"),
    name: entryName,
    rarity: fieldText("rare"),
    cost_min: fieldNumber("Lowest price"),
    cost_max: fieldNumber("Highest price"),
    weight_max: fieldNumber("pounds"),
    damage_dice: fieldText("1d8"),
    is_finesse: fieldFlag("Finesse weapon"),
    is_light: fieldFlag("Light weapon"),
    is_magic: fieldFlag("Magic item"),
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
