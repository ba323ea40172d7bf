import type { RefusalCode } from "../ports/tool-error";

/** What a worker can do: functions of values that V8 can serialize. */
export type Jobs = { [name: string]: (...given: never[]) => unknown };

/** What a worker is asked. */
export type Question = { number: number; name: string; given: readonly unknown[] };

/** What comes back. */
export type Answer = { number: number } & (
  | { status: "done"; result: unknown }
  | { status: "refused"; code: RefusalCode; message: string; hint?: string; candidates?: string[] }
  | { status: "failed"; message: string }
);
