/**
 * Characters that look like a Latin letter, each followed by that letter: those of Unicode's confusables that could
 * imitate a reserved name. Characters that NFKD decomposes, such as full-width letters, need not be listed.
 */
const LOOKALIKES = new Map(
  [
    "аa еe оo рp сc уy хx іi јj ѕs һh ԁd гr мm нh тt кk вb үy ӏl ґr ћh",
    "Υy αa εe οo ρp υu γy χx ιi κk νv τt μu ηn σo βb ϲc ϳj",
    "ոn սu օo ցg հh յj զq ყy ⲩy ⲟo ⲣp ⲅr ⲙm ⲏh ⲧt",
    "ʏy ᴏo ᴜu ıi ɡg ɑa ɣy ʋu ɩi ᴀa ᴇe ɢg ʟl ᴍm ɴn ᴘp ʀr ꜱs ᴛt ʜh ꓬy ꓳo ꓴu ꓖg ꓮa ꓡl ꓰe ꓟm ꓣr ꓑp ꓠn ꓔt ꓧh ꓢs ꓲi",
    "0o 1l ０o ०o ੦o ૦o ๐o ໐o ೦o ൦o ഠo ဝo ｜l",
  ]
    .join(" ")
    .split(" ")
    .map((pair) => Array.from(pair) as [string, string]),
);

/** Code points of A in squared letters, circled letters and regional indicators. */
const ORNAMENTS = [0x1f150, 0x1f170, 0x1f1e6];

/** The plain letter for a squared or circled one; any other character unchanged. */
function unadorned(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const start = ORNAMENTS.find((each) => code >= each && code < each + 26);
  return start === undefined ? sign : String.fromCharCode(0x61 + code - start);
}

/** Names that Galley uses for authors other than agents, in each language. */
const RESERVED = new Set(
  [
    "you / me / i / myself / user / the user / person / the person / human / galley",
    "program / a program / another program / other program / other programs / another app / an app / another window",
    "command line / the command line / this window / git",
    "outside / outside program / external program / external change / external changes",
    "您 / 你 / 我 / 自己 / 用户 / 程序 / 其他程序 / 另一程序 / 另一个程序 / 别的程序 / 外部程序 / 外部更改 / 命令行",
  ]
    .flatMap((line) => line.split(" / "))
    .map(joined),
);

/** First words that are reserved, as in `You, by command`. */
const FIRST = new Set(["you", "您", "你"]);

/** The name as it reads: lower-case letters without marks, with single spaces between words. */
function letters(name: string): string {
  const plain = name.normalize("NFKD").replace(/[\p{M}\p{Cf}\u{115f}\u{1160}\u{3164}\u{ffa0}\u{2800}]/gu, "");
  const small = (sign: string) => LOOKALIKES.get(sign) ?? LOOKALIKES.get(sign.toLowerCase()) ?? sign.toLowerCase();
  return (
    Array.from(plain, (sign) => small(unadorned(sign)))
      .join("")
      // In most fonts a capital I looks like a small l, and rn looks like m.
      .replace(/[i|]/g, "l")
      .replace(/rn/g, "m")
      .replace(/vv/g, "w")
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim()
  );
}

function joined(name: string): string {
  return letters(name).replaceAll(" ", "");
}

/**
 * The name under which Galley shows and stores an agent. If it reads like Galley's name for the user, an external
 * program or Galley itself, it is quoted, so that nobody takes the agent's writes for theirs: `"You" (agent)`. Applied
 * to the name from every transport; applying it twice has no further effect.
 */
export function agentName(name: string): string {
  const isTaken = RESERVED.has(joined(name)) || FIRST.has(letters(name).split(" ")[0] ?? "");
  return isTaken && !/^".*" \(agent\)$/s.test(name) ? `"${name}" (agent)` : name;
}
