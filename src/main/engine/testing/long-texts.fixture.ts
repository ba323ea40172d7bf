/** The longest texts that the main process must not be blocked by. */
export const longFiles = (): Record<string, string> => ({
  "small.md": "one\n",
  "lines.md": lines.map((line) => `${line}\n`).join(""),
  "paragraphs.md": paragraphs.join("\n\n"),
});

const lines = Array.from({ length: 200_000 }, (_, at) => `Line ${at} of the text, with some words in it.`);
const paragraphs = Array.from({ length: 60_000 }, (_, at) => `Row ${at} of the words that are in paragraph ${at * 7}.`);

/** A patch of `lines.md`: in every 50th line, with the lines around it. */
const hunks = Array.from({ length: 4000 }, (_, hunk) => {
  const [before = "", line = "", after = ""] = lines.slice(hunk * 50, hunk * 50 + 3);
  return `@@\n ${before}\n-${line}\n+${line.replace("some", "a few other")}\n ${after}\n`;
});

/** Tool calls on these files, each with the jobs that worker processes do for it. */
export const longCalls = (): { call: { name: string } & Record<string, unknown>; jobs: string[] }[] => [
  { call: { name: "read_file", path: "small.md" }, jobs: [] },
  {
    call: { name: "text_editor", action: "patch", path: "lines.md", patch_text: hunks.join("") },
    jobs: ["patch", "followWrite"],
  },
  { call: { name: "read_file", path: "paragraphs.md", limit: 5 }, jobs: ["ids"] },
  {
    call: {
      name: "text_editor",
      action: "patch",
      path: "paragraphs.md",
      old_text: "Row 30000 of",
      new_text: "Line 30000 of",
    },
    jobs: [],
  },
  { call: { name: "read_file", path: "paragraphs.md", limit: 5 }, jobs: ["ids"] },
];
