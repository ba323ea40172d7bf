import { z } from "zod";
import { defineTool } from "../kit/tool";
import { answerLookup, lookupAnswers, mustBe, mustLie } from "./answer-lookup";
import { documentKeys, entryName, fieldNumber, fieldText, rating, ratingOf, resultLimit } from "./library-arguments";

/** Looks up creatures by name, challenge, type, size, armor and hit points. */
export const lookupCreature = defineTool({
  name: "lookup_creature",
  set: "library",
  title: "Look up creatures",
  description: `Creatures of the content library by name or properties; all given must hold.`,
  changes: "nothing",
  answers: lookupAnswers,
  input: z.strictObject({
    name: entryName,
    challenge_rating: rating("Number or 1/4"),
    cr_min: rating("Lowest"),
    cr_max: rating("Highest"),
    type: fieldText("dragon"),
    size: fieldText("Large"),
    armor_class_min: fieldNumber("Lowest"),
    hit_points_min: fieldNumber("Lowest"),
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
