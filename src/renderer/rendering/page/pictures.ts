import { filePart, linkKind } from "../links";
import { previewMessages } from "./messages";

/** Finds an image by its path as written in the document, or in a note embedded in it (`from`), or returns a sentence that says why it cannot be shown. */
export type FindImage = (
  path: string,
  from?: string,
) => Promise<
  | { status: "found"; url: string; width?: number | null; height?: number | null }
  | { status: "refused"; message: string }
>;

/** Sets the address of a sanitised image if it may be loaded; otherwise shows a placeholder. */
export async function showPicture(image: HTMLImageElement, find: FindImage): Promise<void> {
  const source = image.dataset["source"] ?? "";
  delete image.dataset["source"];
  switch (linkKind(source)) {
    case "data image":
      image.src = source;
      return;
    case "file": {
      const path = filePart(source);
      const found = path
        ? await find(path, embeddedIn(image))
        : { status: "refused" as const, message: previewMessages.noImage };
      if (found.status === "refused") showMissingImage(image, found.message, source);
      else {
        image.addEventListener("error", () => showMissingImage(image, previewMessages.broken, source), { once: true });
        // Reserves its space while it loads, so that the layout does not jump.
        const given = Number(image.getAttribute("width"));
        if (found.width && found.height && given > 0)
          image.height = Math.max(1, Math.round((given * found.height) / found.width));
        else if (found.width && found.height && !image.hasAttribute("width") && !image.hasAttribute("height")) {
          image.width = found.width;
          image.height = found.height;
        }
        image.src = found.url;
      }
      return;
    }
    case "web":
    case "remote host":
      showMissingImage(image, previewMessages.remote, source);
      return;
    default:
      showMissingImage(image, previewMessages.noImage, source);
  }
}

/** The path of the embedded note that an element of a rendered document is in; undefined outside of one. */
export const embeddedIn = (element: Element): string | undefined =>
  element.closest<HTMLElement>("[data-from]")?.dataset["from"];

/** Replaces an image that cannot be shown by its alternative text and the reason. */
function showMissingImage(image: HTMLImageElement, why: string, source: string): void {
  const page = image.ownerDocument;
  const sign = page.createElement("span");
  sign.className = "absent";
  sign.setAttribute("role", "img");
  sign.textContent = `${[image.alt, why].filter(Boolean).join(" — ")} `;
  if (source !== "") {
    const address = page.createElement("span");
    const written = asWritten(source);
    address.className = "absent-address";
    address.textContent = written.length > 200 ? `${written.slice(0, 200)}…` : written;
    sign.append(address);
  }
  image.replaceWith(sign);
}

/** The address as the document has it: what is embedded as `![[name]]` was encoded to be one. */
function asWritten(source: string): string {
  if (!source.startsWith("%5B%5B")) return source;
  try {
    return decodeURI(source).slice(2, -2);
  } catch {
    return source;
  }
}
