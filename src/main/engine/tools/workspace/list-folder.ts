import { basename } from "node:path";
import { listSections, parseOutline } from "../../../../core/markdown/sections";
import { formatOf, officeFormatOf } from "../../../../core/text/format";
import { printableName } from "../../../../core/text/printable-name";
import { estimateTokens } from "../../../../core/text/tokens";
import { MAX_OUTLINED_BYTES } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import { nameOf, pluralize } from "../kit/sentences";
import type { ToolContext } from "../kit/tool";
import { pathNames } from "./entry-path";
import type { WorkspaceAnswer, WorkspaceArguments } from "./workspace-arguments";

/** About a hundred entries. */
const DEFAULT_TOKENS = 1_000;
const otherEndings =
  /\.(?:png|jpe?g|gif|webp|bmp|ico|tiff?|avif|heic|psd|pdf|epub|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|jar|mp[34]|m4a|wav|flac|ogg|webm|mov|avi|mkv|woff2?|ttf|otf|eot|exe|dll|so|dylib|bin|o|a|class|pyc|wasm|db|sqlite3?|doc|xls|ppt)$/i;

type ListedEntry = {
  path: string;
  kind: "folder" | "text" | "office" | "other";
  bytes?: number;
  modified?: string;
  sections?: number;
  open?: true;
};

/** `workspace list`: the tree below a folder, until the answer is full. */
export async function listFolder(args: WorkspaceArguments, ctx: ToolContext): Promise<WorkspaceAnswer> {
  const { caller, documents, files, canvas } = ctx;
  const named = args.path ?? ".";
  const [onlyRoot] = caller.roots;
  const isFileRoot =
    args.path === undefined && onlyRoot !== undefined && (await files.entry(onlyRoot))?.kind === "file";
  const folder = await documents.realPath(
    isFileRoot && onlyRoot !== undefined ? onlyRoot : await ctx.locate(named),
    caller.roots,
  );
  const shownName = args.path === undefined ? nameOf(folder) : printableName(args.path);
  const nameFor = await pathNames(ctx);
  const open = new Set(canvas?.openPaths?.() ?? []);

  async function entryOf(path: string, kind: "file" | "folder" | "other"): Promise<ListedEntry> {
    const name = nameFor(path);
    const info = await files.entry(path);
    const target = info?.kind === "link" ? await documents.realPath(path, caller.roots).catch(() => null) : path;
    if (info === null || target === null || kind === "other") return { path: name, kind: "other" };
    if (kind === "folder") return { path: name, kind: "folder" };
    const found = target === path ? info : await files.entry(target);
    const type = officeFormatOf(path) !== null ? "office" : otherEndings.test(path) ? "other" : "text";
    const bytes = found?.bytes ?? 0;
    const sections = formatOf(path) === "markdown" && bytes <= MAX_OUTLINED_BYTES ? await countSections(path) : null;
    return {
      path: name,
      kind: type,
      bytes,
      modified: new Date(found?.modified ?? 0).toISOString(),
      ...(sections !== null && { sections }),
      ...(open.has(target) && { open: true }),
    };
  }

  async function countSections(path: string): Promise<number | null> {
    try {
      return listSections(parseOutline((await documents.read(path, caller.roots, "person")).text)).length;
    } catch (error) {
      if (error instanceof ToolError) return null;
      throw error;
    }
  }

  if ((await files.entry(folder))?.kind === "file") {
    const entry = await entryOf(folder, "file");
    return answer([entry], [rowOf(entry, basename(folder), 1)], null);
  }
  const entries: ListedEntry[] = [];
  const rows: string[] = [];
  let left = (args.max_tokens ?? DEFAULT_TOKENS) - 20;
  let isSkipping = args.next !== undefined;
  for await (const { path, name, level, kind } of files.tree(folder, {
    depth: args.depth ?? 1,
    ignored: args.ignored ?? false,
  })) {
    if (isSkipping && nameFor(path) === args.next) isSkipping = false;
    if (isSkipping) continue;
    // Before the file is looked at, so that a folder of any size costs what is shown of it.
    if (left <= 0) return answer(entries, rows, nameFor(path));
    const entry = await entryOf(path, kind);
    const row = rowOf(entry, name, level);
    const cost = estimateTokens(row) + 1;
    if (cost > left && rows.length > 0) return answer(entries, rows, nameFor(path));
    left -= cost;
    entries.push(entry);
    rows.push(row);
  }
  if (isSkipping)
    throw new ToolError("not_found", `${printableName(args.next ?? "")} is no longer there`, {
      hint: "List again without next.",
    });
  return answer(entries, rows, null);

  function answer(listed: ListedEntry[], shown: readonly string[], next: string | null): WorkspaceAnswer {
    const more = caller.roots.filter((root) => root !== onlyRoot);
    const others =
      args.path === undefined && more.length > 0 ? [`also open: ${more.map(printableName).join(", ")}`] : [];
    const count = `${listed.length}${next === null ? "" : "+"} ${listed.length === 1 && next === null ? "entry" : "entries"}`;
    return {
      message: [
        `${shownName} ${listed.length === 0 ? "is empty" : count}`,
        ...shown,
        ...(next === null ? [] : [`... go on with next: ${JSON.stringify(next)}`]),
        ...others,
      ].join("\n"),
      summary: `listed ${pluralize(listed.length, "entry").replace("entrys", "entries")} of ${nameOf(folder)}`,
      data: { path: named, entries: listed, ...(next !== null && { next }) },
    };
  }
}

function rowOf({ kind, bytes, sections, open }: ListedEntry, name: string, level: number): string {
  const indent = "  ".repeat(level - 1);
  if (kind === "folder") return `${indent}${printableName(name)}/`;
  const facts = [
    ...(bytes === undefined ? [] : [sizeOf(bytes)]),
    ...(sections === undefined || sections === 0 ? [] : [pluralize(sections, "section")]),
    ...(open ? ["open"] : []),
  ];
  return `${indent}${printableName(name)}${facts.length > 0 ? `  ${facts.join(", ")}` : ""}`;
}

const sizeOf = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 * 1024
      ? `${Math.ceil(bytes / 1024)} KB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
