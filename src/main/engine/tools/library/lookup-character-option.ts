import { z } from "zod";
import { defineTool } from "../kit/tool";
import { answerLookup, lookupAnswers, mustBe } from "./answer-lookup";
import { documentKeys, entryName, fieldText, resultLimit } from "./library-arguments";

/** Looks up classes, races and other parts of a character. */
export const lookupCharacterOption = defineTool({
  name: "lookup_character_option",
  title: "Look up character options",
  description: `Look up what characters are made of in the content library (srd-5e and whatever was added): classes, races, backgrounds, feats, and what belongs to them. \
All arguments given hold together. An option that is in several documents is a result for each; documents says which of them count. Use search_dnd_content for themes, and where you are not \
sure of the spelling.`,
  changes: "nothing",
  answers: lookupAnswers,
  input: z.strictObject({
    option_type: fieldText(
      "The type of option: class, race, background, feat, subclass, subrace, feature (of a class), trait (of a race).",
    ),
    name: entryName,
    documents: documentKeys,
    limit: resultLimit,
  }),
  run: (args, ctx) => answerLookup("character_option", args, [mustBe("option_type", args.option_type)], ctx),
});
