import type { Readable, Writable } from "node:stream";

/** A JSON-RPC answer, as received. */
export type Answer = {
  id: string | number | null;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
};

/** A client that can send anything, also what no library would, and keeps all answers in order. */
export class HandClient {
  readonly answers: Answer[] = [];
  /** Input lines that were not JSON: a server's standard output must not contain any. */
  readonly rubbish: string[] = [];
  readonly ended: Promise<void>;
  readonly #toServer: Writable;
  #waiting: (() => void)[] = [];
  #rest = "";
  #nextId = 1;

  constructor(toServer: Writable, fromServer: Readable) {
    this.#toServer = toServer;
    toServer.on("error", () => {});
    fromServer.setEncoding("utf8");
    fromServer.on("data", (text: string) => this.#handleText(text));
    this.ended = new Promise((done) => fromServer.once("close", () => done()));
  }

  /** Sends raw bytes. */
  write(raw: string | Buffer): void {
    this.#toServer.write(raw);
  }

  /** Sends a request with the next id. Returns that id. */
  send(method: string, params?: object): number {
    const id = this.#nextId++;
    this.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return id;
  }

  notify(method: string, params?: object): void {
    this.write(`${JSON.stringify({ jsonrpc: "2.0", method, params })}\n`);
  }

  async request(method: string, params?: object): Promise<Answer> {
    const id = this.send(method, params);
    return this.answer((one) => one.id === id);
  }

  /** The handshake of the 2025 protocol versions. */
  async initialize(name = "by hand", protocolVersion = "2025-06-18"): Promise<Answer> {
    const answer = await this.request("initialize", {
      protocolVersion,
      capabilities: { experimental: { "galley/structured": {} } },
      clientInfo: { name, version: "1" },
    });
    this.notify("notifications/initialized");
    return answer;
  }

  callTool(name: string, given: unknown): Promise<Answer> {
    return this.request("tools/call", { name, arguments: given });
  }

  /** Waits for the first answer that matches. */
  async answer(isWanted: (answer: Answer) => boolean): Promise<Answer> {
    for (;;) {
      const found = this.answers.find(isWanted);
      if (found !== undefined) return found;
      await new Promise<void>((done) => this.#waiting.push(done));
    }
  }

  end(): void {
    this.#toServer.end();
  }

  #handleText(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      try {
        this.answers.push(JSON.parse(line));
      } catch {
        this.rubbish.push(line);
      }
    }
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const done of waiting) done();
  }
}
