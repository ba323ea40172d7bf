/**
 * A copied text that is a web or mail address and nothing else; null for any other, which is not the page's to see
 * before the person pastes it.
 */
export function copiedAddress(copied: string): string | null {
  if (copied.length > 4000) return null;
  const text = copied.trim();
  return /^(?:https?:\/\/|mailto:)[^\s<>"\\^`{|}]{1,2000}$/i.test(text) ? text : null;
}
