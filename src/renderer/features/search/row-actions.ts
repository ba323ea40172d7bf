import type { Bridge } from "../../../shared/contract";
import type { HitOpener } from "./go-to-hit";
import { searchMessages } from "./messages";
import type { ReplaceModel } from "./replace-model";
import type { SearchModel } from "./search-model";
import type { SearchRow } from "./search-rows";

type Deps = {
  bridge: Bridge;
  model: SearchModel;
  replace: ReplaceModel;
  opener: HitOpener;
  /** Whether there is a valid replacement, so that rows can be replaced. */
  canReplace: boolean;
};

export type RowActions = ReturnType<typeof rowActions>;

/** What can be done with a row of the results; none of it does anything for a row that it does not fit. */
export function rowActions({ bridge, model, replace, opener, canReplace }: Deps) {
  const show = (row: SearchRow | undefined, how: "open" | "preview" | "beside"): void => {
    if (row?.kind !== "hit") return;
    const hit = { path: row.file.path, index: row.index };
    if (how === "open") void opener.open(hit);
    else if (how === "beside") void opener.open(hit, "beside");
    else opener.preview(hit);
  };
  const toggle = (row: SearchRow): void => {
    if (row.kind === "file") (row.isOpen ? model.close : model.open)([row.key]);
  };
  const replaceRow = (row: SearchRow | undefined): void => {
    if (!canReplace) return;
    if (row?.kind === "file") void replace.file(row.file.path);
    else if (row?.kind === "hit") void replace.hit({ path: row.file.path, index: row.index });
  };
  const omit = (row: SearchRow | undefined): void => {
    if (row && row.kind !== "more") model.omit({ path: row.file.path, index: row.kind === "hit" ? row.index : null });
  };
  const menu = async (row: SearchRow | undefined): Promise<void> => {
    if (!row) return;
    const t = searchMessages;
    const { path, isOffice } = row.file;
    const offersReplace = canReplace && !isOffice;
    const id = await bridge.request("app:menu", [
      ...(row.kind === "hit"
        ? [{ id: "open", label: t.open }, { id: "text", label: t.copyText }, "separator" as const]
        : []),
      ...(offersReplace && row.kind === "hit" ? [{ id: "replace", label: t.replace.one }] : []),
      ...(offersReplace ? [{ id: "replace file", label: t.replace.file }] : []),
      { id: "leave out", label: t.replace.leaveOut },
      "separator",
      { id: "reveal", label: t.reveal },
      { id: "path", label: t.copyPath },
    ]);
    if (id === "open") show(row, "open");
    else if (id === "replace") replaceRow(row);
    else if (id === "replace file") void replace.file(path);
    else if (id === "leave out") omit(row);
    else if (id === "reveal") void bridge.request("workspace:reveal", path);
    else if (id === "path") void bridge.request("app:copy", path);
    else if (id === "text" && row.kind === "hit")
      void bridge.request("app:copy", row.paragraph.excerpt.map((piece) => piece.text || t.gap).join(""));
  };
  return { show, toggle, replaceRow, omit, menu };
}
