import type { Paragraph } from "../../../core/markdown/paragraphs";
import type { Change } from "../../../core/text/change";

/** A document whose paragraphs get ids. */
export type NamedText = {
  realPath: string;
  /** SHA-256 of the file's bytes. */
  version: string;
  paragraphs: readonly Paragraph[];
  /** What the file itself calls each of its paragraphs (Word's `w14:paraId`); null where it gives no name. */
  ownNames?: readonly (string | null)[];
};

/**
 * Ids of paragraphs, `jr_para_` and 12 letters or digits, kept for each document. They live in a database of ours, never in
 * the file, and are shared by all processes of this user.
 */
export type ParagraphIds = {
  /** An id for each paragraph, in order. Those of an earlier version go to the same paragraphs of this one. */
  idsOf(text: NamedText): Promise<string[]>;
  /** An edit made here: ids follow it exactly, once they are asked for or a moment later. */
  followed(edit: FollowedEdit): void;
  /** A file or folder was renamed in Galley. */
  moved(from: string, to: string): void;
  /** Once every edit has been followed. */
  close(): void;
};

/** A write that landed, from one version to another. */
export type FollowedEdit = {
  realPath: string;
  from: string;
  to: string;
  changes: readonly Change[];
  /** Characters of the text after: finding the paragraphs of a long one is put off until somebody asks for them. */
  size: number;
  /** The paragraphs of the text after. */
  paragraphs(): readonly Paragraph[];
  /** As in `NamedText`, of the text after. */
  ownNames?: readonly (string | null)[];
};
