import type { Text } from "@codemirror/state";
import { atom } from "nanostores";
import { type DocumentFacts, documentFacts, momentOf } from "../../../core/markdown/document-facts";
import type { Bridge } from "../../../shared/contract";
import type { ExportChoices } from "../../../shared/export";
import type { StyleKind } from "../../../shared/styles";
import { languageOfText } from "../../editor/text/text-language";
import { isInEmbed } from "../../rendering/page/embeds";
import type { RenderingSettings } from "../../rendering/page/rendering-options";
import { authorshipMessages } from "../../ui/authorship-messages";
import { statementOf } from "../../ui/authorship-statement";
import type { Notices } from "../../ui/notices";
import { $themeColours } from "../../ui/themes/current-theme";
import type { CommentStore, PlacedThread } from "../../workbench/api/feature-stores";
import type { ExportFormat } from "../../workbench/api/layout";
import type { TabEditor } from "../../workbench/api/tabs";
import { buildInWorker, type PackagePlan } from "./build-package";
import { paperPage, standalonePage } from "./build-page";
import { collectDocument, yielder } from "./collect-document";
import { listComments } from "./comment-list";
import { markComputedBold } from "./computed-bold";
import { addContents, addLeaders } from "./contents";
import { docxPlan } from "./docx-plan";
import { epubPlan } from "./epub-from-page";
import { fitTables } from "./fit-tables";
import { hyphenate } from "./hyphenate";
import { exportMessages } from "./messages";
import { type Missing, missingIn } from "./missing";
import { embeddedStyles, printStyles } from "./page-styles";
import { pandocPage } from "./pandoc-page";
import { charactersAcross, pageRules, paperStyles } from "./paper";

/** How much of a text is searched for front matter. */
const MAX_FRONT_MATTER = 100_000;

export type Choices = ExportChoices;

/** The progress of an export: a message, and a share from 0 to 1. */
export type Progress = { stage: string; share: number };

/** `all`: the resolved ones, too. */
export type CommentChoice = "none" | "open" | "all";

type ExportOptions = {
  bridge: Bridge;
  notices: Notices;
  editor: TabEditor;
  target: ExportFormat;
  choices: Choices;
  /** Which threads of comments are exported, too. */
  comments: CommentChoice;
  /** Whether the file says who wrote what. */
  hasAuthorship: boolean;
  /** Finds the threads. */
  store: Pick<CommentStore, "passages">;
  settings: RenderingSettings;
};

/**
 * Starts an export: it renders the document, waits for the user if something is missing, and asks for a file. `done` resolves when the
 * export has ended.
 */
export function beginExport(options: ExportOptions) {
  const $progress = atom<Progress | null>(null);
  const $missing = atom<readonly Missing[]>([]);
  let goOn = () => {};
  const abort = new AbortController();
  let requestId: number | null = null;
  const done = runExport(options, abort.signal, {
    onProgress: (stage, share) => $progress.set({ stage, share }),
    onMissing: (missing) =>
      new Promise<void>((agreed, fail) => {
        goOn = agreed;
        abort.signal.addEventListener("abort", () => fail(abort.signal.reason));
        $missing.set(missing);
      }),
    onBegin: (given) => {
      requestId = given;
    },
  }).catch((error: unknown) => {
    if (!abort.signal.aborted)
      options.notices.error(exportMessages.failed(error instanceof Error ? error.message : String(error)));
  });
  return {
    $progress,
    /** What the export would lack; it waits for `goOn` while there is any. */
    $missing,
    goOn(): void {
      $missing.set([]);
      goOn();
    },
    done,
    cancel(): void {
      abort.abort(new Error("cancelled"));
      if (requestId !== null) void options.bridge.request("export:cancel", requestId);
    },
  };
}

type Steps = {
  onProgress(stage: string, share: number): void;
  /** Resolves when the user wants the export without what is missing. */
  onMissing(missing: readonly Missing[]): Promise<void>;
  onBegin(requestId: number): void;
};

async function runExport(options: ExportOptions, signal: AbortSignal, steps: Steps): Promise<void> {
  const { bridge, notices, editor, target, choices } = options;
  const { onProgress } = steps;
  if (!(await editor.loadAll())) throw new Error(editor.$status.get().message);
  signal.throwIfAborted();
  const text = editor.content();
  const threads = await chosenThreads(options, text);
  const authorship = options.hasAuthorship ? await authorshipOf(options, text) : "";
  signal.throwIfAborted();
  const body = await collectDocument({
    text,
    comments: { threads, notes: target === "docx" ? "at its number" : "in the note" },
    doc: editor.doc,
    bridge,
    drawings: target === "pandoc" ? "source" : "drawn",
    pictures: target === "pandoc" ? "named" : "embedded",
    frontMatter: choices.frontMatter,
    theme: target === "html" && choices.colours === "dark" ? "dark" : "light",
    settings: options.settings,
    signal,
    onProgress,
  });
  if (choices.contents && target !== "epub" && target !== "pandoc") addContents(body);
  const missing = await missingIn(body, { bridge, doc: editor.doc, signal, isDrawn: target !== "pandoc" });
  if (missing.length > 0) await steps.onMissing(missing);
  let requestId = 0;
  if (target !== "print") {
    const kind = target === "pandoc" ? choices.pandoc : target;
    const asked = await bridge.request("export:pick", { doc: editor.doc, kind });
    if (!asked.ok) throw new Error(asked.error.message);
    if (asked.place === null) return;
    requestId = asked.place.ticket;
    steps.onBegin(requestId);
  }
  signal.throwIfAborted();
  const { title, authors, date, lang } = aboutDocument(body, text, editor.$info.get().name);
  const created = momentOf(date);
  if (target !== "docx") listComments(body, threads, document.documentElement.lang);
  const finished = (answer: { ok: true; path: string } | { ok: false; error: { message: string } }) => {
    signal.throwIfAborted();
    if (!answer.ok) throw new Error(answer.error.message);
    const { path } = answer;
    const action = { label: exportMessages.show, run: () => void bridge.request("export:reveal", path) };
    notices.info(exportMessages.done(path.split(/[\\/]/).at(-1) ?? path), { action });
  };

  if (target === "pandoc") {
    onProgress(exportMessages.stages.writing, 1);
    const page = pandocPage(body, lang, text.sliceString(0, MAX_FRONT_MATTER));
    finished(await bridge.request("export:pandoc", { ticket: requestId, page, to: choices.pandoc }));
    return;
  }
  if (target === "html") {
    const css = await embeddedStyles(body);
    const colours = { ...appearance(), ...themeAppearance() };
    const page = { title, authors, date, lang, authorship, body, css, appearance: colours };
    const html = standalonePage(page, choices.colours);
    signal.throwIfAborted();
    onProgress(exportMessages.stages.writing, 1);
    finished(await bridge.request("export:write", { ticket: requestId, bytes: new TextEncoder().encode(html) }));
    return;
  }
  if (target === "docx" || target === "epub") {
    const plan: PackagePlan =
      target === "docx"
        ? {
            kind: target,
            plan: await docxPlan(body, { title, authors, created, lang, authorship }, threads, signal),
            reference: await styleFile(bridge, "word", choices.wordStyle),
          }
        : { kind: target, plan: await epubPlan(body, { title, authors, date, created, lang, authorship }, signal) };
    onProgress(exportMessages.stages.writing, 1);
    const bytes = await buildInWorker(plan, signal);
    finished(await bridge.request("export:write", { ticket: requestId, bytes }));
    return;
  }
  fitTables(body, charactersAcross(choices.paper));
  addLeaders(body);
  await markComputedBold(body);
  if (choices.paper.hyphenates) await hyphenate(body, lang, yielder(signal));
  const css = await paperCss(choices, title, bridge);
  const html = paperPage({ title, authors, date, lang, authorship, body, css, appearance: appearance() });
  signal.throwIfAborted();
  onProgress(exportMessages.stages.printing, 1);
  if (target === "print") {
    const answer = await bridge.request("export:print", html);
    if (!answer.ok) throw new Error(answer.error.message);
  } else {
    const about = { title, authors, created, subject: authorship };
    finished(await bridge.request("export:pdf", { ticket: requestId, html, about }));
  }
}

/** The statement of who wrote this text. */
async function authorshipOf({ editor, bridge }: ExportOptions, text: Text): Promise<string> {
  // What was just typed is a version first: it is the user's.
  await editor.flush();
  const answer = await bridge.request("history:authors", editor.doc);
  if (!answer.ok) throw new Error(answer.error.message);
  if (answer.authorship.characters !== text.length) throw new Error(authorshipMessages.changed);
  return statementOf(answer.authorship, answer.user);
}

/** The threads that the user wants in the export. */
async function chosenThreads({ comments, store, editor }: ExportOptions, text: Text): Promise<PlacedThread[]> {
  if (comments === "none") return [];
  const threads = await store.passages(editor.doc, text);
  return threads.filter(({ status }) => comments === "all" || status === "open");
}

/** Galley's styles for paper, and the user's own, which win whatever their selectors are. */
async function paperCss({ paper, printStyle }: Choices, title: string, bridge: Bridge): Promise<string> {
  const styles = (await printStyles()) + paperStyles(paper);
  const page = pageRules(paper, title);
  if (printStyle === "") return styles + page;
  const own = await styleFile(bridge, "print", printStyle);
  return `@layer{${styles}}${page}${new TextDecoder().decode(own ?? new Uint8Array())}`;
}

/** A style file of the user's; null for Galley's own. */
async function styleFile(bridge: Bridge, kind: StyleKind, name: string): Promise<Uint8Array | null> {
  if (name === "") return null;
  const answer = await bridge.request("styles:read", { kind, name });
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.bytes;
}

/** What an export says about the document: from its front matter and headings, else its name and script. */
function aboutDocument(body: HTMLElement, text: Text, name: string): DocumentFacts {
  const facts = documentFacts(text.sliceString(0, MAX_FRONT_MATTER));
  const headings = [...body.querySelectorAll("h1")].filter((title) => !isInEmbed(title));
  const heading = headings[0]?.textContent?.trim();
  // Where there are several, they are chapters.
  const title = headings.length > 1 ? facts.title || heading : heading || facts.title;
  return {
    ...facts,
    title: title || name.replace(/\.[^.]{1,12}$/, ""),
    lang: facts.lang || languageOfText(text) || document.documentElement.lang,
  };
}

/** The colours of the theme in use, as CSS variables. */
const themeAppearance = (): Record<string, string> =>
  Object.fromEntries(Object.entries($themeColours.get()).map(([name, value]) => [name, value]));

/** The user's typography settings, as CSS variables. */
function appearance(): Record<string, string> {
  const { style } = document.documentElement;
  const own = [
    "--own-text-leading",
    "--own-text-measure",
    "--own-font-text",
    "--own-font-code",
    "--own-code-ligatures",
  ];
  return Object.fromEntries(
    own.map((name) => [name, style.getPropertyValue(name)]).filter(([, value]) => value !== ""),
  );
}
