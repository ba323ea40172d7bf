import { execFile } from "node:child_process";
import { appendFileSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Author, ExpectedWords, wordsIn } from "./expected-words";

/** The folders of a soak test, and how to start its processes: `program` runs as Node, `cli` is the built command line. */
export type SoakPaths = { root: string; home: string; dataDir: string; clock: string; program: string; cli: string };

/** The totals of a soak test. */
export type SoakResult = {
  calls: number;
  rejections: Map<string, number>;
  kills: number;
  restarts: number;
  jumps: number;
};

const clockScript = join(import.meta.dirname, "clock.cjs");
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const day = 86_400_000;

/** The documents. The last two are one file with two names, which is saved in place. */
const documents = ["a.md", "b.md", "c.md", "deep/d.md", "linked.md", "also-linked.md"] as const;

/** Everyone but the windows: agents on two servers and the command line, another program, and a clock that jumps. */
export class Soak {
  readonly expectedWords = new ExpectedWords();
  readonly result: SoakResult = { calls: 0, rejections: new Map(), kills: 0, restarts: 0, jumps: 0 };
  readonly #servers: (Client | null)[] = [null, null];
  /** Events with their time in milliseconds since 1970. */
  readonly #events: { at: number; what: string }[] = [];
  #isOver = false;
  #running: Promise<void>[] = [];

  constructor(readonly paths: SoakPaths) {
    const { root } = paths;
    mkdirSync(join(root, "deep"), { recursive: true });
    for (const name of documents.slice(0, -1)) {
      const word = this.expectedWords.next();
      writeFileSync(join(root, name), `# ${name}\n\nAt first ${word}.\n`);
      // The other program may remove its own first text; nobody here does.
      this.expectedWords.confirm("program", word);
    }
    linkSync(join(root, "linked.md"), join(root, "also-linked.md"));
    writeFileSync(paths.clock, "0");
  }

  note(what: string): void {
    this.#events.push({ at: Date.now(), what });
  }

  /** The events in the seconds around a moment, one line each. */
  eventsNear(at: number): string[] {
    const near = this.#events.filter((event) => Math.abs(event.at - at) < 6000);
    return near.map((event) => `${((event.at - at) / 1000).toFixed(3)} s ${event.what}`);
  }

  begin(): void {
    this.#running = [this.#serverLoop(0), this.#serverLoop(1), this.#commandLoop(), this.#programLoop()];
  }

  /** Waits for the last calls, then ends all processes. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
    for (const server of this.#servers) await server?.close();
  }

  /** Sets the clock of the agents' processes; whoever started the app sets the app's. Returns how many milliseconds it is ahead. */
  jump(): number {
    const ahead = pick([0, 0, 60_000, -3_600_000, 400 * day, -400 * day, 2 * day]);
    writeFileSync(this.paths.clock, String(ahead));
    this.result.jumps++;
    this.note(`clock ${ahead}`);
    return ahead;
  }

  /** Kills a server's process; its loop starts another. */
  killServer(index: number): void {
    const { transport } = this.#servers[index] ?? {};
    if (!(transport instanceof StdioClientTransport) || transport.pid === null) return;
    process.kill(transport.pid, "SIGKILL");
    this.note(`server ${index + 1} is killed`);
    this.result.kills++;
  }

  async #serverLoop(index: number): Promise<void> {
    const author: Author = `server ${index + 1}`;
    while (!this.#isOver) {
      const server = await this.#server(index);
      await this.#write(author, async (args) => {
        const asked = server.callTool({ name: "text_editor", arguments: args }, { timeout: 120_000 });
        const { content, isError } = await asked;
        const [{ text = "" } = {}] = content as { text?: string }[];
        return { ok: isError !== true, text };
      }).catch(() => {
        // The server was killed: no write was confirmed.
        this.#servers[index] = null;
      });
      await pause(pick([20, 100, 400]));
    }
  }

  async #server(index: number): Promise<Client> {
    const running = this.#servers[index];
    if (running) return running;
    const { home, root, program, cli, clock } = this.paths;
    const argv = ["ELECTRON_RUN_AS_NODE=1", `HOME=${home}`, program, "-r", clockScript, cli, "mcp", "--root", root];
    const server = new Client({ name: `soak ${index + 1}`, version: "1" });
    await server.connect(
      new StdioClientTransport({ command: "env", args: [...argv, `--soak-clock=${clock}`], stderr: "ignore" }),
    );
    server.onclose = () => {
      if (this.#servers[index] === server) this.#servers[index] = null;
    };
    this.#servers[index] = server;
    this.result.restarts++;
    return server;
  }

  async #commandLoop(): Promise<void> {
    const { home, root, program, cli, clock } = this.paths;
    while (!this.#isOver) {
      // Sometimes kills the command while it runs.
      const killAfter = pick([0, 0, 0, 150 + Math.random() * 500]);
      await this.#write("command line", (args) => {
        const argv = ["-r", clockScript, cli, "call", "text_editor", JSON.stringify(args), "--root", root];
        const env = { HOME: home, PATH: process.env["PATH"], ELECTRON_RUN_AS_NODE: "1" };
        return new Promise((done, failed) => {
          const child = execFile(program, [...argv, `--soak-clock=${clock}`], { env }, (_, stdout) => {
            try {
              const { ok, message } = JSON.parse(stdout) as { ok: boolean; message: string };
              done({ ok, text: message });
            } catch {
              failed(new Error("killed"));
            }
          });
          if (killAfter > 0)
            setTimeout(() => {
              if (child.exitCode === null && child.kill("SIGKILL")) this.result.kills++;
            }, killAfter);
        });
      }).catch(() => {});
      await pause(pick([50, 300, 1000]));
    }
  }

  /** One write by an agent: the whole document, or a patch of its content. Confirmed words are expected at the end. */
  async #write(
    author: Author,
    call: (args: Record<string, unknown>) => Promise<{ ok: boolean; text: string }>,
  ): Promise<void> {
    const path = pick(documents);
    const word = this.expectedWords.next();
    const before = readFileSync(join(this.paths.root, path), "utf8");
    const old = pick(wordsIn(before)) ?? "";
    const isWhole = before.length > 20_000 || old === "" || Math.random() < 0.2;
    const patch = { action: "patch", old_text: old, new_text: pick([word, `${old} ${word}`, `${word}\n\n${old}`]) };
    const whole = { action: "write", content: `# ${path}\n\nWhole ${word}.\n` };
    const args = { path, ...(isWhole ? whole : patch) };
    this.note(`${author} asks ${JSON.stringify(args)}`);
    const { ok, text } = await call(args);
    this.note(`${author} is answered ${ok ? "ok" : text.slice(0, 200)} (${word})`);
    this.result.calls++;
    if (ok) this.expectedWords.confirm(author, word);
    else {
      const reason = text
        .slice(0, 40)
        .replace(/\d+/g, "N")
        .replace(/w[N\d]+\w+q/g, "word");
      this.result.rejections.set(reason, (this.result.rejections.get(reason) ?? 0) + 1);
    }
  }

  /** A single program: several would overwrite each other, which Galley cannot prevent. */
  async #programLoop(): Promise<void> {
    const { root } = this.paths;
    while (!this.#isOver) {
      const path = join(root, pick(documents));
      const word = this.expectedWords.next();
      const way = pick(["rename over", "append in place", "sed"] as const);
      if (way === "append in place" || /linked/.test(path)) appendFileSync(path, `\nAppended ${word}.\n`);
      else {
        const before = readFileSync(path, "utf8");
        const [old = "# "] = wordsIn(before);
        const text = way === "sed" ? before.replace(old, () => `${old} ${word}`) : `${before}\nReplaced ${word}.\n`;
        // The temporary's name is not that of a document, so nobody takes it for one.
        const temporary = join(root, ".outside.tmp");
        writeFileSync(temporary, text);
        renameSync(temporary, path);
      }
      this.note(`program: ${way} ${path} ${word}`);
      this.expectedWords.confirm("program", word);
      await pause(pick([100, 500, 1500]));
    }
  }
}

/** Temporaries left below the root. */
export const leftIn = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => /\.galley-.*\.tmp$/.test(name));
