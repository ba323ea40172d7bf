import { z } from "zod";
import { defineTool } from "../kit/tool";
import { answerLookup, lookupAnswers, mustBe } from "./answer-lookup";
import { documentKeys, entryName, fieldText, resultLimit } from "./library-arguments";

/** Looks up classes, races and other parts of a character. */
export const lookupCharacterOption = defineTool({
  name: "lookup_character_option",
  set: "library",
  title: "Look up character options",
  description: `Classes, races, backgrounds, feats and their parts in the content library; all given must hold.`,
  changes: "nothing",
  answers: lookupAnswers,
  input: z.strictObject({
    option_type: fieldText("class, race, background, feat, subclass, subrace, feature, trait"),
    name: entryName,
    documents: documentKeys,
    limit: resultLimit,
  }),
  run: (args, ctx) => answerLookup("character_option", args, [mustBe("option_type", args.option_type)], ctx),
});
