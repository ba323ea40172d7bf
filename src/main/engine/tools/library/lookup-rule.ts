import { z } from "zod";
import { defineTool } from "../kit/tool";
import { answerLookup, lookupAnswers, mustBe } from "./answer-lookup";
import { documentKeys, entryName, fieldText, resultLimit } from "./library-arguments";

/** Looks up rules, conditions, skills, and the sections of Markdown rulebooks. */
export const lookupRule = defineTool({
  name: "lookup_rule",
  set: "library",
  title: "Look up rules",
  description: `Rules of the content library: sections of added rulebooks and packs, conditions, skills and the like of srd-5e (it has no rule chapters); all given must hold. doc_read reads a rulebook section by the document's key.`,
  changes: "nothing",
  answers: lookupAnswers,
  input: z.strictObject({
    rule_type: fieldText(
      "rule, condition, skill, ability_score, damage_type, magic_school, weapon_property, language …",
    ),
    name: entryName,
    section: fieldText("combat/actions, or a part of it"),
    documents: documentKeys,
    limit: resultLimit,
  }),
  run: (args, ctx) =>
    answerLookup("rule", args, [mustBe("rule_type", args.rule_type), mustBe("section", args.section)], ctx),
});
