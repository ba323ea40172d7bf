/** The longest texts that the main process must not be blocked by. */
const whole = { hunks: 4000, paragraphs: 60_000 };

/** The files, by name: 50 lines for each hunk, and paragraphs. A test whose time does not matter takes fewer. */
export const longFiles = ({ hunks, paragraphs } = whole): Record<string, string> => ({
  "small.md": "one\n",
  "lines.md": Array.from({ length: 50 * hunks }, (_, at) => `${lineOf(at)}\n`).join(""),
  "paragraphs.md": Array.from({ length: paragraphs }, (_, at) => `Row ${at} of the words in paragraph ${at * 7}.`).join(
    "\n\n",
  ),
});

const lineOf = (at: number): string => `Line ${at} of the text, with some words in it.`;

/** Changes one of 50 lines, between its neighbours. */
const hunkOf = (at: number): string =>
  `@@\n ${lineOf(at)}\n-${lineOf(at + 1)}\n+${lineOf(at + 1).replace("some", "a few other")}\n ${lineOf(at + 2)}\n`;

/** Tool calls on these files, each with the jobs that worker processes do for it. */
export function longCalls({ hunks } = whole): { call: { name: string } & Record<string, unknown>; jobs: string[] }[] {
  const patch_text = Array.from({ length: hunks }, (_, hunk) => hunkOf(50 * hunk)).join("");
  const edit = { old_text: "Row 3000 of", new_text: "Line 3000 of" };
  return [
    { call: { name: "read_file", path: "small.md" }, jobs: [] },
    {
      call: { name: "text_editor", action: "patch", path: "lines.md", patch_text },
      jobs: ["patch", "followWrite"],
    },
    { call: { name: "read_file", path: "paragraphs.md", limit: 5 }, jobs: ["ids"] },
    { call: { name: "text_editor", action: "patch", path: "paragraphs.md", ...edit }, jobs: [] },
    { call: { name: "read_file", path: "paragraphs.md", limit: 5 }, jobs: ["ids"] },
  ];
}
