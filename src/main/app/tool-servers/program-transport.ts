import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { ToolError } from "../../engine/ports/tool-error";
import {
  agentEnvironment,
  findAgent,
  MessageLimitError,
  messageStream,
  searchPath,
  shownLine,
  startAgent,
} from "../acp";
import { MAX_SERVER_MESSAGES } from "../core/limits";
import { toolServerMessages as t } from "./messages";

/** The words of a command line; double quotes keep spaces together. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|[^\s"]+/g)].map(([word, quoted]) => quoted ?? word);

/**
 * A server as a child process that speaks over its standard input and output. It runs in a process group of its own in `cwd`, with an allow-list of the
 * environment; its messages are bounded in size and number. Throws if the program is not there.
 */
export async function programTransport(
  line: string,
  { cwd, env, dataDir, failed }: { cwd: string; env: NodeJS.ProcessEnv; dataDir: string; failed(why: ToolError): void },
): Promise<Transport> {
  const [command = "", ...args] = wordsOf(line);
  const found = await findAgent({ commands: [{ command, args }] }, searchPath(env));
  if (found === null) throw new ToolError("not_found", t.notFound(shownLine(command, 200)), { hint: t.notFoundHint });
  const child = startAgent(found, { cwd, env: agentEnvironment({ variables: null }, found.command, env), dataDir });
  const stream = messageStream(child.stdout, child.stdin);
  const reader = stream.readable.getReader();
  const writer = stream.writable.getWriter();
  let isClosed = false;

  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await child.end();
    transport.onclose?.();
  };
  const fail = (why: ToolError): void => {
    if (isClosed) return;
    failed(why);
    void close();
  };
  const read = async (): Promise<void> => {
    let since = performance.now();
    let count = 0;
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const now = performance.now();
      if (now - since > 10_000) [since, count] = [now, 0];
      count += 1;
      if (count > MAX_SERVER_MESSAGES) return fail(new ToolError("too_large", t.floods));
      transport.onmessage?.(value as JSONRPCMessage);
    }
  };
  const transport: Transport = {
    async start() {
      void read().catch((error: unknown) =>
        fail(new ToolError("failed", error instanceof MessageLimitError ? t.tooLarge : t.closed)),
      );
      void child.ended.then(({ code, signal, failure }) => {
        const last = shownLine(child.errors().split("\n").at(-1), 300);
        const hint = last === "" ? {} : { hint: t.lastMessage(last) };
        fail(new ToolError("failed", t.died(shownLine(failure ?? signal ?? String(code), 200)), hint));
      });
    },
    send: (message) => writer.write(message as Parameters<typeof writer.write>[0]),
    close,
  };
  return transport;
}
