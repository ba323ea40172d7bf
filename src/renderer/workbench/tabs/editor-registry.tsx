import { type ComponentType, lazy } from "react";
import type { RoomKind } from "../../../shared/contract";
import type { RoomCopy } from "./custom-editor-tab";

/** The props of a custom editor: its tab, and whether its group is active. */
export type RoomProps = { copy: RoomCopy; isActive: boolean };

/** The custom editors. Each is loaded when the first document of its kind is shown. */
export const roomKinds: { readonly [Kind in RoomKind]: ComponentType<RoomProps> } = {
  office: lazy(() => import("../../features/office/office-view")),
  book: lazy(() => import("../../features/books/book-view")),
};
