/** A run of Chinese characters, with the punctuation between them. */
const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]+/gu;
const BOLD = "b, strong, th, dt, summary, h1, h2, h3, h4, h5, h6, .alert-title";

/** A word of another script that the app has no font for. All Korean letters are equally wide, so nothing is known of their font. */
const OTHER =
  /(?:(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\p{L}[\p{M}\u200c\u200d]*)+/gu;

/**
 * Marks bold text for paper if the system's font for it has no bold of its own: a bold that is computed from the regular weight would be written into
 * a PDF letter by letter as drawings (Type 3). The marked text is drawn twice instead, a little apart.
 */
export async function markComputedBold(body: HTMLElement): Promise<void> {
  const texts: Text[] = [];
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (/[\u0590-\uffff]/.test((node as Text).data) && node.parentElement?.closest(BOLD)) texts.push(node as Text);
  if (texts.length === 0) return;
  const isHanMarked = texts.some(({ data }) => data.search(HAN) >= 0) && !(await hasBoldHan());
  const hasBold = boldMeasure();
  for (const text of texts) {
    const runs = isHanMarked ? [...text.data.matchAll(HAN)] : [];
    for (const run of text.data.matchAll(OTHER)) if (!hasBold(run[0])) runs.push(run);
    mark(
      text,
      runs.sort((one, other) => one.index - other.index),
    );
  }
}

/** Puts runs of a text, in its order, into elements of their own. */
function mark(text: Text, runs: readonly RegExpExecArray[]): void {
  if (runs.length === 0) return;
  let at = 0;
  const parts: (string | Node)[] = [];
  for (const { 0: run, index } of runs) {
    const span = text.ownerDocument.createElement("span");
    span.className = "computed-bold";
    span.textContent = run;
    parts.push(text.data.slice(at, index), span);
    at = index + run.length;
  }
  text.replaceWith(...parts, text.data.slice(at));
}

/** Finds whether the font that a word is set in has a bold of its own: its letters have other widths, and those of a computed bold have not. */
function boldMeasure(): (word: string) => boolean {
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  const family = getComputedStyle(document.documentElement).getPropertyValue("--font-text");
  const widthOf = (word: string, weight: number) => {
    if (!pen) return weight;
    pen.font = `${weight} 100px ${family}`;
    return pen.measureText(word).width;
  };
  return (word) => widthOf(word, 400) !== widthOf(word, 700);
}

/** Whether the first installed font of those that Chinese text is set in has a bold weight. */
async function hasBoldHan(): Promise<boolean> {
  const families = getComputedStyle(document.documentElement).getPropertyValue("--cjk-text").split(",");
  for (const family of families) {
    const name = family.trim().replace(/^["']|["']$/g, "");
    if (name === "" || name.startsWith("var(")) continue;
    if (await isInstalled(name, `${name} Regular`)) return isInstalled(`${name} Bold`, `${name} Semibold`);
  }
  return false;
}

async function isInstalled(...names: string[]): Promise<boolean> {
  try {
    await new FontFace("probe", names.map((name) => `local(${JSON.stringify(name)})`).join(", ")).load();
    return true;
  } catch {
    return false;
  }
}
