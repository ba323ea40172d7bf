import styles from "./preview.css?url";

type Maker = { createHTML(markup: string): string };
type Policies = { createPolicy(name: string, rules: { createHTML(markup: string): string }): Maker };

/**
 * In addition to the window's policy, which the frame inherits. Scripts are blocked three times: by the sandbox, by this policy,
 * and by the sanitiser.
 */
const POLICY = "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' galley://image data:";

const markup = `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"></head><body><main class="paper" tabindex="-1"></main></body></html>`;

const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy("galley-reading-frame", {
  createHTML: () => markup,
});

export type PreviewFrame = { frame: HTMLIFrameElement; page: Document; window: Window; paper: HTMLElement };

/**
 * Creates an iframe in which no script can run, but whose DOM the window can access: the sandbox grants same-origin only. Resolves
 * when its styles are loaded.
 */
export async function openPreviewFrame(container: HTMLElement, title: string): Promise<PreviewFrame> {
  const frame = document.createElement("iframe");
  frame.className = "reading-frame";
  frame.title = title;
  frame.setAttribute("sandbox", "allow-same-origin");
  frame.srcdoc = (policy ? policy.createHTML("") : markup) as string;
  const loaded = new Promise((done) => frame.addEventListener("load", done, { once: true }));
  container.append(frame);
  await loaded;
  const { contentDocument: page, contentWindow: inner } = frame;
  const paper = page?.querySelector<HTMLElement>(".paper");
  if (!page || !inner || !paper) throw new Error("the preview frame did not load");
  const link = page.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(styles, document.baseURI).href;
  const styled = new Promise((done) => {
    link.addEventListener("load", done, { once: true });
    link.addEventListener("error", done, { once: true });
  });
  page.head.append(link);
  await styled;
  return { frame, page, window: inner, paper };
}

/** Keeps theme, colours and sizes of the frame equal to those of the window. Returns a function that stops it. */
export function followAppearance(page: Document): () => void {
  const copyAppearance = () => {
    const from = document.documentElement;
    const to = page.documentElement;
    for (const { name, value } of from.attributes) if (name.startsWith("data-")) to.setAttribute(name, value);
    for (const name of to.getAttributeNames())
      if (name.startsWith("data-") && !from.hasAttribute(name)) to.removeAttribute(name);
    to.lang = from.lang;
    // Property by property: the policy blocks style attributes in markup. Removed properties are reset.
    for (const name of [...to.style]) if (!from.style.getPropertyValue(name)) to.style.removeProperty(name);
    for (const name of from.style) to.style.setProperty(name, from.style.getPropertyValue(name));
  };
  copyAppearance();
  const observer = new MutationObserver(copyAppearance);
  observer.observe(document.documentElement, { attributes: true });
  return () => observer.disconnect();
}
