/** Why a call failed, for programs. The message of the error is for people and models. */
export type ToolErrorCode =
  | "bad_arguments"
  | "not_found"
  | "ambiguous"
  | "stale"
  | "conflict"
  | "denied"
  | "protected"
  | "binary"
  | "encoding"
  | "too_large"
  | "outside_workspace"
  | "unsupported"
  | "not_assigned"
  | "wrong_state"
  | "timeout"
  | "failed";

/** A tool error as the caller sees it, in the envelope's `error`. */
export type ToolErrorData = {
  code: ToolErrorCode;
  /** What was found, in a sentence. */
  message: string;
  /** What to do next. */
  hint?: string;
  /** Names that could have been meant, nearest first. */
  candidates?: string[];
};

/** An expected error, shown as written. Code that throws it has changed nothing. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: ToolErrorCode;
  readonly hint: string | undefined;
  readonly candidates: string[] | undefined;

  constructor(
    code: ToolErrorCode,
    message: string,
    more: { hint?: string; candidates?: string[]; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.hint = more.hint;
    this.candidates = more.candidates;
  }
}
