const usual = "http://127.0.0.1:11434";

/**
 * Ollama's local URL: the variable `OLLAMA_HOST` in any form that Ollama accepts, else the default port. The address of
 * all interfaces is replaced with the loopback address.
 */
export function ollamaAddress(host: string | undefined): string {
  const text = (host ?? "").trim().replace(/^["']|["']$/g, "");
  if (text === "") return usual;
  const withScheme = /^https?:\/\//i.test(text) ? text : `http://${text.startsWith(":") ? `127.0.0.1${text}` : text}`;
  if (!URL.canParse(withScheme)) return usual;
  const url = new URL(withScheme);
  if (["0.0.0.0", "[::]"].includes(url.hostname)) url.hostname = "127.0.0.1";
  if (url.port === "" && url.protocol === "http:") url.port = "11434";
  return url.origin;
}
