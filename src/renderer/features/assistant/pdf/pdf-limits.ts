/**
 * Bounds the memory that a PDF can take: a file of a few megabytes may unpack to any number of gigabytes, and pdf.js keeps every part of it in one array.
 * Imported before pdf.js, in its worker only.
 */

import { MAX_PDF_PART_BYTES } from "../../../ui/limits";

globalThis.Uint8Array = new Proxy(Uint8Array, {
  construct(array, given, made) {
    const [length] = given;
    if (typeof length === "number" && length > MAX_PDF_PART_BYTES)
      throw new RangeError(`a part of the PDF needs more than ${MAX_PDF_PART_BYTES} bytes`);
    return Reflect.construct(array, given, made === globalThis.Uint8Array ? array : made);
  },
});

// It unpacks whatever it is given at once, without a limit. Where it is missing, pdf.js unpacks into an array of its own.
Reflect.deleteProperty(globalThis, "DecompressionStream");
