/**
 * Names a tracked change of a Word document by its part, its kind and the id that it has there; the same ones at every version of the
 * document in which it stands.
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
