import { scanXml } from "../package/scan-xml";
import { docxPrefixes } from "./scan";

/** The result of a field that Word calculates, by its range in the part, and the field's name: DATE, PAGE, REF. */
export type FieldResult = { from: number; to: number; name: string };

/** Fields whose results are texts that people write. */
const written = /^(?:HYPERLINK|FORM\w+|MACROBUTTON|GOTOBUTTON|FILLIN|ASK|QUOTE|COMMENTS)$/;

/** The results of the calculated fields of a part. A result may span paragraphs, as a table of contents does. */
export function computedResults(xml: string): FieldResult[] {
  if (!/fldChar|fldSimple/.test(xml)) return [];
  const results: FieldResult[] = [];
  const open: { instruction: string; from: number | null; isSimple: boolean }[] = [];
  let isInstruction = false;
  const end = (to: number): void => {
    const { instruction, from } = open.pop() ?? { instruction: "", from: null };
    const name = /^\s*([A-Za-z]+|=)/.exec(instruction)?.[1]?.toUpperCase() ?? "";
    if (from !== null && name !== "" && !written.test(name)) results.push({ from, to, name });
  };
  scanXml(xml, docxPrefixes, {
    open(element, tag) {
      const { from, to } = tag;
      isInstruction = element === "w:instrText";
      if (element === "w:fldSimple") open.push({ instruction: tag.attribute("w:instr") ?? "", from, isSimple: true });
      if (element !== "w:fldChar") return;
      const type = tag.attribute("w:fldCharType");
      const last = open.at(-1);
      if (type === "begin") open.push({ instruction: "", from: null, isSimple: false });
      else if (type === "separate" && last !== undefined) last.from = to;
      else if (type === "end" && last?.isSimple === false) end(from);
    },
    close(element, from) {
      isInstruction = false;
      if (element === "w:fldSimple" && open.at(-1)?.isSimple === true) end(from);
    },
    text(text) {
      const last = open.at(-1);
      if (isInstruction && last?.from === null) last.instruction += text;
    },
  });
  return results;
}

/** The warning about a changed result. */
export const fieldWarning = (name: string): string =>
  `the text is the result of a field (${name}), which Word calculates; it restores the result when it updates its fields`;
