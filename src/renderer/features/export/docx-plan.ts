import { initialsOf } from "../../../core/comments/initials";
import type { DocxPlan, Picture } from "../../../core/office/docx/docx-plan";
import type { ShownThread } from "../../../shared/comments";
import { docxFromPage } from "./docx-from-page";
import { docxPicture } from "./docx-pictures";
import { usualPaper } from "./paper";

/** Millimetres. */
const PAPERS = { A4: [210, 297], Letter: [215.9, 279.4] } as const;

/** The plan of a Word document for a collected page, with its pictures converted. */
export async function docxPlan(
  body: HTMLElement,
  about: Pick<DocxPlan, "title" | "authors" | "created" | "lang" | "authorship">,
  comments: readonly ShownThread[],
  signal: AbortSignal,
): Promise<DocxPlan> {
  const pictures = new Map<Element, Picture>();
  for (const image of body.querySelectorAll("img")) {
    signal.throwIfAborted();
    const picture = await docxPicture(image);
    if (picture) pictures.set(image, picture);
  }
  const [width, height] = PAPERS[usualPaper(navigator.languages) === "Letter" ? "Letter" : "A4"];
  const { parts, notes } = docxFromPage(body, pictures, about.lang ?? "");
  const han = document.documentElement.dataset["han"];
  return {
    ...about,
    han: han === "ja" || han === "ko" || han === "zh-TW" ? han : "zh-CN",
    paper: { width, height, margin: 25 },
    parts,
    notes,
    comments: comments.map(({ words, status, messages }) => ({
      words,
      isResolved: status === "resolved",
      messages: messages.map((each) => ({
        author: each.name,
        initials: initialsOf(each),
        at: each.at,
        text: each.text,
      })),
    })),
  };
}
