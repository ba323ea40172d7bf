import type { ToolErrorCode } from "../../ports/tool-error";
import type { PackName } from "../packs/read-pack";
import type { ContentQuery } from "../search/content-search";

/** What the library's thread is asked. It answers each request once, in any order. */
export type ThreadRequest = { number: number } & (
  | { name: "open" }
  | { name: "search"; query: Omit<ContentQuery, "signal"> }
  | { name: "prepare" }
  | { name: "embed"; text: string }
  | { name: "add"; bytes: Uint8Array; file: PackName; mayReplace: boolean }
  | { name: "remove"; document: string }
  | { name: "restore"; document: string }
);

/** Messages to the thread that have no answer. */
export type ThreadNotice =
  | { name: "abort"; number: number }
  /** Asks for a sign of life. */
  | { name: "ping" }
  | { name: "close" };

/** An error on its way between threads; `errcode` is SQLite's. */
export type SentError = { message: string; code?: ToolErrorCode; hint?: string; errcode?: number };

export type ThreadMessage =
  | { type: "result"; number: number; result: unknown }
  | { type: "error"; number: number; error: SentError }
  /** Progress of adding a document. */
  | { type: "adding"; number: number; done: number; total: number }
  /** Progress of computing vectors. */
  | { type: "progress"; progress: { document: string; done: number; total: number } }
  | { type: "notice"; sentence: string }
  /** Answers a ping. */
  | { type: "pong" }
  /** The library's file cannot be used, so the thread would work on a library in its memory. It no longer answers. */
  | { type: "unusable" };
