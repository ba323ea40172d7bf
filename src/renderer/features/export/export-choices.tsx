import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { type PandocFormat, pandocFormats } from "../../../shared/pandoc";
import type { StyleKind } from "../../../shared/styles";
import { Button } from "../../ui/kit/button";
import { Check, Select } from "../../ui/kit/field";
import type { ExportFormat } from "../../workbench/api/layout";
import { useBridge, useComments, useNotices } from "../../workbench/api/parts";
import type { CommentChoice } from "./export-store";
import { exportMessages } from "./messages";
import type { Paper } from "./paper";

const SIZES = ["A4", "A5", "Letter", "Legal"] as const;
const MARGINS = ["narrow", "normal", "wide"] as const;

/** The size of the paper, its margins, and what is printed in them. */
export function PaperChoices({ paper, set }: { paper: Paper; set(part: Partial<Paper>): void }) {
  return (
    <>
      <label>
        <span>{exportMessages.paper}</span>
        <Select value={paper.size} onChange={({ target }) => set({ size: target.value as Paper["size"] })}>
          {SIZES.map((size) => (
            <option key={size} value={size}>
              {exportMessages.papers[size]}
            </option>
          ))}
        </Select>
      </label>
      <label>
        <span>{exportMessages.orientation}</span>
        <Select
          value={paper.isLandscape ? "landscape" : "portrait"}
          onChange={({ target }) => set({ isLandscape: target.value === "landscape" })}
        >
          <option value="portrait">{exportMessages.portrait}</option>
          <option value="landscape">{exportMessages.landscape}</option>
        </Select>
      </label>
      <label>
        <span>{exportMessages.margins}</span>
        <Select value={paper.margins} onChange={({ target }) => set({ margins: target.value as Paper["margins"] })}>
          {MARGINS.map((width) => (
            <option key={width} value={width}>
              {exportMessages.marginWidths[width]}
            </option>
          ))}
        </Select>
      </label>
      <Check checked={paper.hasNumbers} onChange={({ target }) => set({ hasNumbers: target.checked })}>
        {exportMessages.numbers}
      </Check>
      <Check checked={paper.hasHeader} onChange={({ target }) => set({ hasHeader: target.checked })}>
        {exportMessages.header}
      </Check>
      <Check checked={paper.hyphenates} onChange={({ target }) => set({ hyphenates: target.checked })}>
        {exportMessages.hyphenates}
      </Check>
    </>
  );
}

type CommentsChoiceProps = { value: CommentChoice; set(value: CommentChoice): void };

/** Whether the comments of the document are exported, too; nothing if it has none. Not stored: they are not for every reader. */
export function CommentsChoice({ value, set }: CommentsChoiceProps) {
  const threads = useStore(useComments().$threads);
  if (threads.length === 0) return null;
  const hasOpen = threads.some(({ status }) => status === "open");
  const hasResolved = threads.some(({ status }) => status === "resolved");
  const all = (isAll: boolean): CommentChoice => (isAll ? "all" : "open");
  return (
    <>
      <Check checked={value !== "none"} onChange={({ target }) => set(target.checked ? all(!hasOpen) : "none")}>
        {exportMessages.includeComments}
      </Check>
      {value !== "none" && hasOpen && hasResolved ? (
        <div className="export-more">
          <Check checked={value === "all"} onChange={({ target }) => set(all(target.checked))}>
            {exportMessages.alsoResolved}
          </Check>
        </div>
      ) : null}
    </>
  );
}

type StyleChoiceProps = { kind: Exclude<StyleKind, "theme">; value: string; set(name: string): void };

/** Galley's styles, or those of a file of the user's: a style sheet for paper, or a Word document. */
export function StyleChoice({ kind, value, set }: StyleChoiceProps) {
  const bridge = useBridge();
  const notices = useNotices();
  const [names, setNames] = useState<readonly string[]>([]);
  const t = exportMessages;
  const label = kind === "print" ? t.printStyle : t.wordStyle;
  useEffect(() => {
    void bridge.request("styles:list", kind).then((answer) => answer.ok && setNames(answer.names));
  }, [bridge, kind]);
  const add = async () => {
    const answer = await bridge.request("styles:add", kind);
    if (!answer.ok) notices.error(answer.error.message);
    else if (answer.name !== null) {
      setNames([...names, answer.name].sort());
      set(answer.name);
    }
  };
  return (
    <div className="export-style stack">
      <label>
        <span>{label}</span>
        <Select value={value} onChange={({ target }) => set(target.value)}>
          <option value="">{t.galleyStyle}</option>
          {[...new Set([...names, ...(value === "" ? [] : [value])])].map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      </label>
      <div className="actions">
        <Button size="small" onClick={() => void add()}>
          {t.addStyle}
        </Button>
        <Button size="small" onClick={() => void bridge.request("styles:show", kind)}>
          {t.showStyles}
        </Button>
      </div>
    </div>
  );
}

/** Whether pandoc is installed; null until it is known, and for exports that do not need it. */
export function useHasPandoc(way: ExportFormat): boolean | null {
  const bridge = useBridge();
  const [hasPandoc, setHasPandoc] = useState<boolean | null>(null);
  useEffect(() => {
    if (way !== "pandoc") return;
    void bridge.request("export:has-pandoc", undefined).then((answer) => setHasPandoc(answer.ok && answer.hasPandoc));
  }, [bridge, way]);
  return hasPandoc;
}

type PandocChoiceProps = { value: PandocFormat; set(format: PandocFormat): void; hasPandoc: boolean | null };

/** The formats that pandoc writes, or how to get it. */
export function PandocChoice({ value, set, hasPandoc }: PandocChoiceProps) {
  const t = exportMessages;
  if (hasPandoc === false) return <p role="status">{t.noPandoc}</p>;
  return (
    <>
      <label>
        <span>{t.format}</span>
        <Select value={value} onChange={({ target }) => set(target.value as PandocFormat)}>
          {pandocFormats.map((format) => (
            <option key={format} value={format}>
              {t.formats[format]}
            </option>
          ))}
        </Select>
      </label>
      <p className="soft small">{t.pandocNote}</p>
    </>
  );
}
