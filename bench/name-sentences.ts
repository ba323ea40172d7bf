/**
 * Sentences with names for the check of names, in four languages. `{a}` to `{d}` are names; a translation may have a pronoun or nothing instead. Each
 * sentence is made with each set of names, so that a name is in a dozen paragraphs.
 */
export type NameSentence = { en: string; zh: string; de: string; ru: string };

/** Four names as each language writes them; a Russian one without its ending. */
export type NameSet = Readonly<Record<"en" | "zh" | "de" | "ru", readonly [string, string, string, string]>>;

export const nameSets: readonly NameSet[] = [
  {
    en: ["Elizabeth", "Collins", "Catherine", "Johnson"],
    zh: ["伊丽莎白", "柯林斯", "凯瑟琳", "约翰逊"],
    de: ["Elizabeth", "Collins", "Catherine", "Johnson"],
    ru: ["Элизабет", "Коллинз", "Кэтрин", "Джонсон"],
  },
  {
    en: ["Florence", "Whitmore", "Margaret", "Abernathy"],
    zh: ["弗洛伦斯", "惠特莫尔", "玛格丽特", "阿伯纳西"],
    de: ["Florentine", "Whitmore", "Margarete", "Abernathy"],
    ru: ["Флоренс", "Уитмор", "Маргарет", "Абернати"],
  },
];

export const nameSentences: readonly NameSentence[] = [
  {
    en: "At the gate {a} stopped, and old Mr. {b} looked up.",
    zh: "{a}在门口停了下来，老{b}先生抬起头来。",
    de: "Am Tor blieb {a} stehen, und der alte Herr {b} blickte auf.",
    ru: "У ворот {a} остановилась, и старый мистер {b} поднял глаза.",
  },
  {
    en: "Nobody had told {c} about the letter, least of all her brother.",
    zh: "没有人把信的事告诉{c}，她哥哥尤其没有。",
    de: "Niemand hatte {c} von dem Brief erzählt, am wenigsten ihr Bruder.",
    ru: "Никто не сказал {c} о письме, и меньше всех её брат.",
  },
  {
    en: "The carriage of Mr. {d} came at noon, and {a} went down to meet it.",
    zh: "{d}先生的马车中午到了，{a}下楼去迎接。",
    de: "Die Kutsche des Herrn {d} kam am Mittag, und {a} ging hinunter, sie zu empfangen.",
    ru: "Экипаж мистера {d} прибыл в полдень, и {a} спустилась его встретить.",
  },
  {
    en: "It was raining when {b} came back; his boots were full of water.",
    zh: "{b}回来的时候正下着雨，他的靴子里灌满了水。",
    de: "Es regnete, als {b} zurückkam; seine Stiefel waren voll Wasser.",
    ru: "Шёл дождь, когда {b} вернулся; его сапоги были полны воды.",
  },
  {
    en: "In the garden {c} and {a} were talking about the house by the river.",
    zh: "{c}和{a}在花园里谈着河边的那座房子。",
    de: "Im Garten sprachen {c} und {a} über das Haus am Fluss.",
    ru: "В саду {c} и {a} говорили о доме у реки.",
  },
  {
    en: "The lawyer asked whether {d} had signed it, and he said that he had not.",
    zh: "律师问他签了没有，他说没有。",
    de: "Der Anwalt fragte, ob er unterschrieben habe, und er verneinte es.",
    ru: "Адвокат спросил, подписал ли он это, и тот ответил, что нет.",
  },
  {
    en: "For a week {a} wrote to nobody, and then to {c} alone.",
    zh: "整整一个星期，{a}谁也没有写信，后来也只写给{c}。",
    de: "Eine Woche lang schrieb {a} niemandem, und dann nur {c}.",
    ru: "Неделю {a} никому не писала, а потом одной {c}.",
  },
  {
    en: "The shop of Mr. {b} was shut, though {d} knocked three times.",
    zh: "{b}先生的店关着，{d}敲了三次门。",
    de: "Der Laden des Herrn {b} war zu, obwohl {d} dreimal klopfte.",
    ru: "Лавка мистера {b} была закрыта, хотя {d} стучал трижды.",
  },
  {
    en: "Her aunt thought that {a} ought to marry, and said so at every meal.",
    zh: "姨妈认为她该结婚了，每顿饭都这么说。",
    de: "Ihre Tante fand, sie solle heiraten, und sagte es bei jeder Mahlzeit.",
    ru: "Тётка считала, что ей пора замуж, и говорила это за каждым обедом.",
  },
  {
    en: "By the fire {d} read the paper aloud, and {b} fell asleep over it.",
    zh: "{d}在炉火边大声读报，{b}听着听着睡着了。",
    de: "Am Feuer las {d} die Zeitung vor, und {b} schlief darüber ein.",
    ru: "У огня {d} читал вслух газету, и {b} под неё уснул.",
  },
  {
    en: "The children loved {c}, for she never asked what they had learned.",
    zh: "孩子们喜欢{c}，因为她从不问他们学了什么。",
    de: "Die Kinder liebten {c}, denn sie fragte nie, was sie gelernt hatten.",
    ru: "Дети любили {c}, потому что она никогда не спрашивала, что они выучили.",
  },
  {
    en: "What {b} had lost at cards, {c} had to earn with her needle.",
    zh: "{b}打牌输掉的，{c}得靠针线挣回来。",
    de: "Was {b} beim Kartenspiel verloren hatte, musste {c} mit der Nadel verdienen.",
    ru: "Что {b} проиграл в карты, {c} приходилось зарабатывать иглой.",
  },
  {
    en: "On the stairs {a} met {d}, who would not say where he had been.",
    zh: "{a}在楼梯上遇见{d}，他不肯说去了哪里。",
    de: "Auf der Treppe traf {a} auf {d}, der nicht sagen wollte, wo er gewesen war.",
    ru: "На лестнице {a} встретила {d}, и тот не пожелал сказать, где был.",
  },
  {
    en: "Before the snow came, {c} had sold the horses and {d} the land.",
    zh: "下雪之前，{c}卖了马，{d}卖了地。",
    de: "Bevor der Schnee kam, hatte {c} die Pferde verkauft und {d} das Land.",
    ru: "До снега {c} продала лошадей, а {d} землю.",
  },
  {
    en: "There was a light in the window until {b} put it out with his hat.",
    zh: "窗里一直亮着灯，直到他用帽子把它扑灭。",
    de: "Im Fenster war Licht, bis er es mit dem Hut auslöschte.",
    ru: "В окне был свет, пока он не погасил его шляпой.",
  },
  {
    en: "Years later {a} still kept the key that {c} had given her.",
    zh: "多年以后，{a}还留着{c}给她的钥匙。",
    de: "Noch Jahre später bewahrte {a} den Schlüssel, den {c} ihr gegeben hatte.",
    ru: "Спустя годы {a} всё ещё хранила ключ, который дала ей {c}.",
  },
];

/** Other forms of the names, as a second translator or a model has them. */
export const otherForms: Readonly<Record<"zh" | "de" | "ru", Readonly<Record<string, readonly string[]>>>> = {
  zh: {
    伊丽莎白: ["伊莉莎白", "Elizabeth", "伊丽沙白"],
    柯林斯: ["科林斯", "Collins", "柯林思"],
    凯瑟琳: ["凯萨琳", "Catherine", "凯瑟林"],
    约翰逊: ["约翰孙", "Johnson", "詹森"],
    弗洛伦斯: ["佛洛伦斯", "Florence", "弗罗伦斯"],
    惠特莫尔: ["惠特摩尔", "Whitmore", "惠特莫"],
    玛格丽特: ["马格丽特", "Margaret", "玛格莉特"],
    阿伯纳西: ["亚伯纳西", "Abernathy", "阿伯内西"],
  },
  de: {
    Elizabeth: ["Elisabeth", "Elizabet", "Lisbeth"],
    Collins: ["Kollins", "Collens", "Colins"],
    Catherine: ["Catharine", "Katharina", "Cathrine"],
    Johnson: ["Jonson", "Johanson", "Jonsen"],
    Florentine: ["Florence", "Florantine", "Fiorentina"],
    Whitmore: ["Wittmore", "Withmore", "Whittmore"],
    Margarete: ["Margaret", "Marguerite", "Margrete"],
    Abernathy: ["Abernethy", "Abarnathy", "Abernati"],
  },
  ru: {
    Элизабет: ["Элизавет", "Елизабет", "Elizabeth"],
    Коллинз: ["Колинз", "Коллинс", "Collins"],
    Кэтрин: ["Катрин", "Кэтерин", "Catherine"],
    Джонсон: ["Джонсен", "Джонстон", "Johnson"],
    Флоренс: ["Флоранс", "Флёренс", "Florence"],
    Уитмор: ["Витмор", "Уитмур", "Whitmore"],
    Маргарет: ["Маргрет", "Марджарет", "Margaret"],
    Абернати: ["Абернети", "Эбернати", "Abernathy"],
  },
};
