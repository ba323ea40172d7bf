/**
 * Signs that look like a Latin letter, each before the one that it looks like; of Unicode's list of confusable signs those that could
 * stand in a reserved name. What NFKD takes apart, such as full-width and mathematical letters, need not be here.
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

/** Where A stands among letters in squares, in circles, and those of flags. */
const ORNAMENTS = [0x1f150, 0x1f170, 0x1f1e6];

/** The letter that an ornament shows; any other sign as it is. */
function unadorned(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const start = ORNAMENTS.find((each) => code >= each && code < each + 26);
  return start === undefined ? sign : String.fromCharCode(0x61 + code - start);
}

/** What Galley calls those who are no agents, in each of its languages. */
const RESERVED = new Set(
  [
    "you / me / i / myself / user / the user / person / the person / human / galley",
    "program / a program / another program / other program / other programs / another app / an app / another window",
    "command line / the command line / this window",
    "outside / outside program / external program / external change / external changes",
    "您 / 你 / 我 / 自己 / 用户 / 程序 / 其他程序 / 另一程序 / 另一个程序 / 别的程序 / 外部程序 / 外部更改 / 命令行",
  ]
    .flatMap((line) => line.split(" / "))
    .map(joined),
);

/** So a name may not begin: `You, by command`. */
const FIRST = new Set(["you", "您", "你"]);

/** What a name reads like: small letters without marks, one blank for all that stands between words. */
function letters(name: string): string {
  const plain = name.normalize("NFKD").replace(/[\p{M}\p{Cf}\u{115f}\u{1160}\u{3164}\u{ffa0}\u{2800}]/gu, "");
  const small = (sign: string) => LOOKALIKES.get(sign) ?? LOOKALIKES.get(sign.toLowerCase()) ?? sign.toLowerCase();
  return (
    Array.from(plain, (sign) => small(unadorned(sign)))
      .join("")
      // A capital I is a small l in most fonts, and r with n an m.
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
 * The name of an agent as Galley shows and stores it. One that reads like what Galley calls the user, another program or
 * itself is put in quotation marks, so that nobody takes its writes for theirs: `"You" (agent)`. Every way in for agents
 * passes the name that it was given through here; twice is as once.
 */
export function agentName(name: string): string {
  const isTaken = RESERVED.has(joined(name)) || FIRST.has(letters(name).split(" ")[0] ?? "");
  return isTaken && !/^".*" \(agent\)$/s.test(name) ? `"${name}" (agent)` : name;
}
