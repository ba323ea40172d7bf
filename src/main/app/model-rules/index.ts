/** Rules of a folder and skills for the panel's models, and the user's own slash commands. */

export { type AgreedRules, type AgreedSkill, createModelRules, type ModelRules, type RulesQuery } from "./model-rules";
