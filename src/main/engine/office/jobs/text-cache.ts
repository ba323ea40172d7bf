import type { OfficeFormat } from "../../../../core/text/format";
import { MAX_CACHED_PACKAGE_BYTES } from "../../ports/limits";
import { versionOf } from "../../storage/files/version";
import type { JobOptions, PackageArguments, PackageJob, PackageResult, Packages } from "./packages";
import type { PackedText } from "./packed-text";

const MAX_ENTRIES = 4;
/** The number of characters that are kept in all: two long books. */
const MAX_CHARACTERS = 16_000_000;
/** How long a text is kept that nobody asks for, in milliseconds. */
const KEPT_MS = 60_000;

/**
 * Packages whose last texts are kept by version, for a minute: who edits a document has just read it, or made the version that is edited next. Only whole
 * texts are kept, and none that a search over many documents reads.
 */
export function withTextCache(packages: Packages, keptMs = KEPT_MS): Packages {
  const known = new Map<string, { text: PackedText; timer: NodeJS.Timeout }>();
  const keyOf = (format: OfficeFormat, bytes: Uint8Array): string => `${format} ${versionOf(bytes)}`;

  function forget(key: string): void {
    clearTimeout(known.get(key)?.timer);
    known.delete(key);
  }

  function keep(key: string, text: PackedText): void {
    forget(key);
    if (text.isCut) return;
    known.set(key, { text, timer: setTimeout(() => forget(key), keptMs).unref() });
    let characters = 0;
    for (const { text } of known.values()) characters += text.text.length;
    for (const [oldest, { text }] of known) {
      if (known.size <= MAX_ENTRIES && characters <= MAX_CHARACTERS) break;
      characters -= text.text.length;
      forget(oldest);
    }
  }

  async function textOf(given: PackageArguments<"text">, options?: JobOptions): Promise<PackedText> {
    const isUnkept = known.size === 0 && options?.isOneOfMany;
    if (isUnkept || given.bytes.length > MAX_CACHED_PACKAGE_BYTES) return packages.run("text", given, options);
    const key = keyOf(given.format, given.bytes);
    const found = known.get(key)?.text;
    if (found === undefined && options?.isOneOfMany) return packages.run("text", given, options);
    options?.signal?.throwIfAborted();
    const text = found ?? (await packages.run("text", given, options));
    keep(key, text);
    return text;
  }

  async function run(job: PackageJob, given: PackageArguments<PackageJob>, options?: JobOptions): Promise<unknown> {
    if (job === "text") return textOf(given as PackageArguments<"text">, options);
    const result = await packages.run(job, given, options);
    if (job === "edit") {
      const { after, bytes } = result as PackageResult<"edit">;
      if (after !== null && bytes.length <= MAX_CACHED_PACKAGE_BYTES)
        keep(keyOf((given as PackageArguments<"edit">).format, bytes), after);
    }
    return result;
  }

  return {
    run: run as Packages["run"],
    close() {
      for (const key of [...known.keys()]) forget(key);
      packages.close();
    },
  };
}
