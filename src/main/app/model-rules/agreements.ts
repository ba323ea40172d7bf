import { join } from "node:path";
import { z } from "zod";
import type { RuleDecision } from "../../../shared/model-rules";
import { storedJson } from "../core/stored-json";
import { modelRuleMessages } from "./messages";

const MAX_DECISIONS = 2000;

const decisionSchema = z.object({ path: z.string(), hash: z.string(), use: z.enum(["yes", "no"]) });

/** A text by its file and hash. */
type Text = { path: string; hash: string };

/** What the user has decided about texts that instruct models or agents. A yes holds for exactly the text with its hash. */
export type Agreements = {
  load(): Promise<string[]>;
  /** `isChanged`: the user agreed to an earlier text of this file. */
  useOf(text: Text): { use: "undecided" | "yes" | "no" | "later"; isChanged: boolean };
  decide(decisions: readonly RuleDecision[]): Promise<void>;
};

/** Stored in the data folder under `name`. What is put off for later is so until Galley ends. */
export function createAgreements(dataDir: string, name: string): Agreements {
  const stored = storedJson(
    join(dataDir, name),
    z.array(decisionSchema).max(MAX_DECISIONS),
    () => modelRuleMessages.part,
  );
  let decided: z.infer<typeof decisionSchema>[] = [];
  const later = new Set<string>();
  const keyOf = ({ path, hash }: Text): string => `${hash} ${path}`;

  return {
    async load() {
      const { value, notice } = await stored.load();
      decided = value ?? [];
      return notice === null ? [] : [notice];
    },
    useOf(text) {
      const known = decided.find(({ path }) => path === text.path);
      if (known?.hash === text.hash) return { use: known.use, isChanged: false };
      return { use: later.has(keyOf(text)) ? "later" : "undecided", isChanged: known?.use === "yes" };
    },
    async decide(decisions) {
      for (const { id: path, hash, use } of decisions) {
        if (use === "later") {
          later.add(keyOf({ path, hash }));
          continue;
        }
        decided = [...decided.filter((each) => each.path !== path), { path, hash, use }].slice(-MAX_DECISIONS);
      }
      await stored.save(decided);
    },
  };
}
