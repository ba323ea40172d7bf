import { z } from "zod";
import { defineTool } from "../kit/tool";
import { answerLookup, lookupAnswers, mustBe, mustHold, mustLie } from "./answer-lookup";
import { documentKeys, entryName, fieldFlag, fieldNumber, fieldText, resultLimit } from "./library-arguments";

/** Looks up spells by name, level, school, class and casting requirements. */
export const lookupSpell = defineTool({
  name: "lookup_spell",
  title: "Look up spells",
  description: `Look spells up in the content library (srd-5e and whatever was added): by name, or by what they are. All arguments given hold together. \
A spell that is in several documents is a result for each; documents says which of them count. Use search_dnd_content for themes, and where you are not sure of the spelling.`,
  changes: "nothing",
  answers: lookupAnswers,
  input: z.strictObject({
    name: entryName,
    level: fieldNumber("The spell's level; 0 is a cantrip."),
    level_min: fieldNumber("The lowest level."),
    level_max: fieldNumber("The highest level."),
    school: fieldText("The school of magic, such as evocation."),
    class_key: fieldText("A class that has the spell on its list, such as wizard."),
    concentration: fieldFlag("Whether it needs concentration."),
    ritual: fieldFlag("Whether it can be cast as a ritual."),
    casting_time: fieldText("The casting time, such as 1 action, bonus action, reaction or 10 minutes."),
    damage_type: fieldText("A type of damage that it deals, such as fire."),
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
