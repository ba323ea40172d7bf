import { z } from "zod";
import { defineTool } from "../kit/tool";
import { answerLookup, lookupAnswers, mustBe, mustLie } from "./answer-lookup";
import { documentKeys, entryName, fieldNumber, fieldText, rating, ratingOf, resultLimit } from "./library-arguments";

/** Looks up creatures by name, challenge, type, size, armor and hit points. */
export const lookupCreature = defineTool({
  name: "lookup_creature",
  title: "Look up creatures",
  description: `Look creatures up in the content library (srd-5e and whatever was added): by name, or by what they are. All arguments given hold together. \
A creature that is in several documents is a result for each; documents says which of them count. Use search_dnd_content for themes, and where you are not sure of the spelling.`,
  changes: "nothing",
  answers: lookupAnswers,
  input: z.strictObject({
    name: entryName,
    challenge_rating: rating("The challenge rating, a number or a fraction such as 1/4."),
    cr_min: rating("The lowest challenge rating."),
    cr_max: rating("The highest challenge rating."),
    type: fieldText("The type of creature, such as dragon."),
    size: fieldText("Its size, such as Large."),
    armor_class_min: fieldNumber("The least armor class."),
    hit_points_min: fieldNumber("The least hit points."),
    documents: documentKeys,
    limit: resultLimit,
  }),
  async run(args, ctx) {
    const { type, size, armor_class_min, hit_points_min } = args;
    const conditions = [
      ...mustLie("challenge_rating", {
        exactly: ratingOf("challenge_rating", args.challenge_rating),
        from: ratingOf("cr_min", args.cr_min),
        to: ratingOf("cr_max", args.cr_max),
      }),
      mustBe("type", type),
      mustBe("size", size),
      ...mustLie("armor_class", { from: armor_class_min }),
      ...mustLie("hit_points", { from: hit_points_min }),
    ];
    return answerLookup("creature", args, conditions, ctx);
  },
});
