import { type Extension, StateField, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** How much of a text is examined to find its language, in characters. */
const SAMPLE = 4000;

const KANA = /[\u3040-\u30fa\uff66-\uff9f]/g;
const HANGUL = /[\uac00-\ud7a3]/g;
const LETTERS = /\p{L}/gu;
const HAN = /\p{Script=Han}/gu;

/** The language that the front matter of a text names. */
function declaredIn(beginning: string): string | null {
  const front = /^---\n([\s\S]*?)\n(?:---|\.\.\.)(?:\n|$)/.exec(beginning)?.[1] ?? "";
  return /^(?:lang|language):[ \t]*["']?([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)["']?[ \t]*$/m.exec(front)?.[1] ?? null;
}

/**
 * The language of a text as a BCP 47 tag: from its front matter (`lang: ja`), or else from its script: Japanese has
 * kana, Korean hangul, Chinese only Han characters. Null if it is unknown; then the interface language applies.
 */
export function languageOf(beginning: string): string | null {
  const declared = declaredIn(beginning);
  if (declared !== null) return declared;
  const count = (letters: RegExp) => beginning.match(letters)?.length ?? 0;
  const [kana, hangul, han] = [count(KANA), count(HANGUL), count(HAN)];
  // A name in kana does not make a Chinese text Japanese: in Japanese, one letter in three or four is kana.
  if (kana > 0 && kana * 8 >= han) return "ja";
  if (hangul > 0 && hangul * 2 >= han) return "ko";
  return han > 0 && han * 3 >= count(LETTERS) ? "zh" : null;
}

/** The language of a document, from its beginning; see `languageOf`. */
export const languageOfText = (text: Text): string | null => languageOf(text.sliceString(0, SAMPLE));

/** The language that the front matter of a document names; null if it names none. */
export const declaredLanguage = (text: Text): string | null => declaredIn(text.sliceString(0, SAMPLE));

const field = StateField.define<string | null>({
  create: (state) => languageOfText(state.doc),
  update(language, { docChanged, changes, newDoc }) {
    if (!docChanged) return language;
    let first = Number.POSITIVE_INFINITY;
    changes.iterChangedRanges((from) => {
      first = Math.min(first, from);
    });
    return first < SAMPLE ? languageOfText(newDoc) : language;
  },
  provide: (own) => EditorView.editorAttributes.from(own, (lang) => (lang === null ? {} : { lang })),
});

/**
 * Sets the `lang` attribute of the editor. Fonts draw Han characters, lines break, and screen readers speak
 * accordingly.
 */
export const textLanguage: Extension = field;

/** Calls `changed` after an edit at the beginning of the text, where its front matter is. */
export const onBeginningChanged = (changed: () => void): Extension =>
  EditorView.updateListener.of(({ docChanged, changes }) => {
    if (docChanged && changes.touchesRange(0, SAMPLE)) changed();
  });
