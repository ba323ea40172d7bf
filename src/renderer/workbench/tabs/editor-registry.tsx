import { type ComponentType, lazy } from "react";
import type { RoomKind } from "../../../shared/contract";
import type { RoomCopy } from "./custom-editor-tab";

/** What a room is given: the copy of its tab, and whether its group is the active one. */
export type RoomProps = { copy: RoomCopy; isActive: boolean };

/** The rooms of documents that are no texts. Each is loaded when the first such document comes to the front. */
export const roomKinds: { readonly [Kind in RoomKind]: ComponentType<RoomProps> } = {
  office: lazy(() => import("../../features/office/office-view")),
  book: lazy(() => import("../../features/books/book-view")),
};
