import type { Notice } from "../../shared/contract";

/** The answer of a request that fails. */
export const failure = (code: string, message: string): { ok: false; error: Notice } => ({
  ok: false,
  error: { code, message },
});
