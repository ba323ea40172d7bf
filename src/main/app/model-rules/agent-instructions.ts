import { createHash, randomBytes } from "node:crypto";
import { realpath } from "node:fs/promises";
import { escapeInvisibles } from "../../../shared/escape-invisibles";
import type { AgentInstructions, InstructionFile } from "../../../shared/model-rules";
import { ToolError } from "../../engine/ports/tool-error";
import { MAX_RULE_SHOWN } from "../core/limits";
import { createAgreements } from "./agreements";
import { findInstructions } from "./find-instructions";
import { sourcesOf } from "./instruction-sources";
import { modelRuleMessages } from "./messages";

/** An agent in a folder. `agent`: the id of one that Galley knows; null for any other. */
export type InstructionsQuery = { agent: string | null; folder: string };

/** The files that agents take instructions from by themselves, and which of them the user has agreed to. */
export type AgentInstructionService = {
  load(): Promise<string[]>;
  /** What the user has not agreed to as it is now; all files if there are more than can be shown. */
  open(query: InstructionsQuery): Promise<AgentInstructions>;
  /** The text of a file, for the user to read; throws if it is no longer the one with this hash. */
  text(query: InstructionsQuery, file: { id: string; hash: string }): Promise<string>;
  /** The user agrees to the texts with these hashes, whichever agent reads them. */
  agree(files: readonly InstructionFile[]): Promise<void>;
  /** Returns a function that stops it. */
  onAgreed(listener: () => void): () => void;
};

/** Stored in `agent-instructions.json`. `home`: the user's own folder. */
export function createAgentInstructions(dataDir: string, home: string): AgentInstructionService {
  const agreements = createAgreements(dataDir, "agent-instructions.json");
  const listeners = new Set<() => void>();
  /** Makes the hash of what is never the same twice. */
  const unique = randomBytes(16).toString("hex");

  async function find({ agent, folder }: InstructionsQuery) {
    const [real, own] = await Promise.all([folder, home].map((path) => realpath(path).catch(() => null)));
    return real ? findInstructions(sourcesOf(agent), real, own ?? null) : { files: [], isCut: false };
  }

  return {
    load: agreements.load,
    async open(query) {
      const { files, isCut } = await find(query);
      const known = files.map(({ text: _, ...file }) => {
        const hash = file.hash ?? createHash("sha256").update(`${unique} ${file.id}`).digest("hex");
        return { file, hash, ...agreements.useOf({ path: file.id, hash }) };
      });
      const open = known.filter(({ file, use }) => isCut || file.hash === null || use !== "yes");
      return { files: open.map(({ file, hash, isChanged }) => ({ ...file, hash, isChanged })), isCut };
    },
    async text(query, { id, hash }) {
      const found = (await find(query)).files.find((file) => file.id === id && file.hash === hash);
      if (found === undefined) throw new ToolError("stale", modelRuleMessages.gone);
      // The user has to see what the agent sees, so nothing is left invisible.
      const lines = found.text.slice(0, MAX_RULE_SHOWN).split(/\r?\n/);
      const text = lines.map((line) => line.split("\t").map(escapeInvisibles).join("\t")).join("\n");
      return found.text.length > MAX_RULE_SHOWN ? `${text}\n…` : text;
    },
    async agree(files) {
      await agreements.decide(files.map(({ id, hash }) => ({ id, hash, use: "yes" as const })));
      for (const listener of [...listeners]) listener();
    },
    onAgreed(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
