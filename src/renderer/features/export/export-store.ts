import type { Text } from "@codemirror/state";
import { atom } from "nanostores";
import { type DocumentFacts, documentFacts, momentOf } from "../../../core/markdown/document-facts";
import type { Bridge, ExportChoices, ExportKind } from "../../../shared/contract";
import { languageOfText } from "../../editor/text/text-language";
import { isInEmbed } from "../../rendering/page/embeds";
import type { RenderingSettings } from "../../rendering/page/rendering-options";
import type { Notices } from "../../ui/notices";
import type { TabEditor } from "../../workbench/api/tabs";
import { buildInWorker } from "./build-docx";
import { paperPage, standalonePage } from "./build-page";
import { collectDocument } from "./collect-document";
import { docxPlan } from "./docx-plan";
import { fitTables } from "./fit-tables";
import { exportMessages } from "./messages";
import { type Missing, missingIn } from "./missing";
import { embeddedStyles, printStyles } from "./page-styles";
import { charactersAcross, paperStyles } from "./paper";

/** How much of a text is searched for front matter. */
const MAX_FRONT_MATTER = 100_000;

/** The output: a file format, or the printer. */
export type ExportTarget = ExportKind | "print";

export type Choices = ExportChoices;

/** The progress of an export: a message, and a share from 0 to 1. */
export type Progress = { stage: string; share: number };

type ExportOptions = {
  bridge: Bridge;
  notices: Notices;
  editor: TabEditor;
  target: ExportTarget;
  choices: Choices;
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
  const body = await collectDocument({
    text,
    doc: editor.doc,
    bridge,
    drawings: "drawn",
    pictures: "embedded",
    frontMatter: choices.frontMatter,
    settings: options.settings,
    signal,
    onProgress,
  });
  const missing = await missingIn(body, { bridge, doc: editor.doc, signal });
  if (missing.length > 0) await steps.onMissing(missing);
  let requestId = 0;
  if (target !== "print") {
    const asked = await bridge.request("export:pick", { doc: editor.doc, kind: target });
    if (!asked.ok) throw new Error(asked.error.message);
    if (asked.place === null) return;
    requestId = asked.place.ticket;
    steps.onBegin(requestId);
  }
  signal.throwIfAborted();
  const { title, authors, date, lang } = aboutDocument(body, text, editor.$info.get().name);
  const created = momentOf(date);
  const finished = (answer: { ok: true; path: string } | { ok: false; error: { message: string } }) => {
    signal.throwIfAborted();
    if (!answer.ok) throw new Error(answer.error.message);
    const { path } = answer;
    const action = { label: exportMessages.show, run: () => void bridge.request("export:reveal", path) };
    notices.info(exportMessages.done(path.split(/[\\/]/).at(-1) ?? path), { action });
  };

  if (target === "html") {
    const html = standalonePage({
      title,
      authors,
      date,
      lang,
      body,
      css: await embeddedStyles(body),
      appearance: appearance(),
    });
    signal.throwIfAborted();
    onProgress(exportMessages.stages.writing, 1);
    finished(await bridge.request("export:write", { ticket: requestId, bytes: new TextEncoder().encode(html) }));
    return;
  }
  if (target === "docx") {
    const plan = await docxPlan(body, { title, authors, created, lang }, signal);
    onProgress(exportMessages.stages.writing, 1);
    const bytes = await buildInWorker(plan, signal);
    finished(await bridge.request("export:write", { ticket: requestId, bytes }));
    return;
  }
  fitTables(body, charactersAcross(choices.paper));
  const css = (await printStyles()) + paperStyles(choices.paper);
  const html = paperPage({ title, authors, date, lang, body, css, appearance: appearance() });
  signal.throwIfAborted();
  onProgress(exportMessages.stages.printing, 1);
  if (target === "print") {
    const answer = await bridge.request("export:print", html);
    if (!answer.ok) throw new Error(answer.error.message);
  } else finished(await bridge.request("export:pdf", { ticket: requestId, html, about: { title, authors, created } }));
}

/** What an export says about the document: from its front matter and headings, else its name and script. */
function aboutDocument(body: HTMLElement, text: Text, name: string): DocumentFacts {
  const facts = documentFacts(text.sliceString(0, MAX_FRONT_MATTER));
  const heading = [...body.querySelectorAll("h1")].find((title) => !isInEmbed(title))?.textContent?.trim();
  return {
    ...facts,
    title: heading || facts.title || name.replace(/\.[^.]{1,12}$/, ""),
    lang: facts.lang || languageOfText(text) || document.documentElement.lang,
  };
}

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
