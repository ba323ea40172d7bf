/** A run of Chinese characters, with the punctuation between them. */
const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]+/gu;
const BOLD = "b, strong, th, dt, summary, h1, h2, h3, h4, h5, h6, .alert-title";

/**
 * Marks bold Chinese text for paper if the system's font for it has no bold of its own: a bold that is computed from the regular weight would be
 * written into a PDF letter by letter as drawings (Type 3). The marked text is drawn twice instead, a little apart.
 */
export async function markBoldHan(body: HTMLElement): Promise<void> {
  const page = body.ownerDocument;
  const texts: Text[] = [];
  const walker = page.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if ((node as Text).data.search(HAN) >= 0 && node.parentElement?.closest(BOLD)) texts.push(node as Text);
  if (texts.length === 0 || (await hasBoldHan())) return;
  for (const text of texts) {
    let at = 0;
    const parts: (string | Node)[] = [];
    for (const { 0: run, index } of text.data.matchAll(HAN)) {
      const span = page.createElement("span");
      span.className = "bold-han";
      span.textContent = run;
      parts.push(text.data.slice(at, index), span);
      at = index + run.length;
    }
    text.replaceWith(...parts, text.data.slice(at));
  }
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
