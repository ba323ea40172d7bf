import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { version } from "../../../package.json";
import { httpToken } from "../connect/http-token";
import type { Engine } from "../engine";
import type { HttpServer } from "../mcp/http/serve-http";
import { type FolderMember, joinFolder, type MemberNews } from "../sharing/member/folder-member";
import { holdFolder } from "../sharing/member/hold-folder";
import { memberName } from "../sharing/member/member-name";
import { createGuests, type Guests } from "../web/guests";
import { CommandError } from "./command";
import { sentenceOf } from "./join-folder";
import { openEngine } from "./open-engine";
import { serveAgents } from "./serve-agents";

export type ServerFolderOptions = {
  /** The folder's real path. */
  root: string;
  /** Galley's data folder, for the engine. */
  dataDir: string;
  /** The port for agents; zero: any free one. */
  mcpPort: number;
  /** Whether there is a page for guests. */
  hasGuests: boolean;
  complain(sentence: string): void;
};

/** A folder of plain files that the server itself keeps in sync with what it serves, and its agents. */
export type ServerFolder = {
  /** The guests of the folder, if there is a page for them; null until it was started. */
  guests(): Guests | null;
  /** Joins the shared folder, and serves the tools to agents. Resolves to lines for the operator. Throws a `CommandError`. */
  start(link: { url: string; secret: string }): Promise<string[]>;
  /** Ends the agents' calls, waits until the server has what was written here, and lets go. To be called before the server ends. */
  close(): Promise<void>;
};

/** Milliseconds that the server's last words may take: its store may be away. What is not sent then is sent at the next start. */
const LAST_WORDS_MS = 8000;

/** Takes hold of a folder for the server. Throws a `CommandError` if another process has it. */
export async function holdServerFolder(options: ServerFolderOptions): Promise<ServerFolder> {
  const { root, dataDir, complain } = options;
  const letGo = await holdFolder(dataDir, root);
  if (letGo === null)
    throw new CommandError(
      `${root} is already kept in sync with a shared folder, by another galley serve, galley join or Galley. Stop it first.`,
    );
  let engine: Engine | null = null;
  let member: FolderMember | null = null;
  let agents: Extract<HttpServer, { status: "serving" }> | null = null;
  let guests: Guests | null = null;
  let isClosed = false;
  return {
    guests: () => (isClosed ? null : guests),
    async start(link) {
      engine = await openEngine(dataDir);
      const tokenPath = join(dataDir, TOKEN_FILE);
      const token = httpToken(tokenPath);
      await token.now();
      agents = await serveAgents({ port: options.mcpPort, root, dataDir, engine, token, tokenPath, complain });
      const notice = (news: MemberNews) => {
        // The server reports by itself whether its store can be used.
        if (news.kind !== "connected" && news.kind !== "lost") complain(sentenceOf(news));
      };
      member = joinFolder({ root, link, dataDir, engine, name: memberName(), notice });
      if (options.hasGuests) guests = createGuests({ root, dataDir, engine, version, log: complain });
      return [
        `Its files are in ${root}.`,
        `Agents on this machine: ${agents.address}, with the token in ${tokenPath} as Authorization: Bearer.`,
      ];
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await Promise.all([agents?.close(), guests?.close()]);
      if (member !== null) {
        const late = new AbortController();
        await Promise.race([
          member.idle(),
          wait(LAST_WORDS_MS, undefined, { signal: late.signal }).catch(() => undefined),
        ]);
        late.abort();
        await member.close();
      }
      await engine?.close();
      letGo();
    },
  };
}

/** In the data folder, which no tool can read. It is not the app's: whoever may use one server may not use the other. */
const TOKEN_FILE = "server-token";
