import type { FileMatches, FolderSearchPage, ParagraphMatch } from "../../../shared/contract";

/** A found paragraph whose whole text is the match. */
export const paragraph = (text: string, line = 1): ParagraphMatch => ({
  sections: [],
  line,
  above: 0,
  below: 0,
  from: 0,
  to: text.length,
  match: text,
  key: text,
  excerpt: [{ kind: "match", text }],
});

/** A file in `/w` with these paragraphs; `count` if it has more than are listed. */
export const foundFile = (name: string, texts: readonly string[], count = texts.length): FileMatches => ({
  path: `/w/${name}`,
  name,
  isOffice: false,
  count,
  paragraphs: texts.map((text, index) => paragraph(text, index + 1)),
});

/** A page of search results with these files. */
export const page = (files: FileMatches[], more: Partial<FolderSearchPage> = {}): FolderSearchPage => ({
  files,
  paragraphCount: files.reduce((sum, { count }) => sum + count, 0),
  fileCount: files.length,
  searched: files.length,
  of: files.length,
  unread: 0,
  partial: 0,
  status: "done",
  ...more,
});
