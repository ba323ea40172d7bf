import { atom } from "nanostores";
import type { Bridge, ExportChoices, ExportKind } from "../../../shared/contract";
import type { LineBreaks } from "../../rendering/rendered-document";
import type { Notices } from "../../ui/notices";
import type { TabEditor } from "../../workbench/api/tabs";
import { buildInWorker } from "./build-docx";
import { paperPage, standalonePage } from "./build-page";
import { collectDocument } from "./collect-document";
import { docxPlan } from "./docx-plan";
import { fitTables } from "./fit-tables";
import { exportMessages } from "./messages";
import { embeddedStyles, printStyles } from "./page-styles";
import { charactersAcross, paperStyles } from "./paper";

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
  lineBreaks: LineBreaks;
};

/** Starts an export. `$progress` is null until the user has chosen a file; `done` resolves when the export has ended. */
export function beginExport(options: ExportOptions) {
  const $progress = atom<Progress | null>(null);
  const abort = new AbortController();
  let requestId: number | null = null;
  const done = runExport(options, abort.signal, {
    onProgress: (stage, share) => $progress.set({ stage, share }),
    onBegin: (given) => {
      requestId = given;
    },
  }).catch((error: unknown) => {
    if (!abort.signal.aborted)
      options.notices.error(exportMessages.failed(error instanceof Error ? error.message : String(error)));
  });
  return {
    $progress,
    done,
    cancel(): void {
      abort.abort(new Error("cancelled"));
      if (requestId !== null) void options.bridge.request("export:cancel", requestId);
    },
  };
}

type Steps = { onProgress(stage: string, share: number): void; onBegin(requestId: number): void };

async function runExport(options: ExportOptions, signal: AbortSignal, { onProgress, onBegin }: Steps): Promise<void> {
  const { bridge, notices, editor, target, choices } = options;
  if (!(await editor.loadAll())) throw new Error(editor.$status.get().message);
  signal.throwIfAborted();
  let requestId = 0;
  if (target !== "print") {
    const asked = await bridge.request("export:pick", { doc: editor.doc, kind: target });
    if (!asked.ok) throw new Error(asked.error.message);
    if (asked.place === null) return;
    requestId = asked.place.ticket;
    onBegin(requestId);
  }
  const body = await collectDocument({
    text: editor.content(),
    doc: editor.doc,
    bridge,
    drawings: "drawn",
    pictures: "embedded",
    frontMatter: choices.frontMatter,
    lineBreaks: options.lineBreaks,
    signal,
    onProgress,
  });
  const { name } = editor.$info.get();
  const title = body.querySelector("h1")?.textContent?.trim() || name.replace(/\.[^.]{1,12}$/, "");
  const lang = document.documentElement.lang;
  const finished = (answer: { ok: true; path: string } | { ok: false; error: { message: string } }) => {
    signal.throwIfAborted();
    if (!answer.ok) throw new Error(answer.error.message);
    const { path } = answer;
    const action = { label: exportMessages.show, run: () => void bridge.request("export:reveal", path) };
    notices.info(exportMessages.done(path.split(/[\\/]/).at(-1) ?? path), { action });
  };

  if (target === "html") {
    const html = standalonePage({ title, lang, body, css: await embeddedStyles(body), appearance: appearance() });
    signal.throwIfAborted();
    onProgress(exportMessages.stages.writing, 1);
    finished(await bridge.request("export:write", { ticket: requestId, bytes: new TextEncoder().encode(html) }));
    return;
  }
  if (target === "docx") {
    const plan = await docxPlan(body, title, signal);
    onProgress(exportMessages.stages.writing, 1);
    const bytes = await buildInWorker(plan, signal);
    finished(await bridge.request("export:write", { ticket: requestId, bytes }));
    return;
  }
  fitTables(body, charactersAcross(choices.paper));
  const css = (await printStyles()) + paperStyles(choices.paper);
  const html = paperPage({ title, lang, body, css, appearance: appearance() });
  signal.throwIfAborted();
  onProgress(exportMessages.stages.printing, 1);
  if (target === "print") {
    const answer = await bridge.request("export:print", html);
    if (!answer.ok) throw new Error(answer.error.message);
  } else finished(await bridge.request("export:pdf", { ticket: requestId, html }));
}

/** The user's typography settings, as CSS variables. */
function appearance(): Record<string, string> {
  const { style } = document.documentElement;
  const own = ["--own-text-leading", "--own-text-measure", "--own-font-text", "--own-font-code"];
  return Object.fromEntries(
    own.map((name) => [name, style.getPropertyValue(name)]).filter(([, value]) => value !== ""),
  );
}
