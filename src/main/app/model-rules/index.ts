/** Rules of a folder and skills for the panel's models, the user's own slash commands, and the files that agents take instructions from by themselves. */

export { type AgentInstructionService, createAgentInstructions } from "./agent-instructions";
export { type AgreedRules, type AgreedSkill, createModelRules, type ModelRules, type RulesQuery } from "./model-rules";
