import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { ToolError } from "../../engine/ports/tool-error";
import { DOWNLOAD_TIMEOUT_MS } from "../core/limits";
import { acpMessages } from "./messages";
import { type BinaryArchive, isDownload } from "./registry-file";

const MAX_REDIRECTS = 5;

/** Limits of an archive and of what is in it, in bytes, and the number of its files. */
export type ArchiveLimits = { archive: number; unpacked: number; files: number };
export const usualLimits: ArchiveLimits = { archive: 512 * 1024 ** 2, unpacked: 2 * 1024 ** 3, files: 50_000 };

/** Downloads an archive into a new file and returns its SHA-256. Throws a `ToolError` that says what was found. */
export async function downloadArchive(
  { archive, sha256 }: Pick<BinaryArchive, "archive" | "sha256">,
  file: string,
  { archive: most }: Pick<ArchiveLimits, "archive">,
): Promise<string> {
  const t = acpMessages.download;
  const response = await answerOf(archive, sha256 !== null);
  const hash = createHash("sha256");
  const handle = await open(file, "wx", 0o600);
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      size += part.length;
      if (size > most) throw new ToolError("too_large", t.tooLarge(Math.round(most / 1024 ** 2)));
      hash.update(part);
      await handle.writeFile(part);
    }
  } catch (error) {
    throw error instanceof ToolError ? error : new ToolError("failed", t.broken(reasonOf(error)));
  } finally {
    await handle.close();
  }
  const found = hash.digest("hex");
  if (sha256 !== null && found !== sha256) throw new ToolError("denied", t.otherHash(sha256, found));
  return found;
}

/** The answer that has the archive. Another host than the one the user was shown is asked only for bytes that are known by their hash. */
async function answerOf(archive: string, isKnownByHash: boolean): Promise<Response> {
  const t = acpMessages.download;
  const signal = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS);
  let address = new URL(archive);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetch(address, { redirect: "manual", signal }).catch((error: unknown) => {
      throw new ToolError("failed", t.broken(reasonOf(error)));
    });
    if (response.ok) return response;
    await response.body?.cancel();
    const location = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || location === null)
      throw new ToolError("failed", t.broken(`HTTP ${response.status}`));
    const next = URL.canParse(location, address) ? new URL(location, address) : null;
    if (next === null || !isDownload(next.href) || (address.protocol === "https:" && next.protocol !== "https:"))
      throw new ToolError("denied", t.badRedirect(location.slice(0, 200)));
    if (!isKnownByHash && !isSameHost(address, next))
      throw new ToolError("denied", t.otherHost(address.host, next.host));
    address = next;
  }
  throw new ToolError("failed", t.broken(`more than ${MAX_REDIRECTS} redirects`));
}

/** GitHub stores the files of its releases under a name of its own. */
const isSameHost = (one: URL, other: URL): boolean =>
  one.host === other.host ||
  (one.host === "github.com" && other.host.endsWith(".githubusercontent.com")) ||
  (one.host.endsWith(".githubusercontent.com") && other.host.endsWith(".githubusercontent.com"));

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
