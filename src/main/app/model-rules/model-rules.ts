import type { ModelRule, RuleDecision, SlashCommand } from "../../../shared/model-rules";
import { ToolError } from "../../engine/ports/tool-error";
import { createAgreements } from "./agreements";
import { type FoundRule, findCommands, findSkills, nearestRules, placeAt } from "./find-rules";
import { modelRuleMessages } from "./messages";

/** Rules for questions about a document (absolute; null: about none) in a folder. */
export type RulesQuery = { folder: string | null; document: string | null };

/** A skill that the user has agreed to. */
export type AgreedSkill = { name: string; description: string; path: string; text: string };

/** What the user has agreed to, as it was read together with its hash. */
export type AgreedRules = { rules: { path: string; text: string }[]; skills: AgreedSkill[] };

/** Rules, skills and commands of folders, and what the user has agreed to. */
export type ModelRules = {
  load(): Promise<string[]>;
  list(query: RulesQuery): Promise<{ rules: ModelRule[]; commands: SlashCommand[] }>;
  /** The text that the model would get, for the user to read; throws if it is no longer the one with this hash. */
  text(query: RulesQuery, rule: { id: string; hash: string }): Promise<string>;
  /** A yes holds for exactly the text with this hash, wherever Galley runs with these data. */
  decide(decisions: readonly RuleDecision[]): Promise<void>;
  agreed(query: RulesQuery): Promise<AgreedRules>;
};

/** Stored in `model-rules.json`. `home`: the user's own folder. */
export function createModelRules(dataDir: string, home: string): ModelRules {
  const agreements = createAgreements(dataDir, "model-rules.json");
  const useOf = ({ file }: FoundRule) => agreements.useOf(file);

  async function find({ folder, document }: RulesQuery) {
    const [open, own] = await Promise.all([placeAt("folder", folder), placeAt("user", home)]);
    // A folder in which everything is, such as the home folder itself, is not two places.
    const places = [open, own?.root === open?.root ? null : own].filter((place) => place !== null);
    const rules = open === null ? null : await nearestRules(open, document);
    const skills = (await Promise.all(places.map(findSkills))).flat();
    const commands = (await Promise.all(places.map(findCommands))).flat();
    return {
      rules: [...(rules === null ? [] : [rules]), ...firstOfName(skills)],
      commands: firstOfName(commands),
    };
  }

  return {
    load: agreements.load,
    async list(query) {
      const { rules, commands } = await find(query);
      return {
        commands,
        rules: rules.map((found) => ({
          id: found.file.path,
          kind: found.kind,
          name: found.name,
          description: found.description,
          path: found.shownPath,
          origin: found.origin,
          bytes: found.file.bytes,
          isCut: found.file.isCut,
          hash: found.file.hash,
          ...useOf(found),
          problem: found.file.problem === null ? null : { code: "unsupported", message: found.file.problem },
        })),
      };
    },
    async text(query, { id, hash }) {
      const { rules } = await find(query);
      const found = rules.find(({ file }) => file.path === id && file.hash === hash);
      if (found === undefined) throw new ToolError("stale", modelRuleMessages.gone);
      return found.text;
    },
    decide: agreements.decide,
    async agreed(query) {
      const { rules } = await find(query);
      const agreed = rules.filter((found) => found.file.problem === null && useOf(found).use === "yes");
      const texts = (kind: FoundRule["kind"]) => agreed.filter((found) => found.kind === kind);
      return {
        rules: texts("rules").map(({ shownPath: path, text }) => ({ path, text })),
        skills: texts("skill").map(({ name, description, shownPath: path, text }) => ({
          name,
          description,
          path,
          text,
        })),
      };
    },
  };
}

/** The folder's own come first. */
const firstOfName = <T extends { name: string }>(all: readonly T[]): T[] =>
  all.filter(({ name }, at) => all.findIndex((other) => other.name === name) === at);
