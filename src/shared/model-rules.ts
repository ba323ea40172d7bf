/** Files that instruct the panel's models, `AGENTS.md` and skills, and those that agents read by themselves. They are used only after the user's yes. */
import type { Notice } from "./contract";

/** A file that instructs models, as it is now. Names and paths are one line that is safe to show. */
export type ModelRule = {
  /** The real path of the file. */
  id: string;
  /** `rules`: an `AGENTS.md`; `skill`: a `SKILL.md`, which the model reads when it needs it. */
  kind: "rules" | "skill";
  /** The name of the skill; else of the file. */
  name: string;
  /** What a skill is for; else empty. */
  description: string;
  /** Relative to the open folder, or below the user's own folder with `~`. */
  path: string;
  origin: "folder" | "user";
  bytes: number;
  /** Only the beginning is used. */
  isCut: boolean;
  /** Identifies the text; an agreement holds for this text only. */
  hash: string;
  /** `later`: not in this run of Galley. */
  use: "undecided" | "yes" | "no" | "later";
  /** The user agreed to an earlier text of this file. */
  isChanged: boolean;
  /** Why it cannot be used; null if it can. */
  problem: Notice | null;
};

/** What the user decided about one text. */
export type RuleDecision = { id: string; hash: string; use: "yes" | "no" | "later" };

/** A file that an agent takes instructions or settings from by itself. Paths are one line that is safe to show. */
export type InstructionFile = {
  /** The path of the file. */
  id: string;
  /** Relative to the open folder, or absolute. */
  path: string;
  bytes: number;
  /** Identifies the text; an agreement holds for this text only. */
  hash: string;
  /** The user agreed to an earlier text of this file. */
  isChanged: boolean;
  /** The agent may run programs because of it, without asking. */
  canRun: boolean;
  /** Where the file is, if a link leads to it; else null. */
  link: { to: string; isOutside: boolean } | null;
  /** Why its text cannot be shown; null if it can. */
  problem: string | null;
};

/** The files that an agent would take instructions from. `isCut`: there are more than can be shown, so the user is asked each time. */
export type AgentInstructions = { files: InstructionFile[]; isCut: boolean };

/** One of the user's or the folder's own slash commands: a text for the question field. */
export type SlashCommand = {
  name: string;
  description: string;
  /** What its arguments are, such as `[chapter]`; empty if the command names none. */
  hint: string;
  path: string;
  origin: "folder" | "user";
  /** `$ARGUMENTS` stands for what is written after the name. */
  text: string;
};
