/** The link of a shared folder: the address of its server, and a secret behind `#`, which no proxy and no log on the way sees. */
export type SharedLink = {
  /** The address for WebSocket. */
  url: string;
  secret: string;
};

const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Reads `https://HOST/#SECRET`, or `galley://HOST:PORT/#SECRET`, which `galley serve` prints for this machine. Null if it is not such a link; `"open"` if
 * texts and the secret would travel unencrypted to another machine.
 */
export function readSharedLink(text: string): SharedLink | "open" | null {
  const isOwn = text.startsWith("galley://");
  const url = URL.parse(isOwn ? `http://${text.slice("galley://".length)}` : text);
  const secret = url?.hash.slice(1) ?? "";
  const isPlain = url?.username === "" && url.password === "" && url.search === "";
  if (url === null || !isPlain || !isSecret(secret)) return null;
  if (!isOwn && url.protocol !== "https:") return url.protocol === "http:" ? "open" : null;
  if (isOwn && !loopback.has(url.hostname)) return "open";
  return { url: `${isOwn ? "ws" : "wss"}://${url.host}${url.pathname}`, secret };
}

/** A secret of `galley serve`, or a token of an identity provider (JWT). */
const isSecret = (text: string): boolean =>
  /^[\w-]{20,200}$/.test(text) || (text.length <= 8192 && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text));
