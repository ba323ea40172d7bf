import type { RefusalCode } from "../ports/tool-error";

/** The jobs of a worker: functions of values that V8 can serialize. */
export type Jobs = { [name: string]: (...given: never[]) => unknown };

/** A request to a worker. */
export type Question = { number: number; name: string; given: readonly unknown[] };

/** The response to a request. */
export type Answer = { number: number } & (
  | { status: "done"; result: unknown }
  | { status: "refused"; code: RefusalCode; message: string; hint?: string; candidates?: string[] }
  | { status: "failed"; message: string }
);
