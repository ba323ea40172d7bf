import { escapedAttribute } from "../../text/escape-xml";
import type { Picture } from "./docx-plan";

/** The pictures of a document; one that occurs twice is stored once. */
export class DocxMedia {
  readonly #files: { name: string; bytes: Uint8Array }[] = [];

  /** The name of a picture's part, below `word/`. */
  partOf(bytes: Uint8Array, type: Picture["type"]): string {
    const known = this.#files.find((file) => file.name.endsWith(type) && isEqual(file.bytes, bytes));
    if (known !== undefined) return known.name;
    const name = `media/image${this.#files.length + 1}.${type}`;
    this.#files.push({ name, bytes });
    return name;
  }

  get files(): readonly { name: string; bytes: Uint8Array }[] {
    return this.#files;
  }
}

const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one === other || (one.length === other.length && one.every((byte, at) => byte === other[at]));

/** CSS pixels in the unit of drawings. */
const emu = (pixels: number): number => Math.max(1, Math.round(pixels * 9525));

const drawing = "http://schemas.openxmlformats.org/drawingml/2006";
const svg = "http://schemas.microsoft.com/office/drawing/2016/SVG/main";

/** A picture in a line of text. `shown` and `vector` are the ids of its relations; an SVG also has a PNG, which is `shown`. */
export function pictureXml(
  { width, height, alt }: Picture,
  { id, shown, vector }: { id: number; shown: string; vector: string | null },
): string {
  const [cx, cy] = [emu(width), emu(height)];
  const about = `id="${id}" name="Picture ${id}" descr="${escapedAttribute(alt)}"`;
  const scalable =
    vector === null
      ? ""
      : `<a:extLst><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}"><asvg:svgBlip xmlns:asvg="${svg}" r:embed="${vector}"/></a:ext></a:extLst>`;
  const blip = `<a:blip r:embed="${shown}">${scalable}</a:blip>`;
  const fill = `<pic:blipFill>${blip}<a:stretch><a:fillRect/></a:stretch></pic:blipFill>`;
  const shape = `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>`;
  const picture = `<pic:pic xmlns:pic="${drawing}/picture"><pic:nvPicPr><pic:cNvPr ${about}/><pic:cNvPicPr/></pic:nvPicPr>${fill}${shape}</pic:pic>`;
  return `<w:drawing><wp:inline xmlns:wp="${drawing}/wordprocessingDrawing" distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr ${about}/><wp:cNvGraphicFramePr><a:graphicFrameLocks xmlns:a="${drawing}/main" noChangeAspect="1"/></wp:cNvGraphicFramePr><a:graphic xmlns:a="${drawing}/main"><a:graphicData uri="${drawing}/picture">${picture}</a:graphicData></a:graphic></wp:inline></w:drawing>`;
}
