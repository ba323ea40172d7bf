import { z } from "zod";
import { EFFORTS } from "../../../../shared/assistant-setup";

const price = z.strictObject({ input: z.number().min(0).max(1e6), output: z.number().min(0).max(1e6) });

/** The fields of a provider besides its id and key. */
export const providerFields = {
  kind: z.enum(["anthropic", "openai-compatible", "ollama"]),
  name: z.string().trim().min(1).max(100),
  baseUrl: z.string().max(2000),
  model: z.string().min(1).max(300).nullable(),
  contextLimit: z.number().int().min(1).max(100_000_000).nullable(),
  price: price.nullable(),
  effort: z.enum(EFFORTS).exactOptional(),
};

/** Limits of one turn. */
export const limitsSchema = z.strictObject({
  idleSeconds: z.number().int().min(5).max(290),
  calls: z.number().int().min(1).max(1000),
});
