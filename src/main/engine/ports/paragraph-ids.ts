import type { Paragraph } from "../../../core/markdown/paragraphs";
import type { Change } from "../../../core/text/change";

/** A document whose paragraphs get ids. */
export type NamedText = {
  realPath: string;
  /** SHA-256 of the file's bytes. */
  version: string;
  paragraphs: readonly Paragraph[];
  /** The name that the file itself gives each of its paragraphs (Word's `w14:paraId`); null if it has none. */
  ownNames?: readonly (string | null)[];
};

/**
 * Ids of paragraphs, `jr_para_` and 12 letters or digits, per document. They are stored in our own database, never in the file, and shared by all
 * processes of this user.
 */
export type ParagraphIds = {
  /** An id for each paragraph, in order. Paragraphs that are in an earlier version keep their ids. */
  idsOf(text: NamedText): Promise<string[]>;
  /** An edit landed: the ids follow it exactly, when they are next requested or a moment later. */
  handleEdit(edit: LandedEdit): void;
  /** A file or folder was renamed in Galley. */
  moved(from: string, to: string): void;
  /** Closes after every edit has been followed. */
  close(): void;
};

/** A write that landed, from one version to another. */
export type LandedEdit = {
  realPath: string;
  from: string;
  to: string;
  changes: readonly Change[];
  /** The length of the text after, in characters. A long text is split into paragraphs only when somebody requests ids. */
  size: number;
  /** The paragraphs of the text after. */
  paragraphs(): readonly Paragraph[];
  /** The same for a long text, yielding in between. Default: `paragraphs`. */
  paragraphsInTurns?(): Promise<readonly Paragraph[]>;
  /** As in `NamedText`, for the text after. */
  ownNames?: readonly (string | null)[];
};
