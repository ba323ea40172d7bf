/** A worker whose jobs misbehave as their file's name says. */
import { ToolError } from "../../ports/tool-error";
import { serveWorker } from "../../worker/serve-worker";

const jobs: Record<string, () => unknown> = {
  "heap.docx": () => {
    const kept: unknown[] = [];
    for (;;) kept.push({ some: new Array(100).fill(1) });
  },
  // V8 ends the process; in a thread, that would be the host process.
  "array.docx": () => {
    const long = "x".repeat(2 ** 29 - 24);
    const kept: unknown[] = [];
    for (;;) kept.push(long.split(""));
  },
  // Memory outside V8's own limit.
  "buffers.docx": () => {
    const kept: unknown[] = [];
    for (;;) kept.push(Buffer.alloc(1024 * 1024, 1));
  },
  "loop.docx": () => {
    for (;;);
  },
  "pattern.docx": () => /(a+)+$/.test(`${"a".repeat(60)}b`),
  "abort.docx": () => process.abort(),
  "exit.docx": () => process.exit(0),
  "bug.docx": () => {
    throw new Error("our own bug");
  },
  "refused.docx": () => {
    throw new ToolError("ambiguous", "it is there twice", { hint: "Say which.", candidates: ["one", "two"] });
  },
};

const text = ({ name, bytes }: { name: string; bytes: Uint8Array }): unknown =>
  jobs[name] === undefined ? { name, size: bytes.length, last: bytes.at(-1), pid: process.pid } : jobs[name]();

const patch = ({ name }: { name: string }): unknown => ({ name, pid: process.pid });

serveWorker({ text, patch });
