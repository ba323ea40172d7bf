/** Writes of external programs: the question whether to review them. */

/** A program changed files of the open folder. Git's are asked about once a folder, others where they are very many. */
export type ExternalQuestion = {
  folder: string;
  /** The name of the program: `Git`, an agent, or `External change`. */
  by: string;
  /** How many files; 0 takes the question back. */
  count: number;
};

/** The answer to the question of this folder and program. */
export type ExternalAnswer = Pick<ExternalQuestion, "folder" | "by"> & { answer: "review" | "accept" };

/**
 * An external program changed a protected passage: its words were put back, or not, as it does so again and again (`stopped`) or because that failed. The
 * range is in the text as it is now.
 */
export type PutBackEvent = {
  path: string;
  name: string;
  by: string;
  outcome: "put back" | "stopped" | "failed";
  at: { from: number; to: number };
};
