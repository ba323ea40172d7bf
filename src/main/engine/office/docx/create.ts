import { docxPackage } from "../../../../core/office/docx/build-docx";
import type { DocxPlan, Paragraph, Part, Run } from "../../../../core/office/docx/docx-plan";
import { newPackage } from "../package/package-writer";
import type { TextBlock, TextRun } from "../text/office-format";
import { textBlocks } from "../text/text-blocks";

/** Creates a Word document from Markdown text. */
export function createDocx(content: string): Uint8Array {
  const plan: DocxPlan = {
    title: "",
    han: "zh-CN",
    paper: { width: 210, height: 297, margin: 25.4 },
    notes: {},
    parts: partsOf(textBlocks(content)),
  };
  const parts = [...docxPackage(plan)].map(
    ([name, part]) => [name, typeof part === "string" ? Buffer.from(part) : part] as const,
  );
  return newPackage(new Map(parts));
}

function partsOf(blocks: readonly TextBlock[]): Part[] {
  const parts: Part[] = [];
  let list = 0;
  let isInList = false;
  let isOrdered = false;
  for (const block of blocks) {
    if (block.kind !== "item") isInList = false;
    switch (block.kind) {
      case "heading":
        parts.push(paragraph(runsOf(block.runs), { style: "heading", level: block.level }));
        break;
      case "paragraph":
        parts.push(paragraph(runsOf(block.runs)));
        break;
      case "item": {
        // A change between bullets and numbers starts another list.
        if (!isInList || (block.level === 0 && block.ordered !== isOrdered)) list++;
        isInList = true;
        if (block.level === 0) isOrdered = block.ordered;
        const kind = block.ordered ? "numbers" : "bullets";
        const item = { list, level: Math.min(block.level, 8), kind, start: 1 } as const;
        parts.push(paragraph(runsOf(block.runs), { item }));
        break;
      }
      case "code":
        parts.push(paragraph([{ kind: "text", text: block.text, marks: {} }], { style: "code" }));
        break;
      case "rule":
        parts.push(paragraph([], { style: "rule" }));
        break;
      case "table": {
        const rows = block.rows.map((row, index) =>
          row.map((runs) => ({ parts: [paragraph(runsOf(runs))], isHead: index === 0, columns: 1, rows: 1 })),
        );
        parts.push({ kind: "table", indent: 0, rows });
        break;
      }
    }
  }
  return parts;
}

const paragraph = (runs: Run[], more: Partial<Paragraph> = {}): Paragraph => ({
  kind: "paragraph",
  style: "text",
  runs,
  indent: 0,
  anchors: [],
  ...more,
});

/** A link leads only to the web or to mail; any other is plain text. */
const runsOf = (runs: readonly TextRun[]): Run[] =>
  runs.map(({ text, link, ...marks }): Run => {
    const run: Run = { kind: "text", text, marks };
    const leads = link !== undefined && /^(?:https?|mailto):[^"\\\s]*$/i.test(link);
    return leads ? { kind: "link", address: link, runs: [run] } : run;
  });
