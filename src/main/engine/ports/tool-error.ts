/** Why a tool refused. The words for each are in the error's own message; the code is for programs. */
export type RefusalCode =
  | "bad_arguments"
  | "not_found"
  | "ambiguous"
  | "stale"
  | "conflict"
  | "denied"
  | "binary"
  | "encoding"
  | "too_large"
  | "outside_workspace"
  | "unsupported"
  | "not_assigned"
  | "wrong_state"
  | "timeout"
  | "failed";

/** What a caller sees of a refusal, in the envelope's `error`. */
export type Refusal = {
  code: RefusalCode;
  /** What was found, in a sentence. */
  message: string;
  /** What to do next. */
  hint?: string;
  /** What could have been meant, nearest first. */
  candidates?: string[];
};

/** A refusal that is shown as written. Whoever throws it has changed nothing. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: RefusalCode;
  readonly hint: string | undefined;
  readonly candidates: string[] | undefined;

  constructor(
    code: RefusalCode,
    message: string,
    more: { hint?: string; candidates?: string[]; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.hint = more.hint;
    this.candidates = more.candidates;
  }
}
