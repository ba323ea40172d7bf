/** Connects a client to Galley by one entry in its configuration, and takes exactly that back. */
import { createHash } from "node:crypto";
import { readFile, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import skillText from "../../../skills/galley/SKILL.md?raw";
import { unifiedDiff } from "../../core/diff/unified-diff";
import { MAX_CONFIGURATION_BYTES } from "../limits";
import type { ClientId, ConnectScope } from "./client-ids";
import {
  type ConfigContext,
  clientOf,
  entryIn,
  isSameEntry,
  mergedEntry,
  type ServerCommand,
  withEntry,
} from "./clients";
import { ConfigError } from "./config-error";
import { hookCommand, withHooks, withoutHooks } from "./hook-settings";
import type { KeyPath } from "./json-entry";
import { missingFolders, modeOf, realTarget, replaceFile } from "./replace-file";

/** The planned change to one file: a client's configuration, its hooks, or the skill beside it. Nothing is written before `connect` or `disconnect`. */
export type ConfigChange = {
  kind: "configuration" | "skill" | "hooks";
  client: ClientId;
  scope: ConnectScope;
  /** The file, with links followed. */
  path: string;
  /** The file's current text (null: it does not exist) and its new text (null: it is removed). */
  before: string | null;
  after: string | null;
  /** As a unified diff; empty if nothing changes. */
  diff: string;
  /** Where Galley's entry is in a configuration, and what it says. */
  keys: KeyPath;
  entry: unknown;
};

/** Which configuration of which client. */
export type ConnectTarget = { client: ClientId; scope: ConnectScope; context: ConfigContext };

const savedConnection = z.object({
  path: z.string(),
  keys: z.array(z.string()),
  /** The text before; null if there was no file. */
  before: z.string().nullable(),
  /** The hash of the text that was written. */
  after: z.string(),
  entryBefore: z.unknown(),
  entry: z.unknown(),
  madeFolders: z.array(z.string()),
});

type SavedConnection = z.infer<typeof savedConnection>;

/**
 * What connects a client. `before` equals `after` if it is connected already. Throws `ConfigError`, and nothing is changed, if its configuration cannot
 * be read.
 */
export async function planConnection(where: ConnectTarget, server: ServerCommand): Promise<ConfigChange> {
  const client = clientOf(where.client);
  const path = await realTarget(client.path(where.scope, where.context));
  const before = await textOf(path);
  return inFile(path, () => {
    const keys = client.keys(before ?? "");
    const now = entryIn(client, before ?? "", keys);
    const entry = mergedEntry(now, client.entry(server, keys));
    const after = isSameEntry(now, entry) ? (before ?? "") : withEntry(client, before ?? "", keys, entry);
    const diff = diffOf(path, before, after);
    return { kind: "configuration", client: client.id, scope: where.scope, path, before, after, keys, entry, diff };
  });
}

/** What installs the skill for a client; null if the client has no folder for skills. */
export async function planSkill({ client, scope, context }: ConnectTarget): Promise<ConfigChange | null> {
  const place = clientOf(client).skill?.(scope, context);
  if (place === undefined) return null;
  const path = await realTarget(place);
  const before = await textOf(path);
  const diff = diffOf(path, before, skillText);
  return { kind: "skill", client, scope, path, before, after: skillText, keys: [], entry: null, diff };
}

/** What has a client's own tools name the writer of each file; null if the client has no hooks. Throws `ConfigError` if its settings cannot be read. */
export async function planHooks(
  { client, scope, context }: ConnectTarget,
  server: ServerCommand,
): Promise<ConfigChange | null> {
  const place = clientOf(client).hooks?.(scope, context);
  if (place === undefined) return null;
  const path = await realTarget(place);
  const before = await textOf(path);
  return inFile(path, () => {
    const entry = hookCommand(server);
    const after = withHooks(before ?? "", entry);
    return { kind: "hooks", client, scope, path, before, after, keys: [], entry, diff: diffOf(path, before, after) };
  });
}

/** What removes the hooks again; null if Galley has not installed them. Throws `ConfigError` if the settings cannot be read. */
export async function planHooksUndo(
  { client, scope, context }: ConnectTarget,
  dataDir: string,
): Promise<ConfigChange | null> {
  const place = clientOf(client).hooks?.(scope, context);
  if (place === undefined) return null;
  const path = await realTarget(place);
  const saved = await savedFor(dataDir, path);
  const before = await textOf(path);
  if (saved === null || before === null) return null;
  return inFile(path, () => {
    const after = hashOf(before) === saved.after ? saved.before : withoutHooks(before, String(saved.entry));
    return {
      kind: "hooks",
      client,
      scope,
      path,
      before,
      after,
      keys: [],
      entry: null,
      diff: diffOf(path, before, after),
    };
  });
}

/** Galley's entry in a client's configuration; null if there is none. Throws `ConfigError` if it cannot be read. */
export async function connectionOf(where: ConnectTarget): Promise<{ path: string; entry: unknown }> {
  const client = clientOf(where.client);
  const path = await realTarget(client.path(where.scope, where.context));
  const text = (await textOf(path)) ?? "";
  return inFile(path, () => ({ path, entry: entryIn(client, text, client.keys(text)) ?? null }));
}

/**
 * What takes a connection back: the file as it was before, if nobody has changed it since; otherwise only Galley's entry. Throws `ConfigError` if Galley
 * has not made it, or if its entry was changed since.
 */
export async function planUndo(where: ConnectTarget, dataDir: string): Promise<ConfigChange> {
  const client = clientOf(where.client);
  const path = await realTarget(client.path(where.scope, where.context));
  const saved = await savedFor(dataDir, path);
  if (saved === null)
    throw new ConfigError(`Galley has not connected ${client.title} in ${path}, so there is nothing to take back.`);
  const before = await textOf(path);
  if (before === null) throw new ConfigError(`${path} is gone, and the connection with it.`);
  return inFile(path, () => {
    const { keys } = saved;
    const isUntouched = hashOf(before) === saved.after;
    if (!isUntouched && !isSameEntry(entryIn(client, before, keys), saved.entry))
      throw new ConfigError(`its entry ${keys.join(".")} was changed since; remove it by hand if it is not wanted`);
    const after = isUntouched ? saved.before : withEntry(client, before, keys, saved.entryBefore ?? undefined);
    const diff = diffOf(path, before, after);
    const entry = saved.entryBefore ?? null;
    return { kind: "configuration", client: client.id, scope: where.scope, path, before, after, keys, entry, diff };
  });
}

/** What removes the skill again, or puts back what was there; null if Galley has not installed it. Throws `ConfigError` if it was changed since. */
export async function planSkillUndo(where: ConnectTarget, dataDir: string): Promise<ConfigChange | null> {
  const plan = await planSkill(where);
  if (plan === null || plan.before === null) return null;
  const saved = await savedFor(dataDir, plan.path);
  if (saved === null) return null;
  if (hashOf(plan.before) !== saved.after)
    throw new ConfigError(`${plan.path} was changed since Galley wrote it. Remove it by hand if it is not wanted.`);
  return { ...plan, after: saved.before, diff: diffOf(plan.path, plan.before, saved.before) };
}

/** Writes what connects a client. Returns where the file as it was is kept; null if there was none. */
export async function connect(change: ConfigChange, dataDir: string): Promise<{ backup: string | null }> {
  const { kind, client, path, before, after, keys, entry, scope } = change;
  if (after === null || after === before) return { backup: null };
  await checkUnchanged(change);
  const earlier = await savedFor(dataDir, path);
  const text = before ?? "";
  // Connecting again, with other folders: taking it back leads to what was there before the first time.
  const isAgain = earlier !== null && hashOf(text) === earlier.after;
  const folder = folderFor(dataDir, path);
  const backup = before === null ? null : join(folder, "before");
  if (before !== null) await replaceFile(join(folder, "before"), before, 0o600);
  const saved: SavedConnection = {
    path,
    keys: [...keys],
    before: isAgain ? earlier.before : before,
    after: hashOf(after),
    entryBefore: isAgain
      ? earlier.entryBefore
      : kind === "configuration"
        ? (entryIn(clientOf(client), text, keys) ?? null)
        : null,
    entry,
    madeFolders: isAgain ? earlier.madeFolders : missingFolders(path),
  };
  await replaceFile(join(folder, "connection.json"), `${JSON.stringify(saved, null, 2)}\n`, 0o600);
  await replaceFile(path, after, await modeOf(path, scope === "user" ? 0o600 : 0o644));
  return { backup };
}

/** Writes what takes a connection back, and removes the file and folders that were made for it. */
export async function disconnect(change: ConfigChange, dataDir: string): Promise<void> {
  const { path, after } = change;
  await checkUnchanged(change);
  const saved = await savedFor(dataDir, path);
  if (after === null) {
    await rm(path);
    // Only empty folders are removed.
    for (const made of [...(saved?.madeFolders ?? [])].reverse()) await rmdir(made).catch(() => undefined);
  } else await replaceFile(path, after, await modeOf(path, 0o600));
  await rm(folderFor(dataDir, path), { recursive: true, force: true });
}

async function checkUnchanged({ path, before }: ConfigChange): Promise<void> {
  if ((await textOf(path)) !== before)
    throw new ConfigError(`${path} was changed by another program in the meantime. Nothing was written; try again.`);
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

const folderFor = (dataDir: string, path: string): string => join(dataDir, "connections", hashOf(path).slice(0, 16));

async function savedFor(dataDir: string, path: string): Promise<SavedConnection | null> {
  try {
    const saved = savedConnection.parse(
      JSON.parse(await readFile(join(folderFor(dataDir, path), "connection.json"), "utf8")),
    );
    return saved.path === path ? saved : null;
  } catch {
    return null;
  }
}

/** Null if there is no file. Throws `ConfigError` for a file that is not text. */
async function textOf(path: string): Promise<string | null> {
  try {
    const bytes = await readFile(path);
    if (bytes.length > MAX_CONFIGURATION_BYTES) throw new ConfigError(`${path} is too large for a configuration.`);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA")
      throw new ConfigError(`${path} is not UTF-8 text. Nothing was changed.`);
    throw new ConfigError(`${path} cannot be read: ${code ?? (error as Error).message}. Nothing was changed.`);
  }
}

/** The sentence of an edit that was rejected, with the file's path. */
function inFile<Result>(path: string, edit: () => Result): Result {
  try {
    return edit();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(`${path} cannot be changed: ${error.message}. Nothing was written.`);
  }
}

function diffOf(path: string, before: string | null, after: string | null): string {
  const [from, to] = [before ?? "", after ?? ""];
  return unifiedDiff(path.replace(/^\//, ""), from, [{ from: 0, to: from.length, insert: to }]);
}
