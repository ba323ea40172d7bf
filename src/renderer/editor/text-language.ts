import { type Extension, StateField, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** As much of a text decides what language it is in, in characters. */
const LOOKED_AT = 4000;

const KANA = /[\u3040-\u30fa\uff66-\uff9f]/g;
const HANGUL = /[\uac00-\ud7a3]/g;
const LETTERS = /\p{L}/gu;
const HAN = /\p{Script=Han}/gu;

/**
 * The language that a text is to be set in, as a BCP 47 tag: what its front matter says (`lang: ja`), or else what its
 * beginning shows: Japanese has kana, Korean hangul, Chinese only Han characters. Null where nothing tells; then the page's
 * language holds.
 */
export function languageOf(beginning: string): string | null {
  const front = /^---\n([\s\S]*?)\n(?:---|\.\.\.)(?:\n|$)/.exec(beginning)?.[1] ?? "";
  const said = /^(?:lang|language):[ \t]*["']?([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)["']?[ \t]*$/m.exec(front)?.[1];
  if (said !== undefined) return said;
  const count = (letters: RegExp) => beginning.match(letters)?.length ?? 0;
  const [kana, hangul, han] = [count(KANA), count(HANGUL), count(HAN)];
  // A name in kana within Chinese does not make it Japanese, where one letter in three or four is kana.
  if (kana > 0 && kana * 8 >= han) return "ja";
  if (hangul > 0 && hangul * 2 >= han) return "ko";
  return han > 0 && han * 3 >= count(LETTERS) ? "zh" : null;
}

/** The language of a document, by its beginning; see `languageOf`. */
export const languageOfText = (text: Text): string | null => languageOf(text.sliceString(0, LOOKED_AT));

const field = StateField.define<string | null>({
  create: (state) => languageOfText(state.doc),
  update(language, { docChanged, changes, newDoc }) {
    if (!docChanged) return language;
    let first = Number.POSITIVE_INFINITY;
    changes.iterChangedRanges((from) => {
      first = Math.min(first, from);
    });
    return first < LOOKED_AT ? languageOfText(newDoc) : language;
  },
  provide: (own) => EditorView.editorAttributes.from(own, (lang) => (lang === null ? {} : { lang })),
});

/**
 * Says the text's language on its editor: fonts draw its Han characters as that language does, lines break by its rules,
 * and screen readers take its voice.
 */
export const textLanguage: Extension = field;
