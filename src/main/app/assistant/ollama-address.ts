const usual = "http://127.0.0.1:11434";

/**
 * Where Ollama listens on this machine: where its own variable `OLLAMA_HOST` says, in any of the forms that Ollama takes, else on
 * its usual port. An address for all interfaces is reached by the machine's own.
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
