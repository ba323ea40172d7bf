import "./missing-links.css";
import { type Extension, type Range, StateEffect } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { readTarget } from "../../../core/links/link-target";
import { isNoteEmbed } from "../../../core/links/note-embeds";
import { resolveLink } from "../../../core/links/resolve-link";
import type { DocumentId } from "../../../shared/contract";
import { isNowhere } from "../../../shared/links";
import { definitions, isSameDefinitions } from "../../editor/live/definitions";
import { addressOf } from "../../editor/live/follow-link";
import { changedLines, type ParsedRange, redrawn } from "../../editor/syntax/changed-blocks";
import { partTree } from "../../editor/syntax/part-tree";
import { linkKind } from "../../rendering/links";
import { folderPath } from "../../ui/file-paths";
import { RestTimer } from "../../ui/rest-timer";
import type { LinkTarget } from "../../workbench/api/feature-stores";
import type { Shell } from "../../workbench/api/shell";
import { createLinkNames } from "./link-names";
import { linkMessages } from "./messages";

/** How long after a change the links in view are looked up, in milliseconds. */
const DELAY = 400;

/** The maximum number of links that are looked up at a time. */
const MAX_LINKS = 200;

/** Whether a link's file is missing. A link that cannot be looked up, as in a document without a file, is not known to be. */
export function createLinkCheck({ bridge, tabs, workspace }: Pick<Shell, "bridge" | "tabs" | "workspace">) {
  const names = createLinkNames({ bridge, workspace });
  return async (doc: DocumentId, { kind, target, from }: LinkTarget): Promise<boolean> => {
    const syntax = kind === "wiki" ? "wiki" : "html";
    const read = readTarget(target, syntax);
    if (read.kind !== "path" || read.path === "") return false;
    const root = workspace.$workspace.get()?.root;
    const path = tabs.find(doc)?.editor.$info.get().path ?? null;
    const own = from ?? (root === undefined || path === null ? null : folderPath(root, path));
    const folder = own === null ? null : await names.list();
    if (folder && resolveLink(folder.names, own ?? "", read, syntax).status === "file") return false;
    // The list leaves out what Git ignores, and may be some seconds old.
    const answer = await bridge.request("links:place", { doc, kind, target, from });
    return answer.ok && isNowhere(answer.place);
  };
}

type FoundLink = { from: number; to: number; key: string; link: LinkTarget };

/** The links to files in the lines from `start` to `end`. */
function linksIn(view: EditorView, start: number, end: number): FoundLink[] {
  const { state } = view;
  const part = partTree(state, start, end);
  const found: FoundLink[] = [];
  part?.tree.iterate({
    from: Math.max(0, start - part.offset),
    to: end - part.offset,
    enter: ({ node, name }) => {
      const wiki = name === "WikiLink" || name === "WikiEmbed" ? node.getChild("WikiTarget") : null;
      const target = wiki
        ? state.sliceDoc(wiki.from + part.offset, wiki.to + part.offset).trim()
        : name === "Link"
          ? addressOf(state, node, part.offset)
          : null;
      const isLink = wiki ? name === "WikiLink" || isNoteEmbed(target ?? "") : linkKind(target ?? "") === "file";
      if (!target || !isLink) return;
      const kind = wiki ? "wiki" : "address";
      const span = { from: node.from + part.offset, to: node.to + part.offset };
      found.push({ ...span, key: `${kind} ${target}`, link: { kind, target } });
    },
  });
  return found;
}

/** The visible part of the text, if that is one range. */
function visibleRange({ state, visibleRanges }: EditorView): ParsedRange | null {
  const [range] = visibleRanges;
  const part = range && visibleRanges.length === 1 ? partTree(state, range.from, range.to) : null;
  return part && range ? { part, doc: state.doc, range: { from: range.from, to: range.to } } : null;
}

const checked = StateEffect.define<null>();

/** Shows links to files that do not exist in another way than those that lead somewhere. */
export function missingLinks(isMissing: (link: LinkTarget) => Promise<boolean>): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet = Decoration.none;
      readonly #view: EditorView;
      #drawn: ParsedRange | null = null;
      /** What is known of each link, until it is looked up again. */
      #missing: ReadonlyMap<string, boolean> = new Map();
      readonly #rest = new RestTimer(DELAY, () => void this.#refresh());
      #isNoneMissing = true;
      #isOver = false;

      constructor(view: EditorView) {
        this.#view = view;
        this.#refreshSoon();
      }

      update(update: ViewUpdate): void {
        const isNews = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(checked)));
        // Without a link that leads nowhere, keys have nothing to move or to draw.
        if (!isNews && this.#isNoneMissing) this.#drawn = null;
        else if (isNews || (update.viewportChanged && !update.docChanged)) this.decorations = this.#draw();
        else if (update.docChanged) this.decorations = this.#move(update) ?? this.#draw();
        if (update.docChanged || update.viewportChanged || (update.focusChanged && update.view.hasFocus))
          this.#refreshSoon();
      }

      #refreshSoon(): void {
        this.#rest.restart();
      }

      #links(): FoundLink[] {
        return this.#view.visibleRanges.flatMap(({ from, to }) => linksIn(this.#view, from, to)).slice(0, MAX_LINKS);
      }

      async #refresh(): Promise<void> {
        if (this.#view.composing) return this.#refreshSoon();
        const links = new Map(this.#links().map(({ key, link }) => [key, link]));
        const known = new Map<string, boolean>();
        for (const [key, link] of links) {
          known.set(key, await isMissing(link).catch(() => false));
          if (this.#isOver) return;
        }
        this.#missing = known;
        this.#isNoneMissing = ![...known.values()].includes(true);
        this.#view.dispatch({ effects: checked.of(null) });
      }

      #draw(): DecorationSet {
        this.#drawn = visibleRange(this.#view);
        return Decoration.set(this.#marks(this.#links()), true);
      }

      /** After an edit, only the links in the blocks that it changed are read again; null if all must be. */
      #move({ startState, state, changes }: ViewUpdate): DecorationSet | null {
        const [before, after] = [this.#drawn, visibleRange(this.#view)];
        const [defined, defines] = [startState.field(definitions, false), state.field(definitions, false)];
        const isSame = defined === defines || (defined && defines && isSameDefinitions(defined, defines));
        const lines = before && after && isSame ? changedLines(before, after, changes, []) : null;
        if (!lines) return null;
        this.#drawn = after;
        return redrawn(this.decorations.map(changes), lines, this.#marks(linksIn(this.#view, lines.from, lines.to)));
      }

      #marks(links: readonly FoundLink[]): Range<Decoration>[] {
        return links.flatMap(({ from, to, key, link }) => {
          if (!this.#missing.get(key)) return [];
          const attributes = { title: linkMessages.missing(link.target) };
          return [Decoration.mark({ class: "cm-link-missing", attributes }).range(from, to)];
        });
      }

      destroy(): void {
        this.#isOver = true;
        this.#rest.stop();
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}
