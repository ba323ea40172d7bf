/** Files that are shown by themselves: an embed of one is a link to it. */
const OTHERS =
  /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|svg|pdf|mp[34]|m4[av]|wav|ogg|oga|ogv|opus|flac|webm|mov|mkv|3gp|do[ct][xm]?|xl[st][xm]?|p(?:pt|ot|ps)[xm]?|od[tsp]|epub|zip|canvas|base)$/i;

/** Whether an embed's target, as between `![[` and `]]`, is a note or text that can be shown in its place. */
export const isNoteEmbed = (target: string): boolean => !OTHERS.test(target.replace(/#.*$/s, "").trim());
