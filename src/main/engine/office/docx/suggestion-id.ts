/**
 * The id of a tracked change: its part, kind and id in the Word document. It is the same in every version of the document that contains the
 * change.
 */
export const docxSuggestionId = (
  part: string,
  element: string,
  { "w:id": id = "", "w:author": author = "", "w:date": at = "" }: Readonly<Record<string, string>>,
): string => {
  let sum = 0;
  for (const sign of `${part} ${author} ${at}`) sum = (Math.imul(sum, 31) + (sign.codePointAt(0) ?? 0)) | 0;
  return `${element.slice(2)}-${id.slice(0, 20)}-${(sum >>> 0).toString(36)}`;
};
