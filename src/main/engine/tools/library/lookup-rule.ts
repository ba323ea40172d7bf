import { z } from "zod";
import { defineTool } from "../kit/tool";
import { answerLookup, lookupAnswers, mustBe } from "./answer-lookup";
import { documentKeys, entryName, fieldText, resultLimit } from "./library-arguments";

/** Looks up rules, conditions, skills, and the sections of Markdown rulebooks. */
export const lookupRule = defineTool({
  name: "lookup_rule",
  title: "Look up rules",
  description: `Look rules up in the content library: the sections of the Markdown rulebooks and the rules of the packs that were added, and the conditions, skills, ability scores and the like of srd-5e, \
which has no chapters of rules. All arguments given hold together. A rule that is in several documents is a result for each; documents says which of them count. Use search_dnd_content for themes, \
and where you are not sure of the spelling. A section of a rulebook can be read whole with doc_read, the document's key as file.`,
  changes: "nothing",
  answers: lookupAnswers,
  input: z.strictObject({
    rule_type: fieldText(
      "The type of rule: rule, condition, skill, ability_score, damage_type, magic_school, weapon_property, language, or what a document calls it.",
    ),
    name: entryName,
    section: fieldText("Where it stands in its rulebook: a path such as combat/actions, or a part of one."),
    documents: documentKeys,
    limit: resultLimit,
  }),
  run: (args, ctx) =>
    answerLookup("rule", args, [mustBe("rule_type", args.rule_type), mustBe("section", args.section)], ctx),
});
