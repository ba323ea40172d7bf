/** A file with a higher number was written by a newer Galley and is left alone. */
export const workSchemaNumber = 1;

/** Tables whose first row shows whether the file can be read. */
export const workTables = ["facts", "chapters", "translations", "tasks", "assigned", "comments"];

/**
 * `chapters` has the ids from `assignIds`. Of a paragraph's translations into a language one is selected. A task's `status` is a
 * `TaskStatus` or `released`. `done`: the paragraph was submitted, or was translated before.
 */
export const workSchema = `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE chapters (
    id TEXT PRIMARY KEY, position INTEGER NOT NULL, version TEXT NOT NULL, content BLOB NOT NULL
  ) STRICT;
  CREATE TABLE translations (
    number INTEGER PRIMARY KEY, paragraph TEXT NOT NULL, language TEXT NOT NULL, text TEXT NOT NULL, source TEXT NOT NULL,
    selected INTEGER NOT NULL, at TEXT NOT NULL, task TEXT, writer TEXT NOT NULL
  ) STRICT;
  CREATE INDEX translations_of_paragraph ON translations (paragraph, language);
  CREATE UNIQUE INDEX one_is_selected ON translations (paragraph, language) WHERE selected = 1;
  CREATE TABLE tasks (
    id TEXT PRIMARY KEY, type TEXT NOT NULL, status TEXT NOT NULL, language TEXT NOT NULL, chunk_size INTEGER NOT NULL,
    opened TEXT NOT NULL, changed TEXT NOT NULL, holder TEXT NOT NULL
  ) STRICT;
  CREATE INDEX tasks_by_status ON tasks (status);
  CREATE TABLE assigned (
    task TEXT NOT NULL, position INTEGER NOT NULL, paragraph TEXT NOT NULL, chunk INTEGER NOT NULL, done INTEGER NOT NULL,
    PRIMARY KEY (task, position), UNIQUE (task, paragraph)
  ) STRICT;
  CREATE INDEX assigned_by_paragraph ON assigned (paragraph);
  CREATE TABLE comments (
    number INTEGER PRIMARY KEY, task TEXT NOT NULL, paragraph TEXT, text TEXT NOT NULL, at TEXT NOT NULL, writer TEXT NOT NULL
  ) STRICT;
  CREATE INDEX comments_of_task ON comments (task)
`;
