import { useState } from "react";
import { isEpubName, isImageName, isPdfName } from "../../../core/text/format";
import type { ViewedFile } from "../../../shared/viewer";
import type { CustomEditorTab } from "../../editor/custom-editor-tab";
import { Button } from "../../ui/kit/button";
import { EmptyState } from "../../ui/kit/empty-state";
import { useTabs, useTree } from "../../workbench/api/parts";
import { viewerMessages } from "./messages";
import { Elsewhere } from "./viewer-parts";

/** A file that is not text and can only be opened in another program, or an image or PDF that is damaged. */
export function OtherFile({ file, tab }: { file: ViewedFile; tab: CustomEditorTab }) {
  const { noImage, noPdf, noText, isBook } = viewerMessages;
  const isEpub = isEpubName(file.name);
  const why = isEpub ? isBook : isImageName(file.name) ? noImage : isPdfName(file.name) ? noPdf : noText;
  const actions = (
    <>
      {isEpub ? <AsBook file={file} tab={tab} /> : null}
      <Elsewhere file={file} tab={tab} />
    </>
  );
  return (
    <EmptyState isCentred actions={actions}>
      <h2 className="large below-small breaks">{file.name}</h2>
      <p>{viewerMessages.size(file.size)}</p>
      <p>
        {why} {file.hasProgram ? null : viewerMessages.mayRun}
      </p>
    </EmptyState>
  );
}

/** Opens an e-book in the translation view, in place of this tab. */
function AsBook({ file, tab }: { file: ViewedFile; tab: CustomEditorTab }) {
  const tabs = useTabs();
  const tree = useTree();
  const [isBusy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    if (await tree.openBook(file.path).finally(() => setBusy(false))) await tabs.close(tab.doc);
  };
  return (
    <Button kind="main" isBusy={isBusy} onClick={() => void open()}>
      {viewerMessages.openAsBook}
    </Button>
  );
}
