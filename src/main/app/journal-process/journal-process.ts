import type { Typing } from "../../../shared/typing";
import { createPendingTyping } from "./pending-typing";
import type { KnownDocument } from "./typing-schemas";

/** Messages from main. One with a `question` gets a reply with that number. */
export type MainToJournal =
  | { kind: "page"; page: string; window: string }
  | { kind: "documents"; page: string; documents: KnownDocument[] }
  | { kind: "clear"; doc: string; seq: number | null; question: number }
  | { kind: "end"; page: string; question: number }
  | { kind: "forget"; page: string; question: number };

/** `serving`: the channel of a renderer is open. */
export type JournalToMain =
  | { kind: "serving" }
  | { kind: "answer"; question: number; left: Typing[] }
  | { kind: "failed"; why: string };

/** A message as Electron delivers it; `page` comes with a port. */
type Message = { data: unknown; ports: Port[] };
type Port = { on(event: "message", handle: (message: Message) => void): void; start(): void };
type Parent = { on(event: "message", handle: (message: Message) => void): void; postMessage(message: unknown): void };

/**
 * Runs in its own process, so that it works while main is busy. Stores edits of renderers that main has not
 * acknowledged.
 */
export function serve(parent: Parent, folder: string): void {
  const send = (message: JournalToMain): void => parent.postMessage(message);
  const pending = createPendingTyping(folder, (error) =>
    send({ kind: "failed", why: error instanceof Error ? error.message : String(error) }),
  );
  const answer = (question: number, left: Typing[] = []): void => send({ kind: "answer", question, left });

  parent.on("message", ({ data, ports }) => {
    const request = data as MainToJournal;
    switch (request.kind) {
      case "page":
        pending.begin(request.page, request.window);
        ports[0]?.on("message", (message) => pending.handle(request.page, message.data));
        ports[0]?.start();
        return send({ kind: "serving" });
      case "documents":
        return pending.allow(request.page, request.documents);
      case "clear":
        return void pending.clear(request.doc, request.seq).then(() => answer(request.question));
      case "end":
        return answer(request.question, pending.end(request.page));
      case "forget":
        return void pending.forget(request.page).then(() => answer(request.question));
    }
  });
}

const { parentPort } = process as unknown as { parentPort?: Parent };
if (parentPort) serve(parentPort, process.argv.at(-1) ?? "");
