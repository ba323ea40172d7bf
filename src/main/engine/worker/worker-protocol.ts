import type { ToolErrorCode } from "../ports/tool-error";

/** The jobs of a worker: functions of values that V8 can serialize. */
export type Jobs = { [name: string]: (...args: never[]) => unknown };

/** A request to a worker. */
export type WorkerRequest = { number: number; name: string; args: readonly unknown[] };

/** The response to a request. */
export type WorkerResponse = { number: number } & (
  | { status: "done"; result: unknown }
  | { status: "refused"; code: ToolErrorCode; message: string; hint?: string; candidates?: string[] }
  | { status: "failed"; message: string }
);
