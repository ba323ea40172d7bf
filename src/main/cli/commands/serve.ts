import { resolve } from "node:path";
import { type Command, exitCode, type OptionValues, UsageError } from "../command";

/** Serves a shared folder until a signal stops it. */
export const serve: Command = {
  name: "serve",
  takes: "--data DIR [--port N] [--host H] [--url URL] [--link editor|reader]… [--revoke]",
  summary: "Run the server of a shared folder.",
  details: `Keeps the texts of a shared folder in DIR, and passes on what its members write. Every change is on the disk before it is confirmed. It needs no other
service, and speaks the protocol of Hocuspocus: texts are Yjs documents, and the secret of the link is the token. Members join with galley join LINK FOLDER.
The first start prints a link for editors; its secret is stored only as a hash, so keep the link. GET /health says ok.
It listens on this machine only. For other machines, put a proxy with TLS in front, and give its address as --url.
SIGTERM ends it once everything that was received is stored.`,
  options: {
    data: { type: "string" },
    port: { type: "string" },
    host: { type: "string" },
    url: { type: "string" },
    link: { type: "string", multiple: true },
    revoke: { type: "boolean" },
  },
  optionHelp: {
    "data DIR": "Where the shared folder is stored. Made if it is missing.",
    "port N": "Default: 4480. 0 is any free port.",
    "host H": "The address to listen on. Default: 127.0.0.1.",
    "url URL": "The https:// address of the proxy, for the links that are printed.",
    "link ROLE": "Make another link, for an editor or a reader, whose changes are refused. May be repeated.",
    revoke: "End all links that were made before, and make a new one for editors.",
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

const optionsOf = ({ data, port = "4480", host = "127.0.0.1", url, link = [], revoke }: OptionValues) => {
  if (typeof data !== "string" || data === "") throw new UsageError("--data is required: the folder to store it in.");
  if (!/^\d{1,5}$/.test(String(port)) || Number(port) > 65_535)
    throw new UsageError(`--port takes a number up to 65535, not ${JSON.stringify(port)}.`);
  const links = (Array.isArray(link) ? link : [link]).map((role) => {
    if (role === "editor" || role === "reader") return role;
    throw new UsageError(`--link takes editor or reader, not ${JSON.stringify(role)}.`);
  });
  return { folder: resolve(data), port: Number(port), host: String(host), url: urlOf(url), links, revoke: !!revoke };
};

const urlOf = (given: OptionValues[string]): URL | null => {
  if (given === undefined) return null;
  const url = URL.parse(String(given));
  if (url?.protocol !== "https:" || url.username !== "" || url.search !== "" || url.hash !== "")
    throw new UsageError("--url takes an address like https://docs.example.org/.");
  return url;
};
