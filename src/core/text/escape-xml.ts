/** Escapes text between tags. Characters that XML cannot contain are left out. */
export const escapedText = (text: string): string => cleaned(text).replace(/[&<>]/g, (sign) => entities[sign] ?? sign);

/** Escapes text in an attribute with double quotes. */
export const escapedAttribute = (text: string): string =>
  cleaned(text).replace(/[&<>"\n\t\r]/g, (sign) => entities[sign] ?? sign);

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\t": "&#9;",
  "\r": "&#13;",
};

/** Removes control characters and lone surrogates, which XML 1.0 does not allow. */
const cleaned = (text: string): string =>
  text.toWellFormed().replace(/(?![\n\r\t\u0080-\u009f])\p{Cc}|[\ufffe\uffff]/gu, "");
