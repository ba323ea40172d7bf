/** What a resource stands for. `path` is absolute. */
export type ResourceAddress = { kind: "document" | "folder"; path: string };

const pattern = /^galley:\/\/(document|folder)(\/.*)$/s;
const drive = /^\/[A-Za-z]:/;

/** `galley://document/home/anna/notes.md`; every segment of the path is percent-encoded. */
export function resourceUri({ kind, path }: ResourceAddress): string {
  const segments = path.replaceAll("\\", "/").split("/");
  const encoded = segments.map(encodeURIComponent).join("/");
  return `galley://${kind}${encoded.startsWith("/") ? "" : "/"}${encoded}`;
}

/** Null if it is not one of Galley's addresses. Characters need not be encoded. */
export function parseResourceUri(uri: string): ResourceAddress | null {
  const [, kind, encoded] = pattern.exec(uri) ?? [];
  if (encoded === undefined || (kind !== "document" && kind !== "folder")) return null;
  try {
    const path = decodeURIComponent(encoded);
    if (path.includes("\0")) return null;
    return { kind, path: drive.test(path) ? path.slice(1) : path };
  } catch {
    return null;
  }
}
