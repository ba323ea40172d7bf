import { atom } from "nanostores";
import type { Bridge, ExportChoices, ExportKind } from "../../../shared/contract";
import type { Notices } from "../../ui/notices";
import type { Copy } from "../../workbench/tabs/tabs";
import { buildInWorker } from "./build-docx";
import { paperPage, wholePage } from "./build-page";
import { collectDocument } from "./collect-document";
import { docxPlan } from "./docx-plan";
import { exportWords } from "./messages";
import { embeddedStyles, printStyles } from "./page-styles";
import { paperStyles } from "./paper";

/** The output: a file format, or the printer. */
export type Way = ExportKind | "print";

export type Choices = ExportChoices;

/** The progress of an export: a message, and a share from 0 to 1. */
export type Progress = { stage: string; share: number };

type World = { bridge: Bridge; notices: Notices; copy: Copy; way: Way; choices: Choices };

/** Starts an export. `$progress` is null until the user has chosen a file; `done` resolves when the export has ended. */
export function beginExport(world: World) {
  const $progress = atom<Progress | null>(null);
  const abort = new AbortController();
  let ticket: number | null = null;
  const done = work(world, abort.signal, {
    tell: (stage, share) => $progress.set({ stage, share }),
    began: (given) => {
      ticket = given;
    },
  }).catch((trouble: unknown) => {
    if (!abort.signal.aborted)
      world.notices.problem(exportWords.failed(trouble instanceof Error ? trouble.message : String(trouble)));
  });
  return {
    $progress,
    done,
    cancel(): void {
      abort.abort(new Error("cancelled"));
      if (ticket !== null) void world.bridge.request("export:cancel", ticket);
    },
  };
}

type Steps = { tell(stage: string, share: number): void; began(ticket: number): void };

async function work(world: World, signal: AbortSignal, { tell, began }: Steps): Promise<void> {
  const { bridge, notices, copy, way, choices } = world;
  if (!(await copy.whole())) throw new Error(copy.$status.get().words);
  signal.throwIfAborted();
  let ticket = 0;
  if (way !== "print") {
    const asked = await bridge.request("export:pick", { doc: copy.doc, kind: way });
    if (!asked.ok) throw new Error(asked.error.message);
    if (asked.place === null) return;
    ticket = asked.place.ticket;
    began(ticket);
  }
  const body = await collectDocument({
    text: copy.content(),
    doc: copy.doc,
    bridge,
    drawings: "drawn",
    pictures: "embedded",
    frontMatter: choices.frontMatter,
    signal,
    tell,
  });
  const { name } = copy.$about.get();
  const title = body.querySelector("h1")?.textContent?.trim() || name.replace(/\.[^.]{1,12}$/, "");
  const lang = document.documentElement.lang;
  const finished = (answer: { ok: true; path: string } | { ok: false; error: { message: string } }) => {
    signal.throwIfAborted();
    if (!answer.ok) throw new Error(answer.error.message);
    const { path } = answer;
    const action = { label: exportWords.show, run: () => void bridge.request("export:reveal", path) };
    notices.tell(exportWords.done(path.split(/[\\/]/).at(-1) ?? path), { action });
  };

  if (way === "html") {
    const html = wholePage({ title, lang, body, css: await embeddedStyles(body), looks: looks() });
    signal.throwIfAborted();
    tell(exportWords.stages.writing, 1);
    finished(await bridge.request("export:write", { ticket, bytes: new TextEncoder().encode(html) }));
    return;
  }
  if (way === "docx") {
    const plan = await docxPlan(body, title, signal);
    tell(exportWords.stages.writing, 1);
    const bytes = await buildInWorker(plan, signal);
    finished(await bridge.request("export:write", { ticket, bytes }));
    return;
  }
  const css = (await printStyles()) + paperStyles(choices.paper);
  const html = paperPage({ title, lang, body, css, looks: looks() });
  signal.throwIfAborted();
  tell(exportWords.stages.printing, 1);
  if (way === "print") {
    const answer = await bridge.request("export:print", html);
    if (!answer.ok) throw new Error(answer.error.message);
  } else finished(await bridge.request("export:pdf", { ticket, html }));
}

/** The user's typography settings, as CSS variables. */
function looks(): Record<string, string> {
  const { style } = document.documentElement;
  const own = ["--own-text-leading", "--own-text-measure", "--own-font-text", "--own-font-code"];
  return Object.fromEntries(
    own.map((name) => [name, style.getPropertyValue(name)]).filter(([, value]) => value !== ""),
  );
}
