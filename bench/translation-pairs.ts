/** A stretch of a book and its good translations, written for the checks of translations. Each row: English, Chinese, French, German. */
const rows: readonly (readonly [en: string, zh: string, fr: string, de: string])[] = [
  ["# The Lamp on Sallow Head", "# 萨洛角的灯", "# La lampe du cap Sallow", "# Die Lampe auf Sallow Head"],
  [
    "In the winter of 1847 the keeper of Sallow Head lit the lamp for the last time, and nobody in the village below saw it burn.",
    "一八四七年冬天，萨洛角的守灯人最后一次点亮了灯，山下的村子里没有一个人看见它燃烧。",
    "À l’hiver 1847, le gardien du cap Sallow alluma la lampe pour la dernière fois, et personne, au village en contrebas, ne la vit brûler.",
    "Im Winter 1847 zündete der Wärter von Sallow Head die Lampe zum letzten Mal an, und niemand unten im Dorf sah sie brennen.",
  ],
  [
    "“You are late,” said Marta, without turning round. “The tide has been and gone.”",
    "“你来晚了，”玛尔塔头也不回地说，“潮水来过，又退了。”",
    "« Tu es en retard, dit Marta sans se retourner. La marée est venue et repartie. »",
    "„Du kommst spät“, sagte Marta, ohne sich umzudrehen. „Die Flut ist gekommen und wieder gegangen.“",
  ],
  [
    "He had walked 14 miles along the shingle with a sack of flour, *two* tins of oil and a letter that he could not read.",
    "他背着一袋面粉、*两*罐油和一封自己看不懂的信，沿着砾石滩走了14英里。",
    "Il avait marché 14 milles sur les galets avec un sac de farine, *deux* bidons d’huile et une lettre qu’il ne savait pas lire.",
    "Er war 14 Meilen über den Kies gegangen, mit einem Sack Mehl, *zwei* Kannen Öl und einem Brief, den er nicht lesen konnte.",
  ],
  ["What does it say?", "信上写了什么？", "Que dit-elle ?", "Was steht darin?"],
  [
    "The letter was short. It named a ship, the **Corran**, and a day in March. It asked for nothing else, and it was signed with a drawing of a bird.[^1]",
    "信很短。上面写着一艘船的名字——**科伦号**，还有三月里的一个日子。此外别无所求，落款是一只鸟的图样。[^1]",
    "La lettre était courte. Elle nommait un navire, le **Corran**, et un jour de mars. Elle ne demandait rien d’autre et portait pour signature le dessin d’un oiseau.[^1]",
    "Der Brief war kurz. Er nannte ein Schiff, die **Corran**, und einen Tag im März. Um mehr bat er nicht, und unterzeichnet war er mit der Zeichnung eines Vogels.[^1]",
  ],
  [
    "For three weeks they waited, counting the sails that passed beyond the reef and writing each of them in the book: 212 in all, and none of them hers.",
    "他们等了三个星期，数着从礁石外驶过的帆船，一艘一艘记进本子里：总共212艘，没有一艘是她。",
    "Pendant trois semaines ils attendirent, comptant les voiles qui passaient au-delà du récif et les inscrivant une à une dans le registre : 212 en tout, et aucune n’était la sienne.",
    "Drei Wochen lang warteten sie, zählten die Segel, die jenseits des Riffs vorüberzogen, und trugen jedes in das Buch ein: 212 im Ganzen, und keines davon war ihres.",
  ],
  [
    "The chart (the one with the burnt corner) can still be seen in [the museum at Holm](https://holm.example/charts/17), where children are told not to touch it.",
    "那张海图（烧掉一角的那张）至今仍可在[霍尔姆博物馆](https://holm.example/charts/17)看到，大人总叫孩子们不要碰它。",
    "La carte (celle au coin brûlé) se voit encore au [musée de Holm](https://holm.example/charts/17), où l’on dit aux enfants de ne pas la toucher.",
    "Die Karte (die mit der verbrannten Ecke) ist noch im [Museum von Holm](https://holm.example/charts/17) zu sehen, wo man den Kindern sagt, sie sollen sie nicht anfassen.",
  ],
  [
    "Marta kept the accounts. Oil cost 1,250 crowns a year, wicks 75, and the mule, which nobody liked, 3.5 a week.",
    "账由玛尔塔来管。灯油一年要1250克朗，灯芯75克朗，那头谁都不喜欢的骡子每周3.5克朗。",
    "Marta tenait les comptes. L’huile coûtait 1 250 couronnes par an, les mèches 75, et la mule, que personne n’aimait, 3,5 par semaine.",
    "Marta führte die Bücher. Öl kostete 1.250 Kronen im Jahr, Dochte 75, und das Maultier, das niemand mochte, 3,5 in der Woche.",
  ],
  [
    "“And if she never comes?” he asked at last. “If she never comes,” said Marta, “then we shall have had a lamp, and that is more than most people have.”",
    "“要是她永远不来呢？”他终于问道。“要是她永远不来，”玛尔塔说，“我们总还有过一盏灯，这已经比大多数人都多了。”",
    "« Et si elle ne vient jamais ? demanda-t-il enfin. — Si elle ne vient jamais, dit Marta, nous aurons eu une lampe, et c’est plus que n’en ont la plupart des gens. »",
    "„Und wenn sie nie kommt?“, fragte er schließlich. „Wenn sie nie kommt“, sagte Marta, „dann haben wir eine Lampe gehabt, und das ist mehr, als die meisten Menschen haben.“",
  ],
  [
    "Rain came in from the west on the twelfth day. It put out the fires on the beach, filled the boats, and went on until the road to Holm was a river.",
    "第十二天，雨从西边来了。雨浇灭了海滩上的火，灌满了船，下个不停，直到通往霍尔姆的路变成了一条河。",
    "Le douzième jour, la pluie arriva de l’ouest. Elle éteignit les feux de la plage, remplit les barques et continua jusqu’à ce que la route de Holm fût une rivière.",
    "Am zwölften Tag kam Regen von Westen. Er löschte die Feuer am Strand, füllte die Boote und hielt an, bis die Straße nach Holm ein Fluss war.",
  ],
  [
    "See Chapter 4 for the accounts, and the table in `appendix-b` for what was lost.",
    "账目见第4章，损失见 `appendix-b` 中的表格。",
    "Voir le chapitre 4 pour les comptes, et le tableau de `appendix-b` pour ce qui fut perdu.",
    "Die Abrechnung steht in Kapitel 4, und was verloren ging, in der Tabelle in `appendix-b`.",
  ],
  [
    "Nobody had told the gulls. They stood along the rail in a row, facing the wind, as if the whole of the sea had been arranged for them alone.",
    "没有人告诉过海鸥。它们迎着风，沿栏杆站成一排，仿佛整片大海都是单为它们安排的。",
    "Personne n’avait prévenu les mouettes. Elles se tenaient en rang le long de la rambarde, face au vent, comme si toute la mer avait été disposée pour elles seules.",
    "Den Möwen hatte niemand etwas gesagt. Sie standen in einer Reihe auf dem Geländer, dem Wind zugewandt, als wäre das ganze Meer nur für sie eingerichtet worden.",
  ],
  [
    "Then, on 23 March, at a quarter past four in the morning, somebody knocked at the lighthouse: once, twice, and a third time, softly.",
    "到了3月23日，凌晨四点一刻，有人敲响了灯塔的门：一下，两下，第三下很轻。",
    "Puis, le 23 mars, à quatre heures et quart du matin, on frappa à la porte du phare : une fois, deux fois, puis une troisième, doucement.",
    "Dann, am 23. März, um Viertel nach vier Uhr morgens, klopfte jemand an die Tür des Leuchtturms: einmal, zweimal und ein drittes Mal, leise.",
  ],
  [
    "Marta put down her pen, smoothed her apron, and went to open it; the lamp, she noticed, had begun to smoke.",
    "玛尔塔放下笔，抚平围裙，走去开门；她注意到，灯开始冒烟了。",
    "Marta posa sa plume, lissa son tablier et alla ouvrir ; la lampe, remarqua-t-elle, s’était mise à fumer.",
    "Marta legte die Feder hin, strich ihre Schürze glatt und ging öffnen; die Lampe, bemerkte sie, hatte zu rauchen begonnen.",
  ],
];

export type BookPair = { source: string; translation: string };

const columns = { en: 0, zh: 1, fr: 2, de: 3 } as const;

/** The directions that are examined: from a language into another. */
export const directions = [
  ...([
    ["en", "zh"],
    ["en", "fr"],
    ["en", "de"],
  ] as const),
  ...([
    ["zh", "en"],
    ["fr", "en"],
    ["de", "zh"],
    ["zh", "fr"],
    ["fr", "de"],
  ] as const),
] as const;

export type Language = keyof typeof columns;

/** The paragraphs in a direction, in the order of the book. */
export const goodPairs = (from: Language, to: Language): BookPair[] =>
  rows.map((row) => ({ source: row[columns[from]], translation: row[columns[to]] }));

/** A paragraph in one language. */
export const paragraphIn = (language: Language, at: number): string =>
  rows[at % rows.length]?.[columns[language]] ?? "";
