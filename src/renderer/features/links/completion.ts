import "./completion.css";
import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
} from "@codemirror/autocomplete";
import { type Extension, Prec } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import { type FolderNames, isMarkdown, lastPart } from "../../../core/links/folder-names";
import { HeadingNames, type NamedHeading, namedHeadings } from "../../../core/links/heading-fragments";
import { readTarget, withFragment, writeTarget } from "../../../core/links/link-target";
import { relativePath, resolveLink } from "../../../core/links/resolve-link";
import { wikiName } from "../../../core/links/wiki-target";
import type { DocumentId } from "../../../shared/contract";
import { definitions } from "../../editor/live/definitions";
import { modeOf } from "../../editor/live/mode";
import { partTree } from "../../editor/syntax/part-tree";
import { findFrontMatter } from "../../editor/text/front-matter";
import { topMatches } from "../../ui/best-of";
import { folderPath } from "../../ui/file-paths";
import { type Candidate, candidate, containsAllWords, matchOf, queryWords, scoreOf } from "../../ui/fuzzy";
import type { Shell } from "../../workbench/api/shell";
import { type Alias, createLinkNames, type LinkNames, type LinkTargets } from "./link-names";
import { type PartialLink, partialLinkAt } from "./partial-link";
import { quietInProse } from "./quiet-prose";
import { tagCompletion } from "./tag-completion";

/** The maximum number of completions shown. */
const MAX_OPTIONS = 50;

const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i;

/** A completion: the displayed text, the inserted text, and the detail beside it. */
type Offer = { entry: Candidate; detail: string; type: string; insert: string };

/** Completes links and tags while they are typed: files, headings, reference labels, tags. */
export function linkCompletion(shell: LinkDeps, doc: DocumentId): Extension {
  const names = createLinkNames(shell);
  const deps = { tabs: shell.tabs, workspace: shell.workspace, doc };
  const linkAt = (context: CompletionContext): PartialLink | null => {
    const { state, pos } = context;
    if (modeOf(state) === null || state.readOnly) return null;
    const line = state.doc.lineAt(pos);
    const written = partialLinkAt(state.sliceDoc(line.from, pos), state.sliceDoc(pos, line.to), pos);
    return written === null || isElsewhere(context) ? null : written;
  };
  const source = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const written = linkAt(context);
    if (!written) return null;
    const entry = entryTyped(written);
    const offered = entry === null ? null : await entryOffers(shell, entry);
    if (offered !== null) return context.aborted ? null : entryResult(written, offered, linkAt);
    const known = await knownFor(written, context, names, ownPath(deps));
    if (context.aborted) return null;
    /** While the same part of the link is typed, the list is filtered synchronously, so that Enter never accepts an outdated option. */
    const result = (now: PartialLink, at: CompletionContext): CompletionResult | null => {
      const offers = offersFor(now, at, known, ownPath(deps));
      if (offers.length === 0) return null;
      const update: CompletionResult["update"] = (_current, _from, _to, later) => {
        const next = linkAt(later);
        return next && next.what === now.what && next.path === now.path ? result(next, later) : null;
      };
      return { ...resultOf(now, offers), update };
    };
    return result(written, context);
  };
  const tags = tagCompletion(shell, isElsewhere);
  // One source for both. A second one would be asked again after each letter, and until it answers Enter breaks the line instead of picking.
  const linkOrTag = async (context: CompletionContext) => (await source(context)) ?? (await tags(context));
  return [
    autocompletion({
      override: [linkOrTag],
      icons: false,
      interactionDelay: 0,
      activateOnTypingDelay: 60,
      maxRenderedOptions: MAX_OPTIONS,
      optionClass: ({ type }) => `link-option link-option-${type ?? ""}`,
    }),
    quietInProse,
    Prec.highest(keymap.of([{ key: "Tab", run: acceptCompletion }])),
  ];
}

/** Links are not completed in code, maths, comments and front matter. */
function isElsewhere({ state, pos }: CompletionContext): boolean {
  if (pos <= findFrontMatter(state.doc) - 1) return true;
  const line = state.doc.lineAt(pos);
  const part = partTree(state, line.from, line.to);
  for (let node = part?.tree.resolveInner(pos - part.offset, -1) ?? null; node; node = node.parent)
    if (/Code|Comment|Math|HTMLBlock|FrontMatter/.test(node.name)) return true;
  return false;
}

type LinkDeps = Pick<Shell, "bridge" | "tabs" | "workspace">;
type Deps = Pick<LinkDeps, "tabs" | "workspace"> & { doc: DocumentId };

/** The possible targets for one link. */
type KnownTargets = { folder: LinkTargets | null; headings: readonly Pick<NamedHeading, "title" | "level">[] };

/** In longer documents, own headings are not offered: parsing them would block typing. */
const MAX_HEADING_SCAN_LENGTH = 20_000_000;

/** Loads the targets once per link. */
async function knownFor(
  { what, path, syntax }: PartialLink,
  { state }: CompletionContext,
  names: LinkNames,
  own: string,
): Promise<KnownTargets> {
  if (what === "label") return { folder: null, headings: [] };
  if (what === "heading" && path === "")
    return {
      folder: null,
      headings: state.doc.length > MAX_HEADING_SCAN_LENGTH ? [] : namedHeadings(state.doc.toString()),
    };
  const folder = await names.list();
  if (what === "file" || !folder) return { folder, headings: [] };
  const target = readTarget(path, syntax);
  if (target.kind !== "path") return { folder, headings: [] };
  const found = resolveLink(folder.names, own, target, syntax);
  return { folder, headings: found.status === "file" ? await names.headings(found.path) : [] };
}

/** The kind and the name that are being typed after `[[spell:`; null for other links. */
function entryTyped({ what, syntax, typed }: PartialLink): { kind: string; name: string } | null {
  const [, kind, name] = (what === "file" && syntax === "wiki" && /^([a-z][a-z0-9_]{0,39}):(.*)$/.exec(typed)) || [];
  return kind === undefined || name === undefined ? null : { kind, name: name.trim() };
}

type EntryOffers = { kind: string; asked: string; offers: readonly Offer[]; isAll: boolean };

/** Entries of the content library with the typed words in their names; null if there are none. */
async function entryOffers({ bridge }: LinkDeps, { kind, name }: { kind: string; name: string }) {
  const answer = await bridge.request("library:names", { kind, name: name.slice(0, 300) });
  if (!answer.ok || answer.names.length === 0) return null;
  const byName = new Map<string, string>();
  for (const { name, document } of answer.names) {
    // Some names cannot stand in a link.
    if (/[[\]|#\n]/.test(name)) continue;
    byName.set(name, byName.has(name) ? `${byName.get(name)}, ${document}` : document);
  }
  const offers = [...byName].map(([name, documents]) => ({
    entry: candidate(name, "words"),
    detail: documents,
    type: "entry",
    insert: `${kind}:${name}`,
  }));
  return { kind, asked: name, offers, isAll: answer.isAll };
}

/** While more of the same name is typed, the names that are known are filtered at once. */
function entryResult(
  written: PartialLink,
  known: EntryOffers,
  linkAt: (context: CompletionContext) => PartialLink | null,
): CompletionResult | null {
  const words = queryWords(entryTyped(written)?.name ?? "");
  const best = topMatches(known.offers.length, MAX_OPTIONS, (index) => {
    const { entry } = known.offers[index] as Offer;
    return words.length === 0 ? 0 : containsAllWords(entry, words) ? scoreOf(entry, words) : null;
  });
  const offers = best.indexes.map((index) => known.offers[index] as Offer);
  if (offers.length === 0) return null;
  const update: CompletionResult["update"] = (_current, _from, _to, later) => {
    const next = linkAt(later);
    const typed = next === null ? null : entryTyped(next);
    const isMore = typed !== null && typed.kind === known.kind && typed.name.startsWith(known.asked) && known.isAll;
    return next !== null && isMore ? entryResult(next, known, linkAt) : null;
  };
  return { ...resultOf(written, offers, words), update };
}

function offersFor(written: PartialLink, context: CompletionContext, known: KnownTargets, own: string): Offer[] {
  if (written.what === "label") return labels(context);
  if (written.what === "heading") return headings(written, known);
  const { folder } = known;
  if (!folder) return [];
  const { syntax, isImage } = written;
  const fits = (path: string) => (isImage ? IMAGE.test(path) : path !== own);
  const words = queryWords(readTarget(written.typed, syntax).kind === "path" ? decoded(written.typed, syntax) : "");
  const { files, aliases } = folder;
  const best = topMatches(files.length + (isImage ? 0 : aliases.length), MAX_OPTIONS, (index) => {
    const alias = aliases[index - files.length];
    if (alias) return words.length > 0 && containsAllWords(alias.entry, words) ? scoreOf(alias.entry, words) : null;
    const file = files[index] as Candidate;
    if (!fits(file.text)) return null;
    if (words.length === 0) return isMarkdown(file.text) || isImage ? 1 : 0;
    if (!containsAllWords(file, words)) return null;
    const score = scoreOf(file, words);
    return score === null ? null : score + (isMarkdown(file.text) || isImage ? 4 : 0);
  });
  return best.indexes.flatMap((index): Offer[] => {
    const alias = aliases[index - files.length];
    if (alias) return aliasOffer(alias, written, folder.names, own);
    const file = files[index] as Candidate;
    const insert =
      syntax === "wiki" ? wikiName(folder.names, own, file.text) : writeTarget(relativePath(own, file.text));
    const type = IMAGE.test(file.text) ? "image" : "file";
    return insert === null ? [] : [{ entry: file, detail: "", type, insert }];
  });
}

/** A note by another name, which a wiki link shows. */
function aliasOffer({ entry, path }: Alias, { syntax, after }: PartialLink, names: FolderNames, own: string): Offer[] {
  if (syntax === "markdown")
    return [{ entry, detail: path, type: "alias", insert: writeTarget(relativePath(own, path)) }];
  const name = path === own ? null : wikiName(names, own, path);
  if (name === null || /[[\]|\n]/.test(entry.text)) return [];
  // The link may have a text already.
  const shown = /^[^\]\n]*\|/.test(after) ? "" : `|${entry.text}`;
  return [{ entry, detail: path, type: "alias", insert: name + shown }];
}

/** The names in a partial path: `a b` for `../a%20b`. */
const decoded = (typed: string, syntax: "wiki" | "markdown"): string => {
  const read = readTarget(typed, syntax);
  return read.kind === "path" ? read.path.replace(/^(?:\.{0,2}\/)+|^\.{1,2}$/, "") : "";
};

/** The document's path in the open folder; empty if it is not in it. */
function ownPath({ tabs, workspace, doc }: Deps): string {
  const path = tabs.find(doc)?.editor.$info.get().path ?? null;
  const root = workspace.$workspace.get()?.root;
  return path === null || root === undefined ? "" : (folderPath(root, path) ?? "");
}

function headings({ syntax, typed }: PartialLink, { headings: found }: KnownTargets): Offer[] {
  const names = new HeadingNames(found.map((heading, index) => ({ ...heading, from: index, lineStart: index + 1 })));
  const offers = found.map(({ title, level }, index): Offer | null => {
    const ways = syntax === "wiki" ? (["title", "id", "path"] as const) : (["hub", "id", "path"] as const);
    const name = ways.map((way) => names.name(index, way)).find((name) => name !== "" && names.find(name) === index);
    const insert = name === undefined ? null : withFragment("", syntax, name)?.slice(1);
    return insert ? { entry: candidate(title, "words"), detail: `H${level}`, type: "heading", insert } : null;
  });
  return ranked(
    offers.filter((offer) => offer !== null),
    readTarget(`#${typed}`, syntax),
  );
}

function labels({ state, pos }: CompletionContext): Offer[] {
  const typed = /\[([^[\]]*)$/.exec(state.sliceDoc(Math.max(0, pos - 500), pos))?.[1] ?? "";
  const known = new Map<string, Offer>();
  for (const cursor = state.field(definitions).iter(); cursor.value; cursor.next()) {
    const { kind, text } = cursor.value.definition;
    // The label as written: the definition stores it in lower case.
    const label = /^[ \t>]*\[([^\]]+)\]:/.exec(
      state.sliceDoc(cursor.from, Math.min(cursor.to, cursor.from + 300)),
    )?.[1];
    if (kind !== "link" || label === undefined || known.has(label)) continue;
    known.set(label, { entry: candidate(label, "words"), detail: text, type: "label", insert: label });
  }
  return ranked([...known.values()], { kind: "path", path: "", literal: "", fragment: typed });
}

function ranked(offers: readonly Offer[], target: ReturnType<typeof readTarget>): Offer[] {
  const words = queryWords(target.kind === "path" ? (target.fragment ?? "").replaceAll("-", " ") : "");
  const best = topMatches(offers.length, MAX_OPTIONS, (index) => {
    const { entry } = offers[index] as Offer;
    return words.length === 0 ? 0 : containsAllWords(entry, words) ? scoreOf(entry, words) : null;
  });
  return best.indexes.map((index) => offers[index] as Offer);
}

function resultOf(
  written: PartialLink,
  offers: readonly Offer[],
  words: readonly string[] = typedWords(written),
): CompletionResult {
  const marks = new Map<Completion, number[]>();
  const options = offers.map((offer, index): Completion => {
    const { entry, type, detail } = offer;
    const name = lastPart(entry.text);
    const isFile = written.what === "file" && type !== "alias" && type !== "entry";
    const completion: Completion = {
      label: isFile ? name : entry.text,
      detail: isFile ? entry.text.slice(0, Math.max(0, entry.text.length - name.length - 1)) : detail,
      type,
      boost: -index,
      apply: (view, picked) => pick(view, picked, written, offer.insert),
    };
    const start = isFile ? entry.name : 0;
    const positions = words.length === 0 ? [] : (matchOf(entry, words)?.positions ?? []);
    marks.set(
      completion,
      positions.filter((position) => position >= start).flatMap((position) => [position - start, position - start + 1]),
    );
    return completion;
  });
  return { from: written.from, options, filter: false, getMatch: (completion) => marks.get(completion) ?? [] };
}

const typedWords = ({ what, typed, syntax }: PartialLink): string[] =>
  queryWords(what === "file" ? decoded(typed, syntax) : typed.replaceAll("-", " "));

/** Replaces the typed text by the completion, and closes the link if it is not closed yet. */
function pick(
  view: EditorView,
  completion: Completion,
  { from, to, syntax, what, after }: PartialLink,
  insert: string,
): void {
  // The text may have grown since the completion was computed.
  const end = Math.max(to, view.state.selection.main.head);
  const rest = end === to ? after : view.state.sliceDoc(end, view.state.doc.lineAt(end).to);
  const angle = insert.startsWith("<") && rest.startsWith(">") ? 1 : 0;
  const isClosed = syntax === "wiki" ? /^(?:\]\]|\||#)/.test(rest) : /^>?(?:[)\]#]|\s+["'(])/.test(rest);
  const isDefinition =
    syntax === "markdown" && what !== "label" && /^[ \t>]*\[[^\]]+\]:/.test(view.state.doc.lineAt(from).text);
  const close = isClosed || isDefinition ? "" : what === "label" ? "]" : syntax === "wiki" ? "]]" : ")";
  // Place the cursor after the link, unless the link continues.
  const past = isClosed && !/^(?:\||#)/.test(rest.slice(angle)) ? (syntax === "wiki" ? 2 : 1) : 0;
  view.dispatch({
    changes: { from, to: end + angle, insert: insert + close },
    selection: { anchor: from + insert.length + close.length + (isDefinition ? 0 : /^\s/.test(rest) ? 0 : past) },
    annotations: pickedCompletion.of(completion),
    userEvent: "input.complete",
    scrollIntoView: true,
  });
}
