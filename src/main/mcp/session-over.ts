import type { Envelope } from "../engine/ports/caller";
import { plainName } from "./plain-name";

/** The answer to what an agent of the panel calls once its conversation can no longer answer for it. */
export function sessionOverEnvelope(tool: string): Envelope {
  const message =
    "the conversation in Galley that started this server is over, or its folder is closed; nothing was done";
  const hint = "Tell the user to ask again in Galley.";
  const error = { code: "denied", message, hint } as const;
  return { ok: false, message: `${message}\n${hint}`, summary: `${plainName(tool, 60)}: ${message}`, error };
}
