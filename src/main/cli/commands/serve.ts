import { existsSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isWithin, usedDataFolder } from "../../engine/storage";
import { readDatabaseUrl } from "../../sharing/store/postgres-database";
import { type Command, exitCode, type OptionValues, UsageError } from "../command";
import type { StoreLocation } from "../serve-store";

/** Serves a shared folder until a signal stops it. */
const serve: Command = {
  name: "serve",
  takes:
    "--data DIR|--store URL [--folder DIR] [--redis URL] [--port N] [--host H] [--url URL] [--link editor|reader]… [--revoke] …",
  summary: "Run the server of a shared folder.",
  details: `Keeps the texts, images, PDFs and Office documents of a shared folder in DIR, or in a Postgres database, and passes on what its members write. Every change is stored before it is
confirmed. With DIR it needs no other service. It speaks the protocol of Hocuspocus: texts are Yjs documents, and the secret of the link is the token.
Members join with galley join LINK FOLDER. The first start prints a link for editors; its secret is stored only as a hash, so keep the link.
It listens on this machine only. For other machines, put a proxy with TLS in front, and give its address as --url.
Several servers may serve one database behind a balancer, if all of them have the same --store and --redis.
With --folder it also keeps plain files of this machine in sync, as galley join does, and serves the tools in that folder to agents of this machine: MCP over
HTTP, with the token in the file that is named at the start. What an agent writes reaches all members at once, and waits for review on this machine only:
galley review lists it, galley agents pauses agents. History, review and token are in GALLEY_DATA, else the system's folder for such things.
With --web, too, a link opens in a browser: a guest reads, comments and writes there, and reaches no other file, no agent and nothing else of this machine.
GET /health is ok while changes can be stored; GET /metrics is for Prometheus. SIGTERM ends it once everything that was received is stored.`,
  options: {
    data: { type: "string" },
    store: { type: "string" },
    redis: { type: "string" },
    folder: { type: "string" },
    "mcp-port": { type: "string" },
    web: { type: "boolean" },
    port: { type: "string" },
    host: { type: "string" },
    url: { type: "string" },
    "file-quota": { type: "string" },
    link: { type: "string", multiple: true },
    revoke: { type: "boolean" },
    "behind-proxy": { type: "boolean" },
    "public-metrics": { type: "boolean" },
    "jwt-keys": { type: "string" },
    "jwt-audience": { type: "string" },
    "jwt-issuer": { type: "string" },
  },
  optionHelp: {
    "data DIR": "Where the shared folder is stored. Made if it is missing.",
    "store URL":
      "A Postgres database instead: postgres://USER@HOST/NAME. GALLEY_STORE in the environment does the same, and shows its password in no list of processes.",
    "redis URL":
      "redis://HOST, or rediss:// with TLS: what servers of one database send each other. GALLEY_REDIS in the environment does the same.",
    "folder DIR":
      "A folder of this machine that is a member, too. It must exist: a missing disk must not look like an empty folder. Files that are in it are shared.",
    "mcp-port N": "Where agents reach the tools on --folder. Default: 4481. 0 is any free port.",
    web: "Serve a page for guests: a browser that opens a link reads, comments and writes the texts in --folder, as far as the link allows.",
    "port N": "Default: 4480. 0 is any free port.",
    "host H": "The address to listen on. Default: 127.0.0.1.",
    "url URL": "The https:// address of the proxy, for the links that are printed.",
    "file-quota SIZE":
      "How much images, PDFs and Office documents may have together, such as 500M or 20G; earlier versions count until they are removed. Default: 10G.",
    "link ROLE":
      "Make another link: for an editor, for a commenter, who reads and comments, or for a reader. May be repeated.",
    revoke: "End all links that were made before, on all servers, and make a new one for editors.",
    "behind-proxy":
      "Limits hold for the addresses that the proxy gives in X-Forwarded-For. Only if nobody but the proxy can connect.",
    "public-metrics": "GET /metrics answers everybody who can connect, and not only programs of this machine.",
    "jwt-keys URL|FILE":
      "Accept tokens of an identity provider, too: the https:// address of its public keys (JWKS), or a file with them. The claim galley_role says editor, commenter or reader.",
    "jwt-audience NAME": "Whom these tokens must be made for (claim aud). Needed with --jwt-keys.",
    "jwt-issuer NAME": "Who must have made them (claim iss).",
  },
  arity: [0, 0],

  async run({ values, print, complain }) {
    const options = { ...optionsOf(values), folder: await folderOf(values), page: pageOf(values) };
    // Imported here because only this command needs the server.
    const { serveFolder } = await import("../serve-folder");
    await serveFolder({ ...options, print, complain });
    return exitCode.ok;
  },
};

const storeOptions = { data: { type: "string" }, store: { type: "string" } } as const;
const storeOptionHelp = {
  "data DIR": "Where the shared folder is stored.",
  "store URL": "The Postgres database that it is stored in; or GALLEY_STORE in the environment.",
};

const backup: Command = {
  name: "serve backup",
  takes: "FILE --data DIR|--store URL",
  summary: "Copy a shared folder into a file.",
  details: `FILE gets everything that the shared folder has at one moment, while servers may be running: its texts, its other files, and its links as hashes. It must not exist yet.
Keep it like the texts themselves. galley serve restore makes a shared folder of it again, in a folder or in Postgres.`,
  options: storeOptions,
  optionHelp: storeOptionHelp,
  arity: [1, 1],

  async run({ values, positionals, complain }) {
    const place = placeOf(values);
    const { backUp } = await import("../serve-backup");
    await backUp({ place, file: resolve(positionals[0] ?? ""), complain });
    return exitCode.ok;
  },
};

const restore: Command = {
  name: "serve restore",
  takes: "FILE --data DIR|--store URL",
  summary: "Make a shared folder of a backup.",
  details: `Fills an empty folder or database with what galley serve backup wrote to FILE. The links of that time are valid again. Members merge their files with it as at
the first time, so that nothing that was written since the backup is lost.`,
  options: storeOptions,
  optionHelp: storeOptionHelp,
  arity: [1, 1],

  async run({ values, positionals, complain }) {
    const place = placeOf(values);
    const { restore: fill } = await import("../serve-backup");
    await fill({ place, file: resolve(positionals[0] ?? ""), complain });
    return exitCode.ok;
  },
};

/** `galley serve` comes last: the others begin with its name. */
export const serveCommands: readonly Command[] = [backup, restore, serve];

const optionsOf = (values: OptionValues) => {
  const { port = "4480", host = "127.0.0.1", url, link = [], revoke } = values;
  const place = placeOf(values);
  const links = (Array.isArray(link) ? link : [link]).map((role) => {
    if (role === "editor" || role === "commenter" || role === "reader") return role;
    throw new UsageError(`--link takes editor, commenter or reader, not ${JSON.stringify(role)}.`);
  });
  const redis = redisOf(values.redis ?? process.env.GALLEY_REDIS);
  if (redis !== null && "folder" in place)
    throw new UsageError("--redis connects servers of one database: it needs --store postgres://….");
  return {
    place,
    redis,
    port: portOf("port", port),
    host: String(host),
    url: urlOf(url),
    links,
    revoke: !!revoke,
    isBehindProxy: !!values["behind-proxy"],
    hasPublicMetrics: !!values["public-metrics"],
    identity: identityOf(values),
    fileQuota: quotaOf(values["file-quota"] ?? "10G"),
  };
};

const portOf = (option: string, given: OptionValues[string]): number => {
  if (/^\d{1,5}$/.test(String(given)) && Number(given) <= 65_535) return Number(given);
  throw new UsageError(`--${option} takes a number up to 65535, not ${JSON.stringify(given)}.`);
};

/** Bytes of `500M`, `20G` or `1T`. */
const quotaOf = (given: OptionValues[string]): number => {
  const found = /^(\d{1,6})([MGT])$/i.exec(String(given));
  if (found === null) throw new UsageError(`--file-quota takes a size like 500M or 20G, not ${JSON.stringify(given)}.`);
  return Number(found[1]) * 1024 ** ("MGT".indexOf((found[2] ?? "").toUpperCase()) + 2);
};

/** The folder of this machine that the server keeps in sync; null for none. */
const folderOf = async (values: OptionValues) => {
  const { folder, "mcp-port": port = "4481" } = values;
  if (folder === undefined) {
    if (values["mcp-port"] !== undefined) throw new UsageError("--mcp-port needs --folder, which agents work in.");
    return null;
  }
  const mcpPort = portOf("mcp-port", port);
  const root = await realFolder(String(folder));
  if (root === null)
    throw new UsageError(`--folder ${folder}: there is no such folder. Make it, or mount the disk that it is on.`);
  const dataDir = usedDataFolder();
  const place = placeOf(values);
  const store = "folder" in place ? ((await realFolder(place.folder)) ?? place.folder) : null;
  const why = whyUnfit(root, { store, dataDir: (await realFolder(dataDir)) ?? dataDir });
  if (why !== null) throw new UsageError(why);
  return { root, dataDir, mcpPort };
};

/** The built renderer for the page for guests; null for no page. */
const pageOf = ({ web, folder, host = "127.0.0.1", url }: OptionValues): string | null => {
  if (!web) return null;
  if (folder === undefined)
    throw new UsageError("--web needs --folder: guests read and write the files that are there.");
  const proxy = urlOf(url);
  if (proxy === null && !loopback.has(String(host).includes(":") ? `[${host}]` : String(host)))
    throw new UsageError("--web needs --url here: browsers of other machines must come through a proxy with TLS.");
  if (proxy !== null && proxy.pathname !== "/")
    throw new UsageError("--web needs a --url without a path, like https://docs.example.org/.");
  const page = builtPage();
  if (page === null) throw new UsageError("--web: this installation of Galley has no page for guests.");
  return page;
};

/** The folder with the built renderer: beside the built code, whose parts are a folder below. */
const builtPage = (): string | null =>
  [1, 2, 3]
    .map((up) => join(import.meta.dirname, ...Array<string>(up).fill(".."), "renderer"))
    .find((folder) => existsSync(join(folder, "guest", "index.html"))) ?? null;

/** The real path of a folder; null if there is none. */
const realFolder = async (given: string): Promise<string | null> => {
  try {
    const path = given === "" ? null : await realpath(resolve(given));
    return path !== null && (await stat(path)).isDirectory() ? path : null;
  } catch {
    return null;
  }
};

/** Why a folder cannot be the server's; null if it can. `store` is null for a database. */
const whyUnfit = (root: string, { store, dataDir }: { store: string | null; dataDir: string }): string | null => {
  if (store !== null && (isWithin(store, root) || isWithin(root, store)))
    return `--folder and --data must be separate: agents could write in ${store}.`;
  return isWithin(root, dataDir) ? `--folder is in Galley's data folder ${dataDir}, where nobody may write.` : null;
};

/** Where the shared folder is stored. What the command line says goes before the environment. */
const placeOf = ({ data, store }: OptionValues): StoreLocation => {
  if (data !== undefined && store !== undefined)
    throw new UsageError("--data and --store are two places. Give the one where the shared folder is stored.");
  const given = data === undefined ? (store ?? process.env.GALLEY_STORE) : undefined;
  if (given !== undefined && given !== "") {
    if (readDatabaseUrl(String(given)) === null)
      throw new UsageError(
        "--store takes the address of a Postgres database, like postgres://galley@db.example.org/galley. In its password, write / ? # @ as %2F %3F %23 %40.",
      );
    return { postgres: String(given) };
  }
  if (typeof data !== "string" || data === "")
    throw new UsageError("--data is required: the folder to store it in. Or --store, for a Postgres database.");
  return { folder: resolve(data) };
};

const redisOf = (given: OptionValues[string]): URL | null => {
  if (given === undefined || given === "") return null;
  const url = URL.parse(String(given));
  if (url === null || !["redis:", "rediss:"].includes(url.protocol) || url.hostname === "")
    throw new UsageError("--redis takes an address like redis://127.0.0.1:6379.");
  return url;
};

const urlOf = (given: OptionValues[string]): URL | null => {
  if (given === undefined) return null;
  const url = URL.parse(String(given));
  if (url?.protocol !== "https:" || url.username !== "" || url.search !== "" || url.hash !== "")
    throw new UsageError("--url takes an address like https://docs.example.org/.");
  return url;
};

const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);

const identityOf = (values: OptionValues) => {
  const { "jwt-keys": given, "jwt-audience": audience, "jwt-issuer": issuer } = values;
  if (given === undefined) {
    if (audience === undefined && issuer === undefined) return null;
    throw new UsageError("--jwt-audience and --jwt-issuer need --jwt-keys.");
  }
  if (typeof audience !== "string" || audience === "")
    throw new UsageError("--jwt-keys needs --jwt-audience: tokens for other programs must not open this folder.");
  const url = URL.parse(String(given));
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (isWeb && url.protocol === "http:" && !loopback.has(url.hostname))
    throw new UsageError("--jwt-keys takes an https:// address: keys that come unencrypted could be anybody's.");
  return {
    keys: isWeb ? url : resolve(String(given)),
    audience,
    issuer: typeof issuer === "string" && issuer !== "" ? issuer : null,
  };
};
