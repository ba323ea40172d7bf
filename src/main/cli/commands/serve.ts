import { resolve } from "node:path";
import { readDatabaseUrl } from "../../sharing/store/postgres-database";
import { type Command, exitCode, type OptionValues, UsageError } from "../command";
import type { StorePlace } from "../serve-store";

/** Serves a shared folder until a signal stops it. */
const serve: Command = {
  name: "serve",
  takes: "--data DIR|--store URL [--redis URL] [--port N] [--host H] [--url URL] [--link editor|reader]… [--revoke] …",
  summary: "Run the server of a shared folder.",
  details: `Keeps the texts of a shared folder in DIR, or in a Postgres database, and passes on what its members write. Every change is stored before it is
confirmed. With DIR it needs no other service. It speaks the protocol of Hocuspocus: texts are Yjs documents, and the secret of the link is the token.
Members join with galley join LINK FOLDER. The first start prints a link for editors; its secret is stored only as a hash, so keep the link.
It listens on this machine only. For other machines, put a proxy with TLS in front, and give its address as --url.
Several servers may serve one database behind a balancer, if all of them have the same --store and --redis.
GET /health is ok while changes can be stored; GET /metrics is for Prometheus. SIGTERM ends it once everything that was received is stored.`,
  options: {
    data: { type: "string" },
    store: { type: "string" },
    redis: { type: "string" },
    port: { type: "string" },
    host: { type: "string" },
    url: { type: "string" },
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
    "port N": "Default: 4480. 0 is any free port.",
    "host H": "The address to listen on. Default: 127.0.0.1.",
    "url URL": "The https:// address of the proxy, for the links that are printed.",
    "link ROLE": "Make another link, for an editor or a reader, whose changes are refused. May be repeated.",
    revoke: "End all links that were made before, on all servers, and make a new one for editors.",
    "behind-proxy":
      "Limits hold for the addresses that the proxy gives in X-Forwarded-For. Only if nobody but the proxy can connect.",
    "public-metrics": "GET /metrics answers everybody who can connect, and not only programs of this machine.",
    "jwt-keys URL|FILE":
      "Accept tokens of an identity provider, too: the https:// address of its public keys (JWKS), or a file with them. The claim galley_role says editor or reader.",
    "jwt-audience NAME": "Whom these tokens must be made for (claim aud). Needed with --jwt-keys.",
    "jwt-issuer NAME": "Who must have made them (claim iss).",
  },
  arity: [0, 0],

  async run({ values, print, complain }) {
    const options = optionsOf(values);
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
  details: `FILE gets everything that the shared folder has at one moment, while servers may be running: its texts, and its links as hashes. It must not exist yet.
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
  if (!/^\d{1,5}$/.test(String(port)) || Number(port) > 65_535)
    throw new UsageError(`--port takes a number up to 65535, not ${JSON.stringify(port)}.`);
  const links = (Array.isArray(link) ? link : [link]).map((role) => {
    if (role === "editor" || role === "reader") return role;
    throw new UsageError(`--link takes editor or reader, not ${JSON.stringify(role)}.`);
  });
  const redis = redisOf(values.redis ?? process.env.GALLEY_REDIS);
  if (redis !== null && "folder" in place)
    throw new UsageError("--redis connects servers of one database: it needs --store postgres://….");
  return {
    place,
    redis,
    port: Number(port),
    host: String(host),
    url: urlOf(url),
    links,
    revoke: !!revoke,
    isBehindProxy: !!values["behind-proxy"],
    hasPublicMetrics: !!values["public-metrics"],
    identity: identityOf(values),
  };
};

/** Where the shared folder is stored. What the command line says goes before the environment. */
const placeOf = ({ data, store }: OptionValues): StorePlace => {
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
