/** Writes of external programs: the question whether to review them. */

/** A program changed files of the open folder. Git's are asked about once a folder, others where they are very many. */
export type ExternalQuestion = {
  /** Identifies the question. */
  folder: string;
  /** The name of the program: `Git`, an agent, or `External change`. */
  by: string;
  count: number;
};
