import { type ComponentType, lazy } from "react";
import type { CustomEditorKind } from "../../../shared/contract";
import type { CustomEditorProps } from "../../editor/custom-editor-tab";

/** The custom editors. Each is loaded when the first document of its kind is shown. */
export const customEditors: { readonly [Kind in CustomEditorKind]: ComponentType<CustomEditorProps> } = {
  office: lazy(() => import("../../features/office/view/office-view")),
  book: lazy(() => import("../../features/books/view/book-view")),
  authorship: lazy(() => import("../../features/authorship/statement-view")),
  viewer: lazy(() => import("../../features/viewer/viewer-view")),
};
