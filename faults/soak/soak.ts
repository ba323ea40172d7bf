import { execFile } from "node:child_process";
import { linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Author, ExpectedWords, wordsIn } from "./expected-words";
import { filesBelow } from "./files-below";
import { OutsideProgram } from "./outside-program";
import { Power } from "./power";

/** The folders of a soak test, and how to start its processes: `program` runs as Node, `cli` is the built command line. */
export type SoakPaths = { root: string; home: string; dataDir: string; program: string; cli: string };

/** The totals of a soak test. */
export type SoakResult = {
  calls: number;
  rejections: Map<string, number>;
  kills: number;
  restarts: number;
  jumps: number;
  cuts: number;
  /** Saved words that a power cut removed from their documents. */
  removed: string[];
  /** Answers of agents that reached the app's window, and those that did not find it although it was open. */
  met: number;
  missed: string[];
};

/** What a call of a tool returned. */
type Answer = { ok: boolean; text: string };

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const day = 86_400_000;

/** The documents. The last two are one file with two names, which is saved in place. */
const documents = ["a.md", "b.md", "c.md", "deep/d.md", "linked.md", "also-linked.md"] as const;

/** The document that the app has open. */
const shownDocument = "a.md";
/** Milliseconds that an agent has to find an app that was started. */
const findingTime = 5000;

/** After a power cut the temporaries in a folder stay until the next save there. */
const oneInEachFolder = ["b.md", "deep/d.md"] as const;

/** The writers that run in a loop: two servers, the command line, another program. */
const LOOPS = 4;

/** Everyone but the windows: agents on two servers and the command line, another program, a clock that jumps, and the power. */
export class Soak {
  readonly expectedWords = new ExpectedWords();
  readonly result: SoakResult = {
    calls: 0,
    rejections: new Map(),
    kills: 0,
    restarts: 0,
    jumps: 0,
    cuts: 0,
    removed: [],
    met: 0,
    missed: [],
  };
  /** Null without a C compiler: then no clock jumps and the power is never cut. */
  readonly power: Power | null;
  /** Since when a window shows `shownDocument`, in milliseconds since 1970; null while there is none. */
  windowSince: number | null = null;
  readonly #servers: (Client | null)[] = [null, null];
  /** Events with their time in milliseconds since 1970. */
  readonly #events: { at: number; what: string }[] = [];
  readonly #program: OutsideProgram;
  #isOver = false;
  #running: Promise<void>[] = [];
  /** Resolves when the power is back. Until then nobody starts anything. */
  #powerBack: Promise<void> | null = null;
  #waiting = 0;

  constructor(readonly paths: SoakPaths) {
    const { root, home, dataDir } = paths;
    mkdirSync(join(root, "deep"), { recursive: true });
    for (const name of documents.slice(0, -1)) {
      const word = this.expectedWords.next();
      writeFileSync(join(root, name), `# ${name}\n\nAt first ${word}.\n`);
      // The other program may remove its own first text; nobody here does.
      this.expectedWords.confirm("program", word);
    }
    linkSync(join(root, "linked.md"), join(root, "also-linked.md"));
    mkdirSync(dataDir, { recursive: true });
    mkdirSync(join(home, "power"));
    this.power = Power.over(join(home, "power"), [root, dataDir]);
    this.#program = new OutsideProgram(paths.program, this.power?.env ?? {});
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

  /** Waits for the last calls, then ends all processes. Rejects if Galley stops saving. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
    for (const path of oneInEachFolder) await this.#saveOnce(path);
    for (const server of this.#servers) await server?.close();
    this.#program.end();
    this.power?.close();
  }

  /** Moves the clock of every process that has `power.env`. */
  jump(): void {
    if (this.power === null) return;
    const ahead = pick([0, 0, 60_000, -3_600_000, 400 * day, -400 * day, 2 * day]);
    this.power.setAhead(ahead);
    this.result.jumps++;
    this.note(`clock ${ahead}`);
  }

  /**
   * Cuts the power: every process ends at once, and afterwards only what was synced is certain to be there. `restart` runs before the writers
   * continue.
   */
  async cutPower(restart: () => Promise<void>): Promise<void> {
    if (this.power === null) return;
    this.note("the power is cut");
    let turnOn = () => {};
    this.#powerBack = new Promise((done) => {
      turnOn = done;
    });
    // A writer that was about to start a process when the others were killed may have started it.
    for (;;) {
      await this.power.killAll();
      if (this.#waiting === LOOPS) break;
      await pause(50);
    }
    const before = this.#readDocuments();
    this.power.cut();
    this.result.cuts++;
    this.note("the power is back");
    this.#compare(before);
    await restart();
    this.#powerBack = null;
    turnOn();
  }

  #readDocuments(): Map<string, string> {
    return new Map(documents.map((name) => [name, readFileSync(join(this.paths.root, name), "utf8")]));
  }

  /** Finds the saved words that were in a document before a power cut and are no longer, nor in an interrupted save of it. */
  #compare(before: ReadonlyMap<string, string>): void {
    const after = this.#readDocuments();
    const saves = new Set([...filesBelow(join(this.paths.dataDir, "saves"))].flatMap(wordsIn));
    for (const [name, text] of before) {
      const left = new Set(wordsIn(after.get(name) ?? ""));
      for (const word of this.expectedWords.savedIn(text)) {
        if (left.has(word) || saves.has(word)) continue;
        this.result.removed.push(`${word} from ${name} at ${new Date().toISOString()}`);
        this.note(`the power cut removed ${word} from ${name}`);
      }
    }
  }

  async #hasPower(): Promise<void> {
    while (this.#powerBack !== null) {
      this.#waiting++;
      await this.#powerBack;
      this.#waiting--;
    }
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
      await this.#hasPower();
      await this.#write(author, async (args) => {
        const server = await this.#server(index);
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
    const { home, root, program, cli } = this.paths;
    const env = Object.entries({ ...this.power?.env, ELECTRON_RUN_AS_NODE: "1", HOME: home });
    const args = [...env.map(([name, value]) => `${name}=${value}`), program, cli, "mcp", "--root", root];
    const server = new Client({ name: `soak ${index + 1}`, version: "1" });
    await server.connect(new StdioClientTransport({ command: "env", args, stderr: "ignore" }));
    server.onclose = () => {
      if (this.#servers[index] === server) this.#servers[index] = null;
    };
    this.#servers[index] = server;
    this.result.restarts++;
    return server;
  }

  async #commandLoop(): Promise<void> {
    while (!this.#isOver) {
      await this.#hasPower();
      // Sometimes kills the command while it runs.
      const killAfter = pick([0, 0, 0, 150 + Math.random() * 500]);
      await this.#write("command line", (args) => this.#command(args, killAfter)).catch(() => {});
      await pause(pick([50, 300, 1000]));
    }
  }

  /** Another writer may come first a few times. */
  async #saveOnce(path: string): Promise<void> {
    for (let attempt = 0; attempt < 5; attempt++)
      if (await this.#write("command line", (args) => this.#command(args, 0), path)) return;
    throw new Error(`nothing can be saved to ${path}`);
  }

  /** Rejects if the command was killed. */
  #command(args: Record<string, unknown>, killAfter: number): Promise<Answer> {
    const { home, root, program, cli } = this.paths;
    const argv = [cli, "call", "text_editor", JSON.stringify(args), "--root", root];
    const env = { ...this.power?.env, HOME: home, PATH: process.env["PATH"], ELECTRON_RUN_AS_NODE: "1" };
    return new Promise((done, failed) => {
      const child = execFile(program, argv, { env }, (_, stdout) => {
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
  }

  /** One write by an agent: the whole document, or a patch of its content. Confirmed words are expected at the end; false if rejected. */
  async #write(
    author: Author,
    call: (args: Record<string, unknown>) => Promise<Answer>,
    path: string = pick(documents),
  ): Promise<boolean> {
    const word = this.expectedWords.next();
    const before = readFileSync(join(this.paths.root, path), "utf8");
    const old = pick(wordsIn(before)) ?? "";
    const isWhole = before.length > 20_000 || old === "" || Math.random() < 0.2;
    const patch = { action: "patch", old_text: old, new_text: pick([word, `${old} ${word}`, `${word}\n\n${old}`]) };
    const whole = { action: "write", content: `# ${path}\n\nWhole ${word}.\n` };
    // The answer has a warning if there is no window to show it in.
    const args = { path, ...(isWhole ? whole : patch), ...(path === shownDocument ? { open_in_canvas: true } : {}) };
    const since = this.windowSince;
    const isShown = path === shownDocument && since !== null && Date.now() > since + findingTime;
    this.note(`${author} asks ${JSON.stringify(args)}`);
    const { ok, text } = await call(args);
    this.note(`${author} is answered ${ok ? "ok" : text.slice(0, 200)} (${word})`);
    this.result.calls++;
    if (ok) this.expectedWords.confirm(author, word);
    if (isShown && since === this.windowSince) {
      if (text.includes("no window is open")) this.result.missed.push(`${author} (${word})`);
      else if (ok || text.includes("unresolved conflict in the editor")) this.result.met++;
    }
    if (!ok) {
      const reason = text
        .slice(0, 40)
        .replace(/\d+/g, "N")
        .replace(/w[N\d]+\w+q/g, "word");
      this.result.rejections.set(reason, (this.result.rejections.get(reason) ?? 0) + 1);
    }
    return ok;
  }

  /** A single program: several would overwrite each other, which Galley cannot prevent. */
  async #programLoop(): Promise<void> {
    const { root } = this.paths;
    while (!this.#isOver) {
      await this.#hasPower();
      const path = join(root, pick(documents));
      const word = this.expectedWords.next();
      const isAppended = /linked/.test(path) || Math.random() < 0.33;
      // The temporary's name is not that of a document, so nobody takes it for one.
      const temporary = join(root, ".outside.tmp");
      this.note(`program: ${isAppended ? "append" : "replace"} ${path} ${word}`);
      await (isAppended ? this.#program.append(path, word) : this.#program.replace(path, word, temporary)).then(
        () => this.expectedWords.confirm("program", word),
        // The power was cut: no write was confirmed.
        () => {},
      );
      await pause(pick([100, 500, 1500]));
    }
  }
}

/** Temporaries left below the root. */
export const leftIn = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => /\.galley-.*\.tmp$/.test(name));
