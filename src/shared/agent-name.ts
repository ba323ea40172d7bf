/** Letters and digits that look like a Latin letter, each before the one that it looks like. */
const LOOKALIKES = new Map(
  "аa еe оo рp сc уy хx іi јj ѕs һh ԁd гr мm нh тt кk вb үy ոn սu օo Υy αa εe οo ρp υu γy χx ιi κk νv τt μu ηn ʏy ᴏo ᴜu ıi ɡg ɑa 0o 1l"
    .split(" ")
    .map((pair) => Array.from(pair) as [string, string]),
);

/** What Galley calls those who are no agents, in each of its languages. */
const RESERVED = new Set(
  [
    "you / me / i / myself / user / the user / person / the person / human / galley",
    "program / a program / another program / other program / other programs / another app / an app / another window",
    "outside / outside program / external program / external change / external changes",
    "您 / 你 / 我 / 自己 / 用户 / 程序 / 其他程序 / 另一程序 / 另一个程序 / 别的程序 / 外部程序 / 外部更改",
  ]
    .flatMap((line) => line.split(" / "))
    .map(joined),
);

/** So a name may not begin: `You, by command`. */
const FIRST = new Set(["you", "您", "你"]);

/** What a name reads like: small letters without marks, one blank for all that stands between words. */
function letters(name: string): string {
  const plain = name.normalize("NFKD").replace(/[\p{M}\p{Cf}]/gu, "");
  const small = (sign: string) => LOOKALIKES.get(sign) ?? LOOKALIKES.get(sign.toLowerCase()) ?? sign.toLowerCase();
  return Array.from(plain, small)
    .join("")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function joined(name: string): string {
  return letters(name).replaceAll(" ", "");
}

/**
 * The name of an agent as Galley shows and stores it. One that reads like what Galley calls the user, another program or
 * itself is put in quotation marks, so that nobody takes its writes for theirs: `"You" (agent)`. Every way in for agents
 * passes the name that it was given through here; twice is as once.
 */
export function agentName(name: string): string {
  const isTaken = RESERVED.has(joined(name)) || FIRST.has(letters(name).split(" ")[0] ?? "");
  return isTaken && !/^".*" \(agent\)$/s.test(name) ? `"${name}" (agent)` : name;
}
