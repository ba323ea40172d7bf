/** One golden case: its steps in order. Written as a `##` section with fenced blocks. */
export type GoldenCase = { title: string; steps: Step[] };

/** A fenced block: its first word, what follows that on the line, and its text. */
export type Step = { kind: string; about: string; text: string };

/**
 * The golden cases of a Markdown file. A `##` heading begins a case; every fenced block in it is a step, named by the
 * first word after its fence. Everything else is for people. Step kinds:
 *
 * - `before PATH`: the file at the start; `outside PATH`: an external program writes it now; `gone PATH`: it is
 *   deleted now; `missing PATH`: it does not exist
 * - `pack KEY.json`, `rulebook KEY.md`: a document of the library, added before the first step
 * - `args`: a call of the tool that the file is named after, as JSON; `args of NAME`: by another caller; `args for TOOL`: of
 *   another tool
 * - `message`, `message with`: the full message of the last answer, or parts of it, one per line
 * - `refused CODE`: the call failed with this message; `refused CODE with`: with these parts
 * - `data`: values that `data` must contain, as JSON
 * - `after PATH`: the file's text now
 *
 * The text of a step is its block with a final line break; `PATH as JSON` takes it from a JSON string instead,
 * `PATH as hex` from bytes. `{version 2}` is the version in the second answer, `{entry 2 3}` the version_id of
 * the third version that it lists, `{data 2 paragraphs.0.id}` any value of its data, `{root}` the folder.
 */
export function readCases(markdown: string): GoldenCase[] {
  const cases: GoldenCase[] = [];
  let fence: { mark: string; step: Step; lines: string[] } | null = null;
  for (const line of markdown.split("\n")) {
    if (fence !== null) {
      if (line.trimEnd() === fence.mark) {
        fence.step.text = fence.lines.map((each) => `${each}\n`).join("");
        cases.at(-1)?.steps.push(fence.step);
        fence = null;
      } else fence.lines.push(line);
      continue;
    }
    const opening = /^(`{3,})(\w+) ?(.*)$/.exec(line);
    if (opening !== null) {
      const [, mark = "", kind = "", about = ""] = opening;
      fence = { mark, step: { kind, about, text: "" }, lines: [] };
    } else if (line.startsWith("## ")) cases.push({ title: line.slice(3), steps: [] });
  }
  if (fence !== null) throw new RangeError(`a block is not closed in “${cases.at(-1)?.title}”`);
  return cases;
}
