import { isImageName, isPdfName } from "../../../core/text/format";
import type { ViewedFile } from "../../../shared/viewer";
import type { CustomEditorTab } from "../../editor/custom-editor-tab";
import { EmptyState } from "../../ui/kit/empty-state";
import { viewerMessages } from "./messages";
import { Elsewhere } from "./viewer-parts";

/** A file that is not text and can only be opened in another program, or an image or PDF that is damaged. */
export function OtherFile({ file, tab }: { file: ViewedFile; tab: CustomEditorTab }) {
  const { noImage, noPdf, noText } = viewerMessages;
  const why = isImageName(file.name) ? noImage : isPdfName(file.name) ? noPdf : noText;
  return (
    <EmptyState isCentred actions={<Elsewhere file={file} tab={tab} />}>
      <h2 className="large below-small breaks">{file.name}</h2>
      <p>{viewerMessages.size(file.size)}</p>
      <p>
        {why} {file.hasProgram ? null : viewerMessages.mayRun}
      </p>
    </EmptyState>
  );
}
