/**
 * The copied text if it is a web or mail address; null for any other text, which the renderer may not read before the
 * user pastes it.
 */
export function copiedAddress(copied: string): string | null {
  if (copied.length > 4000) return null;
  const text = copied.trim();
  return /^(?:https?:\/\/|mailto:)[^\s<>"\\^`{|}]{1,2000}$/i.test(text) ? text : null;
}
