import { z } from "zod";
import { defineTool } from "../kit/tool";
import { answerLookup, lookupAnswers, mustBe, mustHold, mustLie } from "./answer-lookup";
import { documentKeys, entryName, fieldFlag, fieldNumber, fieldText, resultLimit } from "./library-arguments";

/** Looks up spells by name, level, school, class and casting requirements. */
export const lookupSpell = defineTool({
  name: "lookup_spell",
  set: "library",
  title: "Look up spells",
  description: `Spells of the content library by name or properties; all given must hold.`,
  changes: "nothing",
  answers: lookupAnswers,
  input: z.strictObject({
    name: entryName,
    level: fieldNumber("0: cantrip"),
    level_min: fieldNumber("Lowest level"),
    level_max: fieldNumber("Highest level"),
    school: fieldText("evocation"),
    class_key: fieldText("wizard"),
    concentration: fieldFlag("Needs concentration"),
    ritual: fieldFlag("Can be a ritual"),
    casting_time: fieldText("1 action, bonus action, reaction, 10 minutes"),
    damage_type: fieldText("fire"),
    documents: documentKeys,
    limit: resultLimit,
  }),
  run(args, ctx) {
    const { level, level_min, level_max, school, class_key, concentration, ritual, casting_time, damage_type } = args;
    const conditions = [
      ...mustLie("level", { exactly: level, from: level_min, to: level_max }),
      mustBe("school", school),
      mustBe("class_key", class_key),
      mustHold("concentration", concentration),
      mustHold("ritual", ritual),
      mustBe("casting_time", casting_time),
      mustBe("damage_type", damage_type),
    ];
    return answerLookup("spell", args, conditions, ctx);
  },
});
