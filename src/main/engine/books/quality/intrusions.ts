import { allChecked, type IsChecked } from "./checks";
import { type Flag, type Pair, shortened } from "./flags";

/** Signs of a model's thinking and of its chat format. */
const thinking =
  /<\/?(?:think|thinking|thought|reasoning|reflection|scratchpad|analysis)>|<\|[a-z_]{2,30}\|>|\[\/?(?:INST|THINK)\]|<\/?s>/i;

/** An id or index in the form of a work line, such as `[3] [ID: p1a2b3] text`, or before a colon: `p1a2b3: text`. */
const address =
  /\[\s*ID\s*[:：]\s*[^\]\n]{1,80}\]|["']?paragraph_id["']?\s*[:=]|^\s*\[\d{1,5}\]\s|^\s*\**(?=[a-z_-]*\d)[a-z0-9_-]{5,16}\**\s*[:：]\s*\S/i;

/** The names of the fields of a batch. */
const fields = /["']?(?:translated_text|paragraph_id|paragraph_index)["']?\s*[:=]/i;

/** What models say before or instead of an answer, at the beginning of a line. */
const answers = [
  /^(?:sure|certainly|of course|okay|ok|absolutely)[,!.:]\s.{0,80}/im,
  /^(?:here(?:'|’)?s|here is|here are|below is|the following is|this is)\s[^\n]{0,60}\btranslat[^\n]{0,60}/im,
  /^(?:translation|translated text|output|result|answer|final translation)\s*[:：]/im,
  /^(?:as an ai|i apologi[sz]e|i(?:'|’)?m sorry|i am sorry|i cannot|i can(?:'|’)t|i(?:'|’)m unable|i am unable|unfortunately, i)\b[^\n]{0,80}/im,
  /^(?:let me know|i hope this|feel free to|please (?:let me know|note))[^\n]{0,80}/im,
  /^(?:好的|当然|當然|没问题|以下是|下面是|这是)[^\n]{0,40}(?:译|譯|翻)[^\n]{0,40}/m,
  /^(?:译文|譯文|翻译|翻譯|翻译如下|翻譯如下|翻译结果|譯文如下|译文如下|訳文|翻訳|번역)\s*[:：]/m,
  /^(?:抱歉|对不起|對不起|作为(?:一个|一款)?(?:ai|人工智能)|我无法|我無法|申し訳)[^\n]{0,80}/im,
  /^(?:voici|ci-dessous)[^\n]{0,40}\btraduction\b[^\n]{0,40}/im,
  /^(?:hier ist|hier die|nachfolgend)[^\n]{0,40}\bübersetzung\b[^\n]{0,40}/im,
  /^(?:aquí (?:está|tienes)|esta es)[^\n]{0,40}\btraducción\b[^\n]{0,40}/im,
  /^(?:traduction|übersetzung|traducción|traduzione|tradução|перевод)\s*[:：]/im,
];

/** Notes that models add. A source may have such a note itself, which is translated then. */
const notes = [
  /[([{（［【]\s*(?:translator(?:'|’)?s?\s+note|translation note|note|n\.?\s?d\.?\s?t\.?|tn|t\/n|anm\.|译注|译者注|譯註|譯者註|注|註|訳注|역주)\s*[.:：][^\n]{0,80}/i,
  /^(?:translator(?:'|’)?s?\s+)?notes?\s*[:：][^\n]{0,80}/im,
  /^\**(?:explanation|alternatives?|literally|breakdown)\**\s*[:：][^\n]{0,80}/im,
  /^(?:说明|說明|备注|備註|注|註|解释|注意)\s*[:：][^\n]{0,80}/m,
];

/** What a model has put into a translation: its thinking, ids, data or remarks that the source does not have. */
export function intrusions({ source, translation }: Pair, isChecked: IsChecked = allChecked): Flag[] {
  const flags: Flag[] = [];
  const add = (kind: Flag["kind"], find: () => string | null | undefined): void => {
    const found = isChecked(kind) ? find() : null;
    if (found != null) flags.push({ kind, detail: shortened(found) });
  };
  add("thinking", () => newMatch(thinking, source, translation));
  add("data", () => dataIn(source, translation));
  if (flags.every(({ kind }) => kind !== "data")) add("address", () => newMatch(address, source, translation));
  add("commentary", () => {
    const remarks = hasNote(source) ? answers : [...answers, ...notes];
    return remarks.map((each) => newMatch(each, source, translation)).find((found) => found !== null);
  });
  return flags;
}

/** The first match in the translation, if the source has none. */
const newMatch = (pattern: RegExp, source: string, translation: string): string | null =>
  pattern.test(source) ? null : (pattern.exec(translation)?.[0] ?? null);

const hasNote = (source: string): boolean =>
  notes.some((each) => each.test(source)) || /^\W{0,4}\p{L}{2,16}(?:\s\p{L}{1,16})?\s*[:：]/u.test(source);

/** JSON, or a fence around the whole, that the source does not have. */
function dataIn(source: string, translation: string): string | null {
  const text = translation.trim();
  if (/^```/.test(text) && !/^\s*```/.test(source)) return text.split("\n", 1)[0] ?? text;
  if (fields.test(text) && !fields.test(source)) return fields.exec(text)?.[0] ?? null;
  if (!/^[[{]/.test(text) || /^\s*[[{]/.test(source)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? text : null;
  } catch {
    return null;
  }
}
