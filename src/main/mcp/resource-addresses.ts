const kinds = ["document", "comments", "folder"] as const;

/** What a resource stands for: a document, its comments, or a folder. `path` is absolute. */
export type ResourceAddress = { kind: (typeof kinds)[number]; path: string };

const pattern = new RegExp(`^galley://(${kinds.join("|")})(/.*)$`, "s");
const drive = /^\/[A-Za-z]:/;

/** `galley://document/home/anna/notes.md`; every segment of the path is percent-encoded. */
export function resourceUri({ kind, path }: ResourceAddress): string {
  const segments = path.replaceAll("\\", "/").split("/");
  const encoded = segments.map(encodeURIComponent).join("/");
  return `galley://${kind}${encoded.startsWith("/") ? "" : "/"}${encoded}`;
}

/** Null if it is not one of Galley's addresses. Characters need not be encoded. */
export function parseResourceUri(uri: string): ResourceAddress | null {
  const [, named, encoded] = pattern.exec(uri) ?? [];
  const kind = kinds.find((each) => each === named);
  if (encoded === undefined || kind === undefined) return null;
  try {
    const path = decodeURIComponent(encoded);
    if (path.includes("\0")) return null;
    return { kind, path: drive.test(path) ? path.slice(1) : path };
  } catch {
    return null;
  }
}
