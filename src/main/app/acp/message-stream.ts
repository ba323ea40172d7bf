import type { Readable, Writable } from "node:stream";
import { setImmediate as nextRound } from "node:timers/promises";
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import { MAX_AGENT_MESSAGE_BYTES } from "../core/limits";

/** After this many messages in a row other work of the process gets its time. */
const BATCH = 50;

/** The agent broke a limit of the connection, which ends it. */
export class MessageLimitError extends Error {
  override readonly name = "MessageLimitError";
}

/**
 * Messages as lines of JSON over a process's pipes. A message is read only when the one before has been taken, so an
 * agent that sends more than is read waits at its pipe, and nothing piles up in memory.
 */
export function messageStream(input: Readable, output: Writable, maxBytes = MAX_AGENT_MESSAGE_BYTES): Stream {
  const messages = readMessages(input, maxBytes);
  return {
    readable: new ReadableStream<AnyMessage>(
      {
        async pull(controller) {
          const { value, done } = await messages.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel() {
          input.destroy();
        },
      },
      { highWaterMark: 0 },
    ),
    writable: new WritableStream<AnyMessage>({
      write: (message) =>
        new Promise<void>((resolve, reject) => {
          output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
        }),
    }),
  };
}

async function* readMessages(input: Readable, maxBytes: number): AsyncGenerator<AnyMessage, void> {
  let pieces: Buffer[] = [];
  let held = 0;
  let count = 0;
  for await (const chunk of input as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, from)) {
      const line = Buffer.concat([...pieces, chunk.subarray(from, end)]);
      if (line.length > maxBytes) throw new MessageLimitError();
      pieces = [];
      held = 0;
      from = end + 1;
      const message = messageOf(line.toString("utf8"));
      if (message === null) continue;
      count += 1;
      if (count % BATCH === 0) await nextRound();
      yield message;
    }
    if (from === chunk.length) continue;
    pieces.push(chunk.subarray(from));
    held += chunk.length - from;
    if (held > maxBytes) throw new MessageLimitError();
  }
}

/** Null for a line that is not a message, such as a log line that an agent writes to its standard output by mistake. */
function messageOf(line: string): AnyMessage | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as AnyMessage) : null;
  } catch {
    return null;
  }
}
