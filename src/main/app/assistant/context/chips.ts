import { relative } from "node:path";
import { formatOf, officeFormatOf } from "../../../../core/text/format";
import { cropToTokens, estimateTokens } from "../../../../core/text/tokens";
import type { DocumentId } from "../../../../shared/contract";
import type { ChipSize, ContextChip, SentChip } from "../../../../shared/conversation";
import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import { tokensOfImage } from "../../../../shared/request-size";
import type { Engine } from "../../../engine";
import { entryMarkdown } from "../../../engine/library";
import type { Caller, Envelope } from "../../../engine/ports/caller";
import { ToolError } from "../../../engine/ports/tool-error";
import { isWithin, locatePath } from "../../../engine/storage";
import type { AgreedRules } from "../../model-rules";
import { type ContextText, SKILL } from "../conversations/conversation-record";
import type { StoredImage } from "../conversations/images";
import { assistantMessages } from "../core/messages";
import { type EarlierContext, frontDocument } from "./front-document";
import { openingOf } from "./list-paragraphs";

/** Longer texts are cut; the model can read the rest by section. */
const maxTokens = 25_000;

/** A selection is sent without being asked for, so it is cut sooner. */
const maxSelectionTokens = 4000;

/** Maximum number of entries with the same name, kind and document. */
const maxNamesakes = 10_000;

/** A document that is open in a window. */
export type OpenText = { name: string; path: string | null; text: string };

/** What resolving chips needs. */
export type ChipSources = {
  engine: Engine;
  caller: Caller;
  signal: AbortSignal;
  /** Null if it is no longer open. */
  openText(doc: DocumentId): Promise<OpenText | null>;
  /** What the user has agreed to in this folder. */
  rules: AgreedRules;
  /** An image of this conversation; null if there is none. */
  image(id: string): StoredImage | null;
  /** What the model has already been sent of the document in front; nothing by default. */
  earlier?: EarlierContext;
};

/** A chip with its text, or with an error if it cannot be resolved. `text`: the whole text of the document in front. */
export type ResolvedChip = { chip: ContextChip; size: ChipSize; context: ContextText; text?: string };

type ChipContext = ContextText & { whole?: string };

/** Reads what each chip refers to now, with the same tools and limits as the model. */
export async function resolveChips(chips: readonly ContextChip[], sources: ChipSources): Promise<ResolvedChip[]> {
  const resolved: ResolvedChip[] = [];
  for (const chip of chips) {
    try {
      const { whole, ...context } = await lookUp(chip, sources);
      const { label, text } = context;
      const cropped = cropToTokens(text, chip.kind === "selection" ? maxSelectionTokens : maxTokens);
      const isCut = cropped !== text;
      const shown = isCut ? `${cropped}\n[Only the beginning; the rest can be read with tools.]` : text;
      const { image } = context;
      const tokens = image ? tokensOfImage(image) : estimateTokens(shown);
      const isPart = whole !== undefined && whole !== text;
      resolved.push({
        chip,
        size: { label, tokens, isCut, whole: isPart ? estimateTokens(whole) : null, failure: null },
        context: { ...context, text: shown },
        ...(whole === undefined ? {} : { text: whole }),
      });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const { code, message, hint } = error;
      const named = "path" in chip ? chip.path : "name" in chip ? chip.name : "–";
      const label = escapeInvisibles(named).slice(0, 300);
      const failure = { code, message, ...(hint === undefined ? {} : { hint }) };
      resolved.push({
        chip,
        size: { label, tokens: 0, isCut: false, whole: null, failure },
        context: { kind: chip.kind, label, text: "" },
      });
    }
  }
  return resolved;
}

/** What is stored and shown of sent chips. */
export const sentChips = (resolved: readonly ResolvedChip[]): SentChip[] =>
  resolved.map(({ chip, size: { label, tokens, isCut } }) => ({ chip, label, tokens, isCut }));

async function lookUp(chip: ContextChip, sources: ChipSources): Promise<ChipContext> {
  const { engine, caller, signal } = sources;
  const t = assistantMessages.chips;
  const run = async (name: string, args: Record<string, unknown>): Promise<Envelope> => {
    const envelope = await engine.run({ name, arguments: args, caller, signal, guard: nothingWritten });
    if (!envelope.ok) throw new ToolError(envelope.error?.code ?? "failed", envelope.message);
    return envelope;
  };
  switch (chip.kind) {
    case "front":
    case "document": {
      const open = await openOf(chip.doc, sources);
      const { name, path, text } = open;
      // An Office document has no open text, so it is read like the model does.
      const isPackage = text === "" && path !== null && officeFormatOf(path) !== null;
      const read = notEmpty({ name, text: isPackage ? (await run("read_file", { path })).message : text });
      const label = labelOf(open, caller);
      if (chip.kind === "document") return { kind: "document", label, text: read };
      const front = { doc: path ?? name, label, text: read, lines: chip.lines };
      const isMarkdown = !isPackage && formatOf(path ?? name) === "markdown";
      const seen = frontDocument(
        { ...front, isMarkdown, isReadable: path !== null },
        sources.earlier ?? { contexts: [], textOf: () => undefined },
      );
      return { kind: "document in front", label, ...seen, whole: read };
    }
    case "selection": {
      const open = await openOf(chip.doc, sources);
      return {
        kind: "selection",
        label: t.lines(labelOf(open, caller), chip.lineFrom, chip.lineTo),
        text: chip.text,
      };
    }
    case "file": {
      const label = escapeInvisibles(chip.path);
      if (officeFormatOf(chip.path) !== null)
        return { kind: "file", label, text: (await run("read_file", { path: chip.path })).message };
      const read = await engine.documents.read(await locatePath(chip.path, caller.roots), caller.roots);
      return { kind: "file", label, text: notEmpty({ name: label, text: read.text }) };
    }
    case "section": {
      const { message } = await run("doc_read", { file: chip.path, section: chip.address });
      return {
        kind: "section",
        label: t.section(escapeInvisibles(chip.path), escapeInvisibles(chip.address)),
        text: message,
      };
    }
    case "paragraph": {
      const { message, data } = await run("read_file", { path: chip.path, node_ids: [chip.id] });
      const [paragraph] = (data?.["paragraphs"] ?? []) as { text: string }[];
      if (paragraph === undefined) throw new ToolError("not_found", t.paragraphGone(escapeInvisibles(chip.path)));
      const label = t.paragraph(escapeInvisibles(chip.path), openingOf(paragraph.text));
      return { kind: "paragraph", label, text: message };
    }
    case "entry": {
      const { document, kind, key, name } = chip.entry;
      const { library } = await engine.folderLibrary(caller, new AbortController().signal);
      const { entries } = library.lookup({ kind, name, conditions: [], documents: [document], limit: maxNamesakes });
      const entry = entries.find((each) => each.key === key);
      if (entry === undefined) throw new ToolError("not_found", t.entryGone(escapeInvisibles(name)));
      const about = library.documents().find((each) => each.document === entry.document);
      const declaration = about?.declares.find((each) => each.kind === kind);
      const text = entryMarkdown(entry, { title: document, declaration });
      return { kind: "library entry", label: t.entry(escapeInvisibles(name), escapeInvisibles(document)), text };
    }
    case "skill": {
      const skill = sources.rules.skills.find(({ name }) => name === chip.name);
      if (skill === undefined) throw new ToolError("not_found", t.skillGone(escapeInvisibles(chip.name)));
      return { kind: SKILL, label: t.skill(skill.name), text: skill.text };
    }
    case "image": {
      const image = sources.image(chip.id);
      if (image === null) throw new ToolError("not_found", t.imageGone);
      const { name, width, height } = image;
      return { kind: "image", label: name, text: "", image: { id: chip.id, width, height } };
    }
  }
}

const nothingWritten = { allows: () => false, landed: () => {} };

async function openOf(doc: DocumentId, { openText }: ChipSources): Promise<OpenText> {
  const open = await openText(doc);
  if (open === null) throw new ToolError("not_found", assistantMessages.chips.gone);
  return open;
}

/** A path that the model can use: relative to the folder, or absolute. */
function labelOf({ path, name }: OpenText, { roots: [first] }: Caller): string {
  if (path === null) return escapeInvisibles(name);
  return escapeInvisibles(
    first !== undefined && isWithin(path, first) && path !== first ? relative(first, path) : path,
  );
}

function notEmpty({ name, text }: { name: string; text: string }): string {
  if (text.trim() === "") throw new ToolError("bad_arguments", assistantMessages.chips.empty(escapeInvisibles(name)));
  return text;
}
