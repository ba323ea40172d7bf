import { relative, resolve } from "node:path";
import { listHunks, type ReviewedWrite, textsOfHunks } from "../../../core/review/pending-edits";
import { reasonParts } from "../../../core/review/reason-note";
import { printableName } from "../../../core/text/printable-name";
import type { Engine } from "../../engine";
import { ToolError } from "../../engine/ports/tool-error";
import { isWithin } from "../../engine/storage";
import { painter } from "../colour";
import { type Command, type CommandContext, CommandError, exitCode, UsageError } from "../command";
import { canAsk, confirm } from "../confirm";
import { openEngine } from "../open-engine";
import { formatHelp, outputFormat } from "../output-format";
import { isAppRunning } from "../running-app";
import { dataDirOf, folderOptionHelp, folderOptions, rootsOf } from "../shared-options";
import { many } from "../tool-flags";

/** A pending edit as it is listed. */
type ListedHunk = {
  id: string;
  /** The line where it begins, from 1. */
  line: number;
  /** The agents that wrote it, and what each last did. */
  by: string[];
  reason: string;
  at: string;
  removed: string;
  inserted: string;
  /** The user wrote inside it: only the app can ask what is to become of those words. */
  mixed: boolean;
};

type ListedDocument = { path: string; realPath: string; hunks: ListedHunk[] };

const options = { ...folderOptions, format: { type: "string" } } as const;
const optionHelp = { ...formatHelp, ...folderOptionHelp };

const list: Command = {
  name: "review",
  takes: "[PATH…]",
  summary: "List agents' edits that wait for review.",
  details: `PATH is a file or a folder; every --root unless given. Each edit has an id, for galley review keep and galley review undo.

  galley review
  galley review keep 3f2a --yes
  galley review undo --all notes.md`,
  options,
  optionHelp,
  arity: [0, many],
  run: (ctx) =>
    withReview(ctx, async (engine, roots) => {
      const documents = await pendingIn(engine, roots, ctx.positionals);
      if (outputFormat(ctx.values) === "json") {
        const shown = documents.map(({ path, hunks }) => ({ path, hunks }));
        await ctx.print(`${JSON.stringify({ documents: shown }, null, 2)}\n`);
      } else await ctx.print(listText(ctx, documents));
      return exitCode.ok;
    }),
};

const decide = (decision: "keep" | "undo"): Command => ({
  name: `review ${decision}`,
  takes: "ID… | --all [PATH…]",
  summary: decision === "keep" ? "Keep edits of agents." : "Undo edits of agents.",
  details: `ID is the id of an edit from galley review, or its beginning. ${
    decision === "keep"
      ? "The text stays as it is."
      : "The text gets back what the edit replaced; what others wrote since stays. An edit in which you wrote yourself is left to the app."
  }
While Galley has the folder open, decide there.`,
  options: { ...options, all: { type: "boolean" }, yes: { type: "boolean", short: "y" } },
  optionHelp: {
    all: "Every edit that waits, or every one in the given files and folders.",
    "yes, -y": "Do not ask.",
    ...optionHelp,
  },
  arity: [0, many],
  run: (ctx) => withReview(ctx, (engine, roots) => decideOn(ctx, decision, engine, roots)),
});

/** `galley review …`: the edits of agents that wait for the user. */
export const reviewCommands: readonly Command[] = [decide("keep"), decide("undo"), list];

async function decideOn(
  ctx: CommandContext,
  decision: "keep" | "undo",
  engine: Engine,
  roots: readonly string[],
): Promise<number> {
  const { values, positionals, print } = ctx;
  const isText = outputFormat(values) === "text";
  const isAll = values["all"] === true;
  if (!isAll && positionals.length === 0) throw new UsageError(`galley review ${decision} needs ids, or --all.`);
  if (await isAppRunning(values, true))
    throw new CommandError("Galley has this folder open: decide there, under Review. Nothing was changed.");
  const documents = await pendingIn(engine, roots, isAll ? positionals : []);
  const chosen = isAll ? documents : named(documents, positionals);
  const count = chosen.reduce((sum, { hunks }) => sum + hunks.length, 0);
  if (isText) await print(listText(ctx, chosen));
  if (count === 0) {
    if (!isText) await print(`${JSON.stringify({ documents: [] }, null, 2)}\n`);
    return exitCode.ok;
  }
  const question = `${decision === "keep" ? "Keep" : "Undo"} ${count === 1 ? "this edit" : `these ${count} edits`}?`;
  if (values["yes"] !== true && !(isText && canAsk() && (await confirm(question)))) {
    ctx.complain(
      canAsk() && isText ? "Nothing was changed." : "Nothing was changed: add --yes, or run it in a terminal.",
    );
    return exitCode.failed;
  }
  // Imported here, since most commands need no part of it.
  const { undoHunks } = await import("../../engine/review");
  const done: { path: string; done: string[]; left: string[] }[] = [];
  for (const { path, realPath, hunks } of chosen) {
    const ids = hunks.map(({ id }) => id);
    if (decision === "keep") {
      await engine.review.keep(realPath, ids);
      done.push({ path, done: ids, left: [] });
    } else {
      const by = { kind: "you", name: "you" } as const;
      const { undone, left } = await undoHunks(engine, { realPath, hunks: ids, manner: "whole", by });
      done.push({ path, done: undone, left });
    }
  }
  const left = done.flatMap((each) => each.left).length;
  if (!isText) await print(`${JSON.stringify({ decision, documents: done }, null, 2)}\n`);
  else await print(`${decision === "keep" ? "Kept" : "Undone"}: ${count - left}.\n`);
  if (left > 0) ctx.complain(`${left} left as they are, because you wrote inside them: decide on them in Galley.`);
  return left > 0 ? exitCode.failed : exitCode.ok;
}

/** The documents with the hunks that the given ids, or their beginnings, mean. */
function named(documents: readonly ListedDocument[], ids: readonly string[]): ListedDocument[] {
  const wanted = new Set<string>();
  const known = documents.flatMap(({ hunks }) => hunks.map(({ id }) => id));
  for (const given of ids) {
    const found = known.filter((id) => id === given || id.startsWith(given));
    if (found.length === 0)
      throw new CommandError(`No edit with the id ${JSON.stringify(given)} waits for review; see galley review.`);
    if (found.length > 1 && !found.includes(given))
      throw new CommandError(`${JSON.stringify(given)} is the beginning of ${found.length} ids; write more of it.`);
    wanted.add(found.includes(given) ? given : (found[0] ?? ""));
  }
  return documents
    .map((each) => ({ ...each, hunks: each.hunks.filter(({ id }) => wanted.has(id)) }))
    .filter(({ hunks }) => hunks.length > 0);
}

async function withReview(
  { values }: CommandContext,
  work: (engine: Engine, roots: readonly string[]) => Promise<number>,
): Promise<number> {
  outputFormat(values);
  const roots = await rootsOf(values);
  const engine = await openEngine(dataDirOf(values));
  try {
    return await work(engine, roots);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new CommandError(error.hint === undefined ? error.message : `${error.message}\n${error.hint}`);
  } finally {
    await engine.close();
  }
}

/** The pending edits inside the roots, and inside `paths` if there are any. Documents that are gone are left out. */
async function pendingIn(
  engine: Engine,
  roots: readonly string[],
  paths: readonly string[],
): Promise<ListedDocument[]> {
  const [first = "."] = roots;
  const wanted = paths.map((path) => resolve(first, path));
  const found: ListedDocument[] = [];
  for (const realPath of engine.review.list()) {
    if (!roots.some((root) => isWithin(realPath, root))) continue;
    if (wanted.length > 0 && !wanted.some((path) => isWithin(realPath, path))) continue;
    const now =
      (await engine.documents.textProjection(realPath, [realPath]).catch(() => null)) ??
      (await engine.documents.read(realPath, [realPath], "person").catch(() => null));
    const review = now && (await engine.review.of({ realPath, version: now.version, text: now.text }));
    if (!review) continue;
    const texts = textsOfHunks(review.pending, (from, to) => now.text.slice(from, to));
    const hunks = listHunks(review.pending).map(({ id, from, writes, isMixed }): ListedHunk => {
      const own = review.writes.filter((write) => writes.includes(write.id));
      const last = own.at(-1);
      const { removed = "", inserted = "" } = texts.get(id) ?? {};
      const line = now.text.slice(0, from).split("\n").length;
      const by = [...new Set(own.map((write) => write.by))];
      return { id, line, by, reason: reasonOf(last), at: last?.at ?? "", removed, inserted, mixed: isMixed };
    });
    const path = isWithin(realPath, first) ? relative(first, realPath) || realPath : realPath;
    if (hunks.length > 0) found.push({ path, realPath, hunks });
  }
  return found;
}

const reasonOf = (write: ReviewedWrite | undefined): string => {
  if (write === undefined) return "";
  const { reason, note } = reasonParts(write.reason);
  return note === undefined ? reason : `${reason}: ${note}`;
};

/** Lines of an edit that are shown of each side. */
const SHOWN_LINES = 12;

function listText({ values }: CommandContext, documents: readonly ListedDocument[]): string {
  if (documents.length === 0) return "No edits wait for review.\n";
  const paint = painter(values);
  const lines = documents.flatMap(({ path, hunks }) => [
    paint("heading", printableName(path)),
    ...hunks.flatMap(({ id, line, by, reason, removed, inserted, mixed }) => [
      `  ${paint("name", id)}  line ${line}  ${by.map(printableName).join(", ")}${reason === "" ? "" : `, ${printableName(reason)}`}${mixed ? paint("warning", "  (you wrote inside it)") : ""}`,
      ...side("-", removed).map((row) => `    ${paint("removed", row)}`),
      ...side("+", inserted).map((row) => `    ${paint("added", row)}`),
    ]),
  ]);
  return `${lines.join("\n")}\n`;
}

function side(mark: string, text: string): string[] {
  if (text === "") return [];
  const lines = text.replace(/\n$/, "").split("\n");
  const shown = lines.slice(0, SHOWN_LINES).map((line) => mark + printableName(line));
  return lines.length > SHOWN_LINES ? [...shown, `${mark}… ${lines.length - SHOWN_LINES} more lines`] : shown;
}
