/**
 * Bounds the memory that a PDF can take: a file of a few megabytes may unpack to any number of gigabytes, and pdf.js keeps every part of it in one array.
 * Imported before pdf.js, in its worker only.
 */

/** The maximum number of bytes of one part: an image of 85 million pixels in colour. */
const MAX_BYTES = 256 * 1024 * 1024;

globalThis.Uint8Array = new Proxy(Uint8Array, {
  construct(array, given, made) {
    const [length] = given;
    if (typeof length === "number" && length > MAX_BYTES)
      throw new RangeError(`a part of the PDF needs more than ${MAX_BYTES} bytes`);
    return Reflect.construct(array, given, made === globalThis.Uint8Array ? array : made);
  },
});

// It unpacks whatever it is given at once, without a limit. Where it is missing, pdf.js unpacks into an array of its own.
Reflect.deleteProperty(globalThis, "DecompressionStream");

export {};
