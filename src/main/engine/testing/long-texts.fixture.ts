/** The longest texts that the main process must not be blocked by. */
const whole = { hunks: 4000, paragraphs: 60_000, pending: 60_000 };

/** The files, by name: 50 lines for each hunk, and paragraphs. A test whose time does not matter takes fewer. */
export const longFiles = ({ hunks, paragraphs, pending } = whole): Record<string, string> => ({
  "small.md": "one\n",
  "pending.md": linesOf(3 * pending),
  "lines.md": linesOf(50 * hunks),
  "paragraphs.md": Array.from({ length: paragraphs }, (_, at) => `Row ${at} of the words in paragraph ${at * 7}.`).join(
    "\n\n",
  ),
});

const linesOf = (count: number, line = lineOf): string =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join("");

const lineOf = (at: number): string => `Line ${at} of the text, with some words in it.`;

/** Changes one of 50 lines, between its neighbours. */
const hunkOf = (at: number): string =>
  `@@\n ${lineOf(at)}\n-${lineOf(at + 1)}\n+${lineOf(at + 1).replace("some", "a few other")}\n ${lineOf(at + 2)}\n`;

/** Tool calls on these files, each with the jobs that worker processes do for it. */
export function longCalls({
  hunks,
  pending,
} = whole): { call: { name: string } & Record<string, unknown>; jobs: string[] }[] {
  const patch_text = Array.from({ length: hunks }, (_, hunk) => hunkOf(50 * hunk)).join("");
  const everyThird = linesOf(3 * pending, (at) =>
    at % 3 === 1 ? lineOf(at).replace("some", "a few other") : lineOf(at),
  );
  const edit = { old_text: "Row 3000 of", new_text: "Line 3000 of" };
  return [
    { call: { name: "read_file", path: "small.md" }, jobs: [] },
    {
      call: { name: "text_editor", action: "patch", path: "lines.md", patch_text },
      jobs: ["patch", "landWrite"],
    },
    { call: { name: "read_file", path: "paragraphs.md", limit: 5 }, jobs: ["ids"] },
    { call: { name: "text_editor", action: "patch", path: "paragraphs.md", ...edit }, jobs: [] },
    { call: { name: "read_file", path: "paragraphs.md", limit: 5 }, jobs: ["ids"] },
    { call: { name: "read_file", path: "pending.md", limit: 5 }, jobs: [] },
    {
      call: { name: "text_editor", action: "write", path: "pending.md", content: everyThird },
      jobs: ["difference", "landWrite"],
    },
    {
      call: {
        name: "text_editor",
        action: "patch",
        path: "pending.md",
        old_text: "Line 3000 of",
        new_text: "Row 3000 of",
      },
      jobs: ["landWrite"],
    },
  ];
}
