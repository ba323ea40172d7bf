import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { AssistantEvents } from "../../../../shared/assistant-requests";
import type { ProviderKind } from "../../../../shared/assistant-setup";
import { type Conversation, isEnded, type Turn, withChange } from "../../../../shared/conversation";
import { openBookIdStore } from "../../../engine/books/work/book-id-store";
import { openHistory } from "../../../engine/history/sqlite-history";
import { assembleEngine } from "../../../engine/host/create-engine";
import type { Engine } from "../../../engine/host/engine";
import type { Documents } from "../../../engine/ports/documents";
import { openReview } from "../../../engine/review/sqlite-review";
import { createDisk } from "../../../engine/storage/saving/disk";
import { type AcpService, type AcpServiceDeps, type Announcement, createAcpService } from "../../acp";
import { createAgentHolds } from "../../agents/agent-holds";
import { type Agents, createAgents } from "../../agents/agents";
import type { KeySafe } from "../../core/key-safe";
import { Assistant, type AssistantDeps } from "../assistant";
import type { OpenText } from "../context/chips";
import { type FakeEndpoint, fakeEndpoint } from "./fake-endpoint";

/** A key store that reverses secrets; a test can disable it. */
const reversing: KeySafe = {
  isSafe: async () => true,
  encrypt: async (secret) => Buffer.from(secret).reverse(),
  decrypt: async (bytes) => Buffer.from(bytes).reverse().toString(),
};

export const testKey = "sk-test-4f9a8b7c6d5e+/=x";

/** An assistant with an engine over a folder on the real disk, and a fake endpoint. */
export type TestAssistant = {
  folder: string;
  dataDir: string;
  /** The user's own folder; not made before a test writes there. */
  home: string;
  engine: Engine;
  assistant: Assistant;
  endpoint: FakeEndpoint;
  /** Events sent to the renderers, in order. */
  events: { name: keyof AssistantEvents; event: unknown }[];
  logged: string[];
  open: Map<string, OpenText>;
  agents: Agents;
  acp: AcpService;
  /** What agents said before they wrote. */
  announced: Announcement[];
  read(name: string): string;
  /** The renderer's copy of a conversation, built from changes only. */
  page(id: string): Conversation | null;
  /** Creates a conversation in the folder. */
  begin(): string;
  /** Sends a question and waits for the end of the turn. */
  ask(id: string, text: string): Promise<Turn>;
  /** Waits until the last turn passes a check. */
  until(id: string, check: (turn: Turn) => boolean): Promise<Turn>;
  ended(id: string): Promise<Turn>;
  /** Another assistant over the same data. `kill`: the current one ends without its last writes. */
  restart(how: "close" | "kill"): Promise<TestAssistant>;
  /** Every file, event and log entry that contains `text`. */
  locationsWith(text: string): string[];
  end(): Promise<void>;
};

type Options = Partial<Pick<AssistantDeps, "keySafe" | "secondMs" | "random">> & {
  /** The user's own agents, as the setting has them. */
  agents?: string;
  /** The file or address of a registry of agents. */
  registry?: string;
  protocol?: 1 | 2;
  /** How long agents may take. */
  patience?: AcpServiceDeps["patience"];
  kind?: ProviderKind;
  files?: Record<string, string>;
  key?: "stored" | "session" | "none";
};

/** Creates an assistant with a provider. Its random source is fixed, and a second takes ten milliseconds. */
export async function createTestAssistant(options: Options = {}): Promise<TestAssistant> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "galley-assistant-")));
  for (const [name, text] of Object.entries(options.files ?? { "notes.md": "# Notes\n\none\n" })) {
    mkdirSync(dirname(join(top, "notes", name)), { recursive: true });
    writeFileSync(join(top, "notes", name), text);
  }
  mkdirSync(join(top, "notes"), { recursive: true });
  const endpoint = await fakeEndpoint();
  const testAssistant = await over(top, endpoint, options);
  const { kind = "anthropic", key = "stored" } = options;
  await testAssistant.assistant.setup.save({
    id: null,
    kind,
    name: "Test Provider",
    baseUrl: `${endpoint.url}/v1`,
    model: "model-a",
    contextLimit: null,
    price: null,
    key: key === "none" ? { change: "keep" } : { change: "set", key: testKey, until: key },
  });
  return testAssistant;
}

async function over(top: string, endpoint: FakeEndpoint, options: Options): Promise<TestAssistant> {
  const folder = join(top, "notes");
  const dataDir = join(top, "data");
  const events: TestAssistant["events"] = [];
  const pages = new Map<string, Conversation>();
  const logged: string[] = [];
  const open = new Map<string, OpenText>();
  const disk = createDisk({ locksFolder: join(top, "locks"), savesFolder: join(dataDir, "saves") });
  const history = openHistory({ dataDir });
  const review = (textOf: Documents["textOf"]) =>
    openReview({ dataDir, textOf, notice: (sentence) => logged.push(sentence) });
  const engine = assembleEngine(
    {},
    {
      store: disk,
      history,
      review,
      forbidden: [dataDir],
      // With book tools, like in the app.
      bookIds: openBookIdStore(dataDir, (sentence) => logged.push(String(sentence))),
      log: (error) => logged.push(String(error)),
    },
  );
  let isTelling = true;
  const announced: TestAssistant["announced"] = [];
  const agents = createAgents(
    createAgentHolds(null, (error) => logged.push(String(error))),
    () => {},
    0,
  );
  const acp = createAcpService({
    version: "0.0.0",
    dataDir,
    command: [],
    env: process.env,
    ownAgents: () => options.agents ?? "",
    registry: () => options.registry ?? "",
    protocol: () => options.protocol ?? 1,
    engine: async () => engine,
    run: (call, engineOf) => agents.run(call, engineOf),
    called: (id, description) => agents.called(id, description),
    read: (caller, realPath) => agents.read(caller, realPath),
    announced: (announcement) => announced.push(announcement),
    log: (line) => logged.push(line),
    clean: (text) => assistant.clean(text),
    ...(options.patience ? { patience: options.patience } : {}),
  });
  const assistant: Assistant = new Assistant({
    acp,
    compareFiles: async () => undefined,
    version: "0.0.0",
    env: process.env,
    isHeld: (agent) => agents.denial(agent, "prompt") !== null,
    dataDir,
    home: join(top, "home"),
    keySafe: options.keySafe ?? reversing,
    engine: async () => engine,
    broadcast(name, event) {
      if (!isTelling) return;
      events.push({ name, event: structuredClone(event) });
      if (name !== "assistant:changed") return;
      const { conversation, seq, change } = event as AssistantEvents["assistant:changed"];
      const page = pages.get(conversation);
      if (page && page.seq + 1 !== seq) throw new Error(`change ${seq} after ${page.seq}`);
      if (page) pages.set(conversation, withChange(page, seq, structuredClone(change)));
    },
    notice: (sentence) => logged.push(sentence),
    log: (line) => logged.push(line),
    openText: async (doc) => open.get(doc) ?? null,
    openPaths: () => [...open.values()].flatMap(({ path }) => path ?? []),
    connected: (agent) => agents.connected(agent),
    disconnected: (id) => agents.disconnected(id),
    forgotten: () => {},
    ollamaUrl: endpoint.url,
    secondMs: options.secondMs ?? 10,
    random: options.random ?? (() => -0.5),
  });
  await assistant.ready();
  engine.review.onDecided((decision) => assistant.decided(decision));

  const dispose = async (): Promise<void> => {
    await engine.close();
    disk.close();
  };
  const testAssistant: TestAssistant = {
    folder,
    dataDir,
    home: join(top, "home"),
    engine,
    assistant,
    endpoint,
    events,
    logged,
    open,
    agents,
    acp,
    announced,
    read: (name) => readFileSync(join(folder, name), "utf8"),
    page: (id) => pages.get(id) ?? null,
    begin() {
      const conversation = assistant.create(folder);
      pages.set(conversation.id, structuredClone(conversation));
      return conversation.id;
    },
    async ask(id, text) {
      await assistant.send(id, text, []);
      return testAssistant.ended(id);
    },
    async until(id, check) {
      for (const deadline = Date.now() + 20_000; ; ) {
        const turn = assistant.open(id).turns.at(-1);
        if (turn && check(turn)) return turn;
        if (Date.now() > deadline) throw new Error(`the turn came to ${JSON.stringify(turn?.state)}`);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
    ended: (id) => testAssistant.until(id, ({ state }) => isEnded(state)),
    async restart(how) {
      isTelling = false;
      if (how === "close") {
        await assistant.close();
        await dispose();
      }
      return over(top, endpoint, options);
    },
    locationsWith(text) {
      const found: string[] = [];
      if (JSON.stringify(events).includes(JSON.stringify(text).slice(1, -1))) found.push("events");
      if (logged.join("\n").includes(text)) found.push("log");
      const search = (path: string): void => {
        if (statSync(path).isDirectory()) for (const name of readdirSync(path)) search(join(path, name));
        else if (readFileSync(path).includes(text)) found.push(path);
      };
      search(top);
      return found;
    },
    async end() {
      isTelling = false;
      await assistant.close();
      await dispose();
      await endpoint.close();
      rmSync(top, { recursive: true, force: true });
    },
  };
  return testAssistant;
}
