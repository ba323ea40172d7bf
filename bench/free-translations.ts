/** A second corpus, written by somebody who did not know the checks. `faulty` are translations as models and people spoil them; `good` may be free, not wrong. */
export type FreeTranslation = {
  from: string;
  into: string;
  source: string;
  good: string;
  faulty: { fault: string; text: string }[];
};

export const freeTranslations: readonly FreeTranslation[] = [
  {
    from: "en",
    into: "zh",
    source:
      "The ferry came in late that autumn evening, and nobody on the quay looked up. Margaret had crossed this strait in 1911 as a bride and in 1936 as a widow; now, at seventy-two, she was crossing it for no reason at all. She carried one bag. In it were a nightgown, a tin of ginger biscuits and every letter her brother had ever failed to post. The rain had stopped. A boy offered to carry the bag, and she let him, because he had her brother's ears. “Visiting?” he asked. “Returning something,” she said.",
    good: "那个秋天的傍晚，渡船靠岸晚了，码头上没有一个人抬头。1911年，玛格丽特以新娘的身份渡过这道海峡；1936年再渡时，她已是寡妇；如今她七十二岁，又来渡海，却什么缘由也没有。她只提了一个包，里面装着一件睡衣、一罐姜饼，还有她哥哥一辈子没寄出去的所有信件。雨已经停了。一个男孩要替她提包，她便由着他，因为他长着一对和她哥哥一样的耳朵。“来看亲戚？”他问。“来还东西。”她说。",
    faulty: [
      {
        fault: "wrong date",
        text: "那个秋天的傍晚，渡船靠岸晚了，码头上没有一个人抬头。1911年，玛格丽特以新娘的身份渡过这道海峡；1963年再渡时，她已是寡妇；如今她七十二岁，又来渡海，却什么缘由也没有。她只提了一个包，里面装着一件睡衣、一罐姜饼，还有她哥哥一辈子没寄出去的所有信件。雨已经停了。一个男孩要替她提包，她便由着他，因为他长着一对和她哥哥一样的耳朵。“来看亲戚？”他问。“来还东西。”她说。",
      },
      {
        fault: "cut",
        text: "那个秋天的傍晚，渡船靠岸晚了，码头上没有一个人抬头。1911年，玛格丽特以新娘的身份渡过这道海峡；1936年再渡时，她已是寡妇；如今她七十二岁，又来渡海，却什么缘由也没有。她只提了一个包，里面装着一件睡衣、一罐",
      },
      {
        fault: "partly untranslated",
        text: "那个秋天的傍晚，渡船靠岸晚了，码头上没有一个人抬头。1911年，玛格丽特以新娘的身份渡过这道海峡；1936年再渡时，她已是寡妇；如今她七十二岁，又来渡海，却什么缘由也没有。She carried one bag. In it were a nightgown, a tin of ginger biscuits and every letter her brother had ever failed to post.雨已经停了。一个男孩要替她提包，她便由着他，因为他长着一对和她哥哥一样的耳朵。“来看亲戚？”他问。“来还东西。”她说。",
      },
      {
        fault: "commentary after",
        text: "那个秋天的傍晚，渡船靠岸晚了，码头上没有一个人抬头。1911年，玛格丽特以新娘的身份渡过这道海峡；1936年再渡时，她已是寡妇；如今她七十二岁，又来渡海，却什么缘由也没有。她只提了一个包，里面装着一件睡衣、一罐姜饼，还有她哥哥一辈子没寄出去的所有信件。雨已经停了。一个男孩要替她提包，她便由着他，因为他长着一对和她哥哥一样的耳朵。“来看亲戚？”他问。“来还东西。”她说。\n\n（注：“strait”译为“海峡”，原文未指明具体地点。如需更文学化的表达，我可以再作调整。）",
      },
    ],
  },
  {
    from: "en",
    into: "zh",
    source: "“You never told me you could swim,” said Anna.\n\n“You never asked,” he said, and went under again.",
    good: "“你从没告诉过我你会游泳。”安娜说。\n\n“你也从没问过。”他说罢，又潜了下去。",
    faulty: [
      {
        fault: "bracket or quotation mark lost",
        text: "你从没告诉过我你会游泳。安娜说。\n\n你也从没问过。他说罢，又潜了下去。",
      },
      {
        fault: "echoed id",
        text: "[3] [ID: q8w2zr] “你从没告诉过我你会游泳。”安娜说。\n\n“你也从没问过。”他说罢，又潜了下去。",
      },
      {
        fault: "merged with next paragraph",
        text: "“你从没告诉过我你会游泳。”安娜说。\n\n“你也从没问过。”他说罢，又潜了下去。\n\n安娜在水边坐下来，脱了鞋，数着他冒上来的气泡。数到第四十个的时候，她开始害怕了。",
      },
      {
        fault: "thinking",
        text: "<think>\nThe user wants me to translate this dialogue into Chinese. “went under again” means he dived below the surface again. I'll use 潜了下去.\n</think>\n\n“你从没告诉过我你会游泳。”安娜说。\n\n“你也从没问过。”他说罢，又潜了下去。",
      },
    ],
  },
  {
    from: "en",
    into: "zh",
    source: "## Chapter Seven: The House with Two Doors",
    good: "## 第七章 两扇门的房子",
    faulty: [
      { fault: "marks lost", text: "第七章 两扇门的房子" },
      { fault: "untranslated", text: "## Chapter Seven: The House with Two Doors" },
      { fault: "other language", text: "## 第七章 二つの扉のある家" },
      { fault: "commentary before", text: "好的，以下是该章节标题的中文翻译：\n\n## 第七章 两扇门的房子" },
    ],
  },
  {
    from: "en",
    into: "zh",
    source: "Yes.",
    good: "是的。",
    faulty: [
      { fault: "commentary before", text: "以下是译文：\n\n是的。" },
      { fault: "commentary after", text: "是的。\n\n（根据上下文，也可译为“对”“好”或“有”。）" },
      { fault: "untranslated", text: "Yes." },
      { fault: "refusal", text: "抱歉，您似乎没有提供需要翻译的完整文本。请把要翻译的段落发给我，我很乐意帮忙。" },
    ],
  },
  {
    from: "en",
    into: "zh",
    source:
      "Note: the translation of this letter was made from a damaged copy. Where the ink had run, the editors have put a row of dots; where a word was only probable, they have put it in square brackets [thus].",
    good: "按：本信译文所据为一残损抄本。墨迹漫漶之处，编者以一排圆点标示；凡只能推测之字，则置于方括号之内[如此]。",
    faulty: [
      {
        fault: "bracket or quotation mark lost",
        text: "按：本信译文所据为一残损抄本。墨迹漫漶之处，编者以一排圆点标示；凡只能推测之字，则置于方括号之内如此。",
      },
      {
        fault: "thinking",
        text: "Okay, let me think about this. The text starts with “Note:”, which looks like an instruction, but it is part of the text, so I should translate it too. “Where the ink had run” - 墨迹漫漶之处. Good.\n\n按：本信译文所据为一残损抄本。墨迹漫漶之处，编者以一排圆点标示；凡只能推测之字，则置于方括号之内[如此]。",
      },
      {
        fault: "untranslated",
        text: "Note: the translation of this letter was made from a damaged copy. Where the ink had run, the editors have put a row of dots; where a word was only probable, they have put it in square brackets [thus].",
      },
      { fault: "sentence missing", text: "按：本信译文所据为一残损抄本。凡只能推测之字，则置于方括号之内[如此]。" },
    ],
  },
  {
    from: "en",
    into: "zh",
    source:
      "The plot measured 3.5 acres and cost him $12,750, which in those days was the price of eleven good horses. He paid in cash, on the 4th of March, and by June he had lost it all.",
    good: "那块地三英亩半，花了他12,750美元，在当年足够买十一匹好马。三月四日他付了现款，到六月便输了个精光。",
    faulty: [
      {
        fault: "wrong number",
        text: "那块地三英亩半，花了他127,500美元，在当年足够买十一匹好马。三月四日他付了现款，到六月便输了个精光。",
      },
      {
        fault: "wrong date",
        text: "那块地三英亩半，花了他12,750美元，在当年足够买十一匹好马。五月四日他付了现款，到六月便输了个精光。",
      },
      {
        fault: "JSON",
        text: '{"id": "m4k7c1", "translation": "那块地三英亩半，花了他12,750美元，在当年足够买十一匹好马。三月四日他付了现款，到六月便输了个精光。"}',
      },
      { fault: "too short summary", text: "他花钱买了地，很快又输光了。" },
    ],
  },
  {
    from: "en",
    into: "zh",
    source: "It was raining cats and dogs, so we called it a day.",
    good: "雨下得瓢泼一般，我们就收工了。",
    faulty: [
      { fault: "other language", text: "土砂降りだったので、私たちはそこで切り上げた。" },
      {
        fault: "commentary after",
        text: "雨下得瓢泼一般，我们就收工了。\n\nNote: “raining cats and dogs” is an English idiom meaning heavy rain, and “call it a day” means to stop working, so both were rendered by sense rather than literally.",
      },
      { fault: "doubled", text: "雨下得瓢泼一般，我们就收工了。\n雨下得瓢泼一般，我们就收工了。" },
      { fault: "code fence", text: "```\n雨下得瓢泼一般，我们就收工了。\n```" },
    ],
  },
  {
    from: "en",
    into: "zh",
    source:
      "The old man had a theory about dogs[^2]. He held that they understood *every word* we said and kept silent out of pity. When pressed for evidence he would point at the spaniel, who looked away.",
    good: "老人对狗自有一套见解[^2]。他认定，我们说的*每一个字*它们都懂，只是出于怜悯才不作声。有人追问证据，他便指指那条西班牙猎犬，猎犬把脸扭了过去。",
    faulty: [
      {
        fault: "footnote lost",
        text: "老人对狗自有一套见解。他认定，我们说的*每一个字*它们都懂，只是出于怜悯才不作声。有人追问证据，他便指指那条西班牙猎犬，猎犬把脸扭了过去。",
      },
      {
        fault: "marks lost",
        text: "老人对狗自有一套见解[^2]。他认定，我们说的每一个字它们都懂，只是出于怜悯才不作声。有人追问证据，他便指指那条西班牙猎犬，猎犬把脸扭了过去。",
      },
      {
        fault: "footnote lost",
        text: "老人对狗自有一套见解²。他认定，我们说的*每一个字*它们都懂，只是出于怜悯才不作声。有人追问证据，他便指指那条西班牙猎犬，猎犬把脸扭了过去。",
      },
      {
        fault: "echoed id",
        text: "p_v5t0xa: 老人对狗自有一套见解[^2]。他认定，我们说的*每一个字*它们都懂，只是出于怜悯才不作声。有人追问证据，他便指指那条西班牙猎犬，猎犬把脸扭了过去。",
      },
    ],
  },
  {
    from: "en",
    into: "zh",
    source:
      "For the full list of stations, see [the 1954 timetable](https://archive.example.org/rail/1954?line=north#p12), which the society scanned last winter.",
    good: "全部车站名录，请参阅学会去年冬天扫描的[1954年列车时刻表](https://archive.example.org/rail/1954?line=north#p12)。",
    faulty: [
      { fault: "link lost or changed", text: "全部车站名录，请参阅学会去年冬天扫描的1954年列车时刻表。" },
      {
        fault: "link lost or changed",
        text: "全部车站名录，请参阅学会去年冬天扫描的[1954年列车时刻表](https://archive.example.org/铁路/1954)。",
      },
      {
        fault: "code fence",
        text: "```\n全部车站名录，请参阅学会去年冬天扫描的[1954年列车时刻表](https://archive.example.org/rail/1954?line=north#p12)。\n```",
      },
      {
        fault: "commentary before",
        text: "Sure! Here is the Chinese translation of the paragraph:\n\n全部车站名录，请参阅学会去年冬天扫描的[1954年列车时刻表](https://archive.example.org/rail/1954?line=north#p12)。",
      },
    ],
  },
  {
    from: "en",
    into: "zh",
    source: "- Two pounds of quinces, not too ripe\n- A stick of cinnamon\n- Sugar, about 900 g\n- Patience",
    good: "- 榅桲两磅，不可太熟\n- 肉桂一根\n- 糖，约900克\n- 耐心",
    faulty: [
      { fault: "wrong number", text: "- 榅桲两磅，不可太熟\n- 肉桂一根\n- 糖，约90克\n- 耐心" },
      { fault: "marks lost", text: "榅桲两磅，不可太熟\n肉桂一根\n糖，约900克\n耐心" },
      { fault: "partly untranslated", text: "- 榅桲两磅，不可太熟\n- A stick of cinnamon\n- 糖，约900克\n- Patience" },
      { fault: "code fence", text: "```markdown\n- 榅桲两磅，不可太熟\n- 肉桂一根\n- 糖，约900克\n- 耐心\n```" },
    ],
  },
  {
    from: "en",
    into: "zh",
    source:
      "Dear Tom,<br/>I have your note of <i>Tuesday</i> and I shall not answer it. Come to supper instead. There will be eels.<br/>Your affectionate aunt,<br/>Winifred",
    good: "亲爱的汤姆：<br/>你<i>星期二</i>的便条收到了，我不打算回复。不如来吃晚饭吧，有鳗鱼。<br/>疼你的姑妈<br/>威妮弗雷德",
    faulty: [
      {
        fault: "tag lost",
        text: "亲爱的汤姆：\n你星期二的便条收到了，我不打算回复。不如来吃晚饭吧，有鳗鱼。\n疼你的姑妈\n威妮弗雷德",
      },
      {
        fault: "tag lost",
        text: "亲爱的汤姆：<br/>你*星期二*的便条收到了，我不打算回复。不如来吃晚饭吧，有鳗鱼。<br/>疼你的姑妈<br/>威妮弗雷德",
      },
      { fault: "cut", text: "亲爱的汤姆：<br/>你<i>星期二</i>的便条收到了，我不打算回复。不如来吃" },
      {
        fault: "JSON",
        text: '[{"id":"a19fke","text":"亲爱的汤姆：<br/>你<i>星期二</i>的便条收到了，我不打算回复。不如来吃晚饭吧，有鳗鱼。<br/>疼你的姑妈<br/>威妮弗雷德"}]',
      },
    ],
  },
  {
    from: "en",
    into: "zh",
    source:
      "He was a man who had been born in one century, had married in another, and behaved as though he belonged to neither. His neighbours forgave him the waistcoats. They forgave him the parrot, which swore in Portuguese; they forgave him even the trombone. What they could not forgive, and what in the end drove him out of Lower Wick, was that he never once complained about the weather.",
    good: "此人生在一个世纪，娶妻在另一个世纪，言行举止却像哪个世纪都不属于。那些背心，邻居们原谅了他；那只用葡萄牙语骂人的鹦鹉，他们原谅了他；就连那把长号，他们也原谅了他。他们唯独不能原谅、最终把他逼出下威克村的一件事，是他从来没有抱怨过一回天气。",
    faulty: [
      { fault: "too short summary", text: "他是个怪人，邻居们什么都能原谅，就是不能原谅他从不抱怨天气。" },
      {
        fault: "sentence missing",
        text: "此人生在一个世纪，娶妻在另一个世纪，言行举止却像哪个世纪都不属于。他们唯独不能原谅、最终把他逼出下威克村的一件事，是他从来没有抱怨过一回天气。",
      },
      {
        fault: "loop",
        text: "此人生在一个世纪，娶妻在另一个世纪，言行举止却像哪个世纪都不属于。那些背心，邻居们原谅了他；那只用葡萄牙语骂人的鹦鹉，他们原谅了他；那只用葡萄牙语骂人的鹦鹉，他们原谅了他；那只用葡萄牙语骂人的鹦鹉，他们原谅了他；那只用葡萄牙语骂人的鹦鹉，他们原谅了他；那只用葡萄牙语骂人的鹦鹉，他们原谅了他；那只用葡萄牙语骂人的鹦鹉，他们原谅了他；那只用葡萄牙语骂人的鹦鹉，他们原谅了他；那只用葡萄牙语骂人的鹦鹉，他们原谅了他；那只用葡萄牙语骂人的鹦鹉，他们原谅了他；那只用葡萄牙语骂人的鹦鹉，他们原谅了他；那只用葡萄牙语骂人的鹦鹉，他们原谅了他；那只用葡萄牙语骂人的鹦鹉，他们原谅了他；那只用葡萄牙语骂人的鹦鹉，他们原谅了他；那只用葡萄牙语骂人的鹦鹉，他们原谅了他；",
      },
      {
        fault: "refusal",
        text: "很抱歉，我无法翻译这段内容，因为它可能来自受版权保护的作品。我可以为您概括大意，或者翻译您自己撰写的文字。",
      },
    ],
  },
  {
    from: "en",
    into: "zh",
    source: "Silence.",
    good: "一片寂静。",
    faulty: [
      {
        fault: "loop",
        text: "一片寂静。一片寂静。一片寂静。一片寂静。一片寂静。一片寂静。一片寂静。一片寂静。一片寂静。一片寂静。一片寂静。一片寂静。一片寂静。一片寂静。一片寂静。一片寂静。一片寂静。一片寂静。一片寂静。一片寂静。一片寂静。一片寂静。一片寂静。一片寂静。",
      },
      { fault: "merged with next paragraph", text: "一片寂静。随后，楼上的什么地方，一扇门轻轻关上了。" },
      { fault: "echoed id", text: "[ID: h2n9dd]\n一片寂静。" },
      {
        fault: "thinking",
        text: "好的，用户要我翻译“Silence.”这个词。它可以译作“沉默”或“寂静”。这里单独成段，应该是营造氛围，用“一片寂静”比较好。\n\n一片寂静。",
      },
    ],
  },
  {
    from: "en",
    into: "zh",
    source:
      "Run `make lantern` twice before you go to bed, she had written on the card, and **never** touch the blue lever. At 6:45 a.m. the pressure should stand at 38%.",
    good: "她在卡片上写道：睡前把`make lantern`运行两遍，**千万别**碰那根蓝色操纵杆。早上6:45，压力应当在38%。",
    faulty: [
      {
        fault: "marks lost",
        text: "她在卡片上写道：睡前把“点亮灯笼”命令运行两遍，**千万别**碰那根蓝色操纵杆。早上6:45，压力应当在38%。",
      },
      {
        fault: "wrong number",
        text: "她在卡片上写道：睡前把`make lantern`运行两遍，**千万别**碰那根蓝色操纵杆。早上6:45，压力应当在83%。",
      },
      {
        fault: "refusal",
        text: "I'm sorry, but I can't help with that. The text appears to contain instructions for operating equipment, and I'm not able to provide guidance that could be unsafe.",
      },
      {
        fault: "code fence",
        text: "```text\n她在卡片上写道：睡前把`make lantern`运行两遍，**千万别**碰那根蓝色操纵杆。早上6:45，压力应当在38%。\n```",
      },
    ],
  },
  {
    from: "en",
    into: "zh",
    source:
      "The lamp goes out upon the hill,\nThe river talks, the reeds are still,\nAnd one who swore he would not come\nIs walking homeward to the drum.",
    good: "山上的灯火已经熄灭，\n河水低语，芦苇静默，\n那个发誓不来的人啊，\n正踏着鼓声走向家门。",
    faulty: [
      { fault: "cut", text: "山上的灯火已经熄灭，\n河水低语，芦苇静默，\n那个发誓不来的人" },
      {
        fault: "doubled",
        text: "山上的灯火已经熄灭，\n河水低语，芦苇静默，\n那个发誓不来的人啊，\n正踏着鼓声走向家门。\n正踏着鼓声走向家门。",
      },
      {
        fault: "other language",
        text: "丘の上の灯りは消え、\n川は語り、葦は黙し、\n来ないと誓ったその人が\n太鼓に合わせ家路をたどる。",
      },
      {
        fault: "commentary before",
        text: "这首小诗采用了双行押韵，译文尽量保留了原作的节奏：\n\n山上的灯火已经熄灭，\n河水低语，芦苇静默，\n那个发誓不来的人啊，\n正踏着鼓声走向家门。",
      },
    ],
  },
  {
    from: "en",
    into: "zh",
    source:
      "By the winter of 1887 the colony numbered 1,340 souls, of whom fewer than a third could read. The schoolmaster, a Dane named Holm, taught them from the only three books he had: a psalter, a treatise on bees (second edition) and the memoirs of a hangman. It was noticed in later years that the children of the colony were pious, industrious and remarkably good at knots.",
    good: "到1887年冬天，移民地已有1340口人，识字的还不到三分之一。教书先生是个丹麦人，姓霍尔姆，手头只有三本书可教：一本诗篇集，一部论蜜蜂的专著（第二版），还有一个刽子手的回忆录。多年以后人们发现，这移民地的孩子个个虔诚、勤劳，而且打绳结的手艺格外高明。",
    faulty: [
      {
        fault: "wrong number",
        text: "到1887年冬天，移民地已有3140口人，识字的还不到三分之一。教书先生是个丹麦人，姓霍尔姆，手头只有三本书可教：一本诗篇集，一部论蜜蜂的专著（第二版），还有一个刽子手的回忆录。多年以后人们发现，这移民地的孩子个个虔诚、勤劳，而且打绳结的手艺格外高明。",
      },
      {
        fault: "merged with next paragraph",
        text: "到1887年冬天，移民地已有1340口人，识字的还不到三分之一。教书先生是个丹麦人，姓霍尔姆，手头只有三本书可教：一本诗篇集，一部论蜜蜂的专著（第二版），还有一个刽子手的回忆录。多年以后人们发现，这移民地的孩子个个虔诚、勤劳，而且打绳结的手艺格外高明。\n\n霍尔姆一直活到九十岁。临终时他要人把那本论蜜蜂的书放在枕边，至于那本诗篇集，他说，他早已背熟了。",
      },
      {
        fault: "bracket or quotation mark lost",
        text: "到1887年冬天，移民地已有1340口人，识字的还不到三分之一。教书先生是个丹麦人，姓霍尔姆，手头只有三本书可教：一本诗篇集，一部论蜜蜂的专著第二版，还有一个刽子手的回忆录。多年以后人们发现，这移民地的孩子个个虔诚、勤劳，而且打绳结的手艺格外高明。",
      },
      {
        fault: "partly untranslated",
        text: "到1887年冬天，移民地已有1340口人，识字的还不到三分之一。教书先生是个丹麦人，姓霍尔姆，手头只有三本书可教：一本诗篇集，一部论蜜蜂的专著（第二版），还有一个刽子手的回忆录。It was noticed in later years that the children of the colony were pious, industrious and remarkably good at knots.",
      },
    ],
  },
  {
    from: "zh",
    into: "en",
    source:
      "民国二十三年冬，青石镇下了一场百年不遇的大雪。镇上的人都说，这雪是冲着沈家来的。沈老太爷听了，只是笑笑，吩咐长工把后院的七口水缸都搬进屋里。到了半夜，七口缸裂了六口。",
    good: "In the winter of 1934, Qingshi saw a snowfall such as comes once in a hundred years. The townspeople all said it had come for the Shens. When old Master Shen heard this he only smiled, and told the hired men to carry the seven water vats in the back courtyard indoors. By midnight six of the seven had cracked.",
    faulty: [
      {
        fault: "wrong date",
        text: "In the winter of 1923, Qingshi saw a snowfall such as comes once in a hundred years. The townspeople all said it had come for the Shens. When old Master Shen heard this he only smiled, and told the hired men to carry the seven water vats in the back courtyard indoors. By midnight six of the seven had cracked.",
      },
      {
        fault: "wrong number",
        text: "In the winter of 1934, Qingshi saw a snowfall such as comes once in a hundred years. The townspeople all said it had come for the Shens. When old Master Shen heard this he only smiled, and told the hired men to carry the seven water vats in the back courtyard indoors. By midnight five of the seven had cracked.",
      },
      {
        fault: "untranslated",
        text: "民国二十三年冬，青石镇下了一场百年不遇的大雪。镇上的人都说，这雪是冲着沈家来的。沈老太爷听了，只是笑笑，吩咐长工把后院的七口水缸都搬进屋里。到了半夜，七口缸裂了六口。",
      },
      {
        fault: "commentary after",
        text: "In the winter of 1934, Qingshi saw a snowfall such as comes once in a hundred years. The townspeople all said it had come for the Shens. When old Master Shen heard this he only smiled, and told the hired men to carry the seven water vats in the back courtyard indoors. By midnight six of the seven had cracked.\n\n---\n\n**Translator's notes:**\n- 民国二十三年 is the 23rd year of the Republic of China, i.e. 1934.\n- 青石镇 literally means “Bluestone Town”.",
      },
    ],
  },
  {
    from: "zh",
    into: "en",
    source: "“你走吧。”她说。\n\n他没有走。",
    good: "“Go,” she said.\n\nHe didn't.",
    faulty: [
      {
        fault: "merged with next paragraph",
        text: "“Go,” she said.\n\nHe didn't.\n\nThe kettle began to sing on the stove, and neither of them moved to take it off.",
      },
      { fault: "bracket or quotation mark lost", text: "Go, she said.\n\nHe didn't." },
      { fault: "other language", text: "«Vete», dijo ella.\n\nÉl no se fue." },
      { fault: "partly untranslated", text: "“Go,” she said.\n\n他没有走。" },
    ],
  },
  {
    from: "zh",
    into: "en",
    source: "## 第十二回 借东风小镇失火 还旧债老匠归乡",
    good: "## Chapter Twelve: In which an east wind sets the town alight, and an old craftsman comes home to pay his debts",
    faulty: [
      {
        fault: "marks lost",
        text: "Chapter Twelve: In which an east wind sets the town alight, and an old craftsman comes home to pay his debts",
      },
      { fault: "untranslated", text: "## 第十二回 借东风小镇失火 还旧债老匠归乡" },
      {
        fault: "cut",
        text: "## Chapter Twelve: In which an east wind sets the town alight, and an old craftsman comes",
      },
      {
        fault: "code fence",
        text: "```markdown\n## Chapter Twelve: In which an east wind sets the town alight, and an old craftsman comes home to pay his debts\n```",
      },
    ],
  },
  {
    from: "zh",
    into: "en",
    source: "他这个人，刀子嘴豆腐心。",
    good: "His bark was worse than his bite.",
    faulty: [
      {
        fault: "commentary after",
        text: "His bark was worse than his bite.\n\n(Literally: “knife mouth, tofu heart.” Alternatives: “He had a sharp tongue but a soft heart.”)",
      },
      {
        fault: "thinking",
        text: "<think>\n刀子嘴豆腐心 is a Chinese idiom: sharp tongue, soft heart. In English we could say “his bark is worse than his bite”.\n</think>\nHis bark was worse than his bite.",
      },
      {
        fault: "commentary before",
        text: "Here's a natural English rendering of the sentence:\n\nHis bark was worse than his bite.",
      },
      { fault: "doubled", text: "His bark was worse than his bite. His bark was worse than his bite." },
    ],
  },
  {
    from: "zh",
    into: "en",
    source: "没有。",
    good: "No.",
    faulty: [
      {
        fault: "loop",
        text: "No. No. No. No. No. No. No. No. No. No. No. No. No. No. No. No. No. No. No. No. No. No. No. No. No. No. No. No. No. No.",
      },
      { fault: "echoed id", text: "[7] No." },
      { fault: "JSON", text: '{"translation": "No."}' },
      {
        fault: "refusal",
        text: "I'm sorry, but there isn't enough context to translate this. Could you please provide the full passage?",
      },
    ],
  },
  {
    from: "zh",
    into: "en",
    source:
      "这座桥长一百二十丈，用了三万六千块青砖，前后修了十九年。修桥的石匠换了三代，只有监工的那条黄狗，据说从头到尾是同一条。",
    good: "The bridge is a hundred and twenty zhang long—some four hundred metres—and took thirty-six thousand grey bricks and nineteen years to build. Three generations of masons came and went; only the yellow dog that oversaw the work, they say, was the same dog from beginning to end.",
    faulty: [
      {
        fault: "wrong number",
        text: "The bridge is a hundred and twenty zhang long—some four hundred metres—and took three hundred and sixty thousand grey bricks and nineteen years to build. Three generations of masons came and went; only the yellow dog that oversaw the work, they say, was the same dog from beginning to end.",
      },
      {
        fault: "too short summary",
        text: "The bridge took nineteen years to build, and a dog watched the whole time.",
      },
      {
        fault: "code fence",
        text: "```\nThe bridge is a hundred and twenty zhang long—some four hundred metres—and took thirty-six thousand grey bricks and nineteen years to build. Three generations of masons came and went; only the yellow dog that oversaw the work, they say, was the same dog from beginning to end.\n```",
      },
      {
        fault: "untranslated",
        text: "这座桥长一百二十丈，用了三万六千块青砖，前后修了十九年。修桥的石匠换了三代，只有监工的那条黄狗，据说从头到尾是同一条。",
      },
    ],
  },
  {
    from: "zh",
    into: "en",
    source:
      "张先生台鉴：\n\n来信收悉。所托之事，恕难从命。家父生前有言，这把琴不卖、不借、不送人。您若真心喜欢，不妨来寒舍听一听。\n\n林月卿 敬上\n十月初九",
    good: "Dear Mr Zhang,\n\nI have your letter, and I am sorry to say that I cannot do as you ask. My late father used to say that this qin was not to be sold, lent or given away. But if you truly love it, you are welcome to come to my humble home and hear it played.\n\nRespectfully,\nLin Yueqing\nThe ninth of the tenth month",
    faulty: [
      {
        fault: "wrong date",
        text: "Dear Mr Zhang,\n\nI have your letter, and I am sorry to say that I cannot do as you ask. My late father used to say that this qin was not to be sold, lent or given away. But if you truly love it, you are welcome to come to my humble home and hear it played.\n\nRespectfully,\nLin Yueqing\nThe tenth of the ninth month",
      },
      {
        fault: "sentence missing",
        text: "Dear Mr Zhang,\n\nI have your letter, and I am sorry to say that I cannot do as you ask. But if you truly love it, you are welcome to come to my humble home and hear it played.\n\nRespectfully,\nLin Yueqing\nThe ninth of the tenth month",
      },
      {
        fault: "cut",
        text: "Dear Mr Zhang,\n\nI have your letter, and I am sorry to say that I cannot do as you ask. My late father used to say that this qin was not to be sold, lent or given away. But if you truly love it, you are",
      },
      {
        fault: "commentary before",
        text: "Certainly. Below is the letter in English, keeping its formal, old-fashioned register:\n\nDear Mr Zhang,\n\nI have your letter, and I am sorry to say that I cannot do as you ask. My late father used to say that this qin was not to be sold, lent or given away. But if you truly love it, you are welcome to come to my humble home and hear it played.\n\nRespectfully,\nLin Yueqing\nThe ninth of the tenth month",
      },
    ],
  },
  {
    from: "zh",
    into: "en",
    source: "据县志记载[^5]，光绪二十一年五月，黄河在此改道，**一夜之间**淹没了四十三个村庄。",
    good: "According to the county gazetteer,[^5] in the fifth month of 1895 the Yellow River changed course here and **in a single night** drowned forty-three villages.",
    faulty: [
      {
        fault: "footnote lost",
        text: "According to the county gazetteer, in the fifth month of 1895 the Yellow River changed course here and **in a single night** drowned forty-three villages.",
      },
      {
        fault: "wrong date",
        text: "According to the county gazetteer,[^5] in the fifth month of 1875 the Yellow River changed course here and **in a single night** drowned forty-three villages.",
      },
      {
        fault: "marks lost",
        text: "According to the county gazetteer,[^5] in the fifth month of 1895 the Yellow River changed course here and in a single night drowned forty-three villages.",
      },
      {
        fault: "footnote lost",
        text: "According to the county gazetteer,[^6] in the fifth month of 1895 the Yellow River changed course here and **in a single night** drowned forty-three villages.",
      },
    ],
  },
  {
    from: "zh",
    into: "en",
    source:
      "详情可参看[《茶馆旧影》](https://photos.example.cn/teahouse/1938)一文，其中第三张照片里靠窗坐着的，就是我祖父。",
    good: "For more, see [“Old Teahouse Scenes”](https://photos.example.cn/teahouse/1938); the man sitting by the window in the third photograph is my grandfather.",
    faulty: [
      {
        fault: "link lost or changed",
        text: "For more, see [“Old Teahouse Scenes”]; the man sitting by the window in the third photograph is my grandfather.",
      },
      {
        fault: "link lost or changed",
        text: "For more, see [“Old Teahouse Scenes”](https://photos.example.cn/old-teahouse-scenes); the man sitting by the window in the third photograph is my grandfather.",
      },
      {
        fault: "echoed id",
        text: "p_n3w8ya: For more, see [“Old Teahouse Scenes”](https://photos.example.cn/teahouse/1938); the man sitting by the window in the third photograph is my grandfather.",
      },
      {
        fault: "link lost or changed",
        text: "For more, see “Old Teahouse Scenes” (photos.example.cn); the man sitting by the window in the third photograph is my grandfather.",
      },
    ],
  },
  {
    from: "zh",
    into: "en",
    source:
      "我奶奶一辈子没进过学堂，却能把《三字经》倒着背。她说，正着背是给先生听的，倒着背是给鬼听的，鬼听不懂，就不来了。我小时候信以为真。后来念了大学，学了逻辑学，才明白她这话破绽百出：鬼若听不懂，又怎知道该走？可是奶奶死后的那个夜里，我一个人守灵，还是不由自主地倒着背了起来。",
    good: "My grandmother never set foot in a school, yet she could recite the Three Character Classic backwards. Forwards was for the teacher, she said; backwards was for the ghosts, who couldn't understand it and so stayed away. As a child I took this for gospel. Later I went to university and studied logic, and saw that her argument was full of holes: if the ghosts couldn't understand, how would they know to leave? But on the night after she died, keeping vigil alone beside her, I found that I had begun, in spite of myself, to recite it backwards.",
    faulty: [
      {
        fault: "sentence missing",
        text: "My grandmother never set foot in a school, yet she could recite the Three Character Classic backwards. Forwards was for the teacher, she said; backwards was for the ghosts, who couldn't understand it and so stayed away. But on the night after she died, keeping vigil alone beside her, I found that I had begun, in spite of myself, to recite it backwards.",
      },
      {
        fault: "too short summary",
        text: "My grandmother could recite the Three Character Classic backwards to ward off ghosts. The night she died, I did the same.",
      },
      {
        fault: "partly untranslated",
        text: "My grandmother never set foot in a school, yet she could recite the Three Character Classic backwards. Forwards was for the teacher, she said; backwards was for the ghosts, who couldn't understand it and so stayed away. As a child I took this for gospel. 后来念了大学，学了逻辑学，才明白她这话破绽百出：鬼若听不懂，又怎知道该走？可是奶奶死后的那个夜里，我一个人守灵，还是不由自主地倒着背了起来。",
      },
      {
        fault: "loop",
        text: "My grandmother never set foot in a school, yet she could recite the Three Character Classic backwards. Forwards was for the teacher, she said; backwards was for the ghosts. Forwards was for the teacher, she said; backwards was for the ghosts. Forwards was for the teacher, she said; backwards was for the ghosts. Forwards was for the teacher, she said; backwards was for the ghosts. Forwards was for the teacher, she said; backwards was for the ghosts. Forwards was for the teacher, she said; backwards was for the ghosts. Forwards was for the teacher, she said; backwards was for the ghosts. Forwards was for the teacher, she said; backwards was for the ghosts. Forwards was for the teacher, she said; backwards was for the ghosts. Forwards was for the teacher, she said; backwards was for the ghosts. Forwards was for the teacher, she said; backwards was for the ghosts. Forwards was for the teacher, she said; backwards was for the ghosts. Forwards was for the teacher, she said; backwards was for the ghosts. Forwards was for the teacher, she said; backwards was for the ghosts. Forwards was for the teacher, she said; backwards was for the ghosts. Forwards was for the teacher, she said; backwards was for the ghosts.",
      },
    ],
  },
  {
    from: "zh",
    into: "en",
    source: "雨打芭蕉夜未央，\n灯前独坐补衣裳。\n一针一线皆心事，\n不寄关山寄月光。",
    good: "Rain on the plantain leaves; the night is long.\nShe sits alone and mends beside the light.\nEach stitch she sews is something left unsaid,\nSent not to far-off passes but the moon.",
    faulty: [
      {
        fault: "cut",
        text: "Rain on the plantain leaves; the night is long.\nShe sits alone and mends beside the light.\nEach stitch she sews is",
      },
      {
        fault: "thinking",
        text: "Thinking Process:\n\n1.  **Analyze the request:** translate a four-line classical-style Chinese poem into English.\n2.  **Key images:** 芭蕉 (plantain), 灯 (lamp), 一针一线 (each stitch), 关山 (mountain passes).\n3.  **Draft:** blank verse, iambic pentameter.\n\nRain on the plantain leaves; the night is long.\nShe sits alone and mends beside the light.\nEach stitch she sews is something left unsaid,\nSent not to far-off passes but the moon.",
      },
      {
        fault: "commentary after",
        text: "Rain on the plantain leaves; the night is long.\nShe sits alone and mends beside the light.\nEach stitch she sews is something left unsaid,\nSent not to far-off passes but the moon.\n\n(The poem follows the classical seven-character quatrain form; I used unrhymed pentameter to keep its music.)",
      },
      {
        fault: "other language",
        text: "Lluvia sobre el plátano; la noche no se acaba.\nSola junto a la lámpara remienda la ropa.\nCada puntada es una pena callada,\nque no envía a los montes, sino a la luna.",
      },
    ],
  },
  {
    from: "zh",
    into: "en",
    source: "<p>老板娘把账本一合，说：“一共是<b>八百六十四块五</b>，零头就不要了。”</p>",
    good: "<p>The landlady snapped the ledger shut. “That comes to <b>864.50 yuan</b>,” she said. “We'll forget the small change.”</p>",
    faulty: [
      {
        fault: "tag lost",
        text: "<p>The landlady snapped the ledger shut. “That comes to 864.50 yuan,” she said. “We'll forget the small change.”</p>",
      },
      {
        fault: "tag lost",
        text: "The landlady snapped the ledger shut. “That comes to <b>864.50 yuan</b>,” she said. “We'll forget the small change.”",
      },
      {
        fault: "tag lost",
        text: "<p>The landlady snapped the ledger shut. “That comes to <b>864.50 yuan,” she said. “We'll forget the small change.”</p>",
      },
      {
        fault: "JSON",
        text: '```json\n{\n  "k7d0qe": "<p>The landlady snapped the ledger shut. “That comes to <b>864.50 yuan</b>,” she said. “We\'ll forget the small change.”</p>"\n}\n```',
      },
    ],
  },
  {
    from: "zh",
    into: "en",
    source: "译者按：本章原稿缺第二页。据手稿编号推断，所缺约三百字，当是写二人初见的情形。",
    good: "Translator's note: The second page of this chapter is missing from the manuscript. To judge by the numbering, some three hundred characters are lost, which must have described the pair's first meeting.",
    faulty: [
      {
        fault: "refusal",
        text: "I apologize, but I'm unable to translate this chapter because page two appears to be missing. If you can upload the complete manuscript, I'd be glad to continue.",
      },
      {
        fault: "merged with next paragraph",
        text: "Translator's note: The second page of this chapter is missing from the manuscript. To judge by the numbering, some three hundred characters are lost, which must have described the pair's first meeting.\n\nOn the third page, which begins in mid-sentence, they are already quarrelling about the price of a fan.",
      },
      {
        fault: "thinking",
        text: "Let me think about how to translate this. 译者按 is “Translator's note”. It's part of the text itself, not something I add. OK.\n\nFinal translation:\nTranslator's note: The second page of this chapter is missing from the manuscript. To judge by the numbering, some three hundred characters are lost, which must have described the pair's first meeting.",
      },
      {
        fault: "sentence missing",
        text: "Translator's note: To judge by the numbering, some three hundred characters are lost, which must have described the pair's first meeting.",
      },
    ],
  },
  {
    from: "zh",
    into: "en",
    source:
      "船到江心，老艄公忽然停了桨。“看见那块石头了吗？”他指着前面黑黢黢的一团，“我爹就撞在那上头。我爷爷也是。”我问他怕不怕。他说怕什么，我没有儿子。",
    good: "In midstream the old boatman suddenly rested his oars. “See that rock?” he said, pointing at a black mass ahead. “My father hit it. So did my grandfather.” I asked him if he was afraid. What was there to be afraid of, he said; he had no son.",
    faulty: [
      {
        fault: "doubled",
        text: "In midstream the old boatman suddenly rested his oars. “See that rock?” he said, pointing at a black mass ahead. “My father hit it. So did my grandfather.” I asked him if he was afraid. What was there to be afraid of, he said; he had no son. What was there to be afraid of, he said; he had no son.",
      },
      {
        fault: "merged with next paragraph",
        text: "In midstream the old boatman suddenly rested his oars. “See that rock?” he said, pointing at a black mass ahead. “My father hit it. So did my grandfather.” I asked him if he was afraid. What was there to be afraid of, he said; he had no son.\n\nAfter that we did not speak again until the far bank, where he refused my money and asked instead for a cigarette.",
      },
      {
        fault: "sentence missing",
        text: "In midstream the old boatman suddenly rested his oars. “See that rock?” he said, pointing at a black mass ahead. “My father hit it. So did my grandfather.” What was there to be afraid of, he said; he had no son.",
      },
      {
        fault: "partly untranslated",
        text: "In midstream the old boatman suddenly rested his oars. “看见那块石头了吗？”他指着前面黑黢黢的一团，“我爹就撞在那上头。我爷爷也是。” I asked him if he was afraid. What was there to be afraid of, he said; he had no son.",
      },
    ],
  },
  {
    from: "en",
    into: "ja",
    source:
      "The clock in the hall had stopped at ten past four, and no one in the family could agree on the year. Aunt Beatrice said 1926, because of the strike. Uncle Ned said it had never gone at all.",
    good: "玄関広間の時計は四時十分で止まっていたが、それが何年のことだったかとなると、家族の意見はまちまちだった。ストライキのあった年だから一九二六年だ、とベアトリス伯母は言う。ネッド伯父に言わせれば、そもそも一度も動いたことがないのだった。",
    faulty: [
      {
        fault: "wrong date",
        text: "玄関広間の時計は四時十分で止まっていたが、それが何年のことだったかとなると、家族の意見はまちまちだった。ストライキのあった年だから一九六二年だ、とベアトリス伯母は言う。ネッド伯父に言わせれば、そもそも一度も動いたことがないのだった。",
      },
      {
        fault: "other language",
        text: "大厅里的钟停在四点十分，至于停在哪一年，家里人莫衷一是。比阿特丽斯姑妈说是1926年，因为那年闹罢工。内德叔叔说它根本就没走过。",
      },
      {
        fault: "cut",
        text: "玄関広間の時計は四時十分で止まっていたが、それが何年のことだったかとなると、家族の意見はまちまちだった。ストライキのあった年だから一九二六年だ、とベアトリス伯母は言う。ネッド伯父に言わせれば、",
      },
      {
        fault: "commentary before",
        text: "以下に日本語訳を示します。\n\n玄関広間の時計は四時十分で止まっていたが、それが何年のことだったかとなると、家族の意見はまちまちだった。ストライキのあった年だから一九二六年だ、とベアトリス伯母は言う。ネッド伯父に言わせれば、そもそも一度も動いたことがないのだった。",
      },
    ],
  },
  {
    from: "en",
    into: "ja",
    source: "“Is it far?”\n\n“Far enough,” said the driver. “Get in.”",
    good: "「遠いんですか」\n\n「まあ、それなりにな」と運転手は言った。「乗りな」",
    faulty: [
      { fault: "bracket or quotation mark lost", text: "遠いんですか\n\nまあ、それなりになと運転手は言った。乗りな" },
      { fault: "untranslated", text: "“Is it far?”\n\n“Far enough,” said the driver. “Get in.”" },
      {
        fault: "merged with next paragraph",
        text: "「遠いんですか」\n\n「まあ、それなりにな」と運転手は言った。「乗りな」\n\n後部座席には先客がいた。膝に鳥籠をのせた老婦人で、籠の中は空だった。",
      },
      {
        fault: "echoed id",
        text: "[15] [ID: w4r7ps] 「遠いんですか」\n\n「まあ、それなりにな」と運転手は言った。「乗りな」",
      },
    ],
  },
  {
    from: "en",
    into: "ja",
    source: "## 3. What the Beekeeper Saw",
    good: "## 3 養蜂家が見たもの",
    faulty: [
      { fault: "marks lost", text: "養蜂家が見たもの" },
      { fault: "other language", text: "## 3. 养蜂人看见了什么" },
      { fault: "commentary after", text: "## 3 養蜂家が見たもの\n\n※「養蜂家」は「蜂飼い」と訳すこともできます。" },
      { fault: "JSON", text: '{"id": "o6w2ra", "translation": "## 3 養蜂家が見たもの"}' },
    ],
  },
  {
    from: "en",
    into: "ja",
    source: "Nobody answered.",
    good: "答える者はいなかった。",
    faulty: [
      {
        fault: "loop",
        text: "答える者はいなかった。答える者はいなかった。答える者はいなかった。答える者はいなかった。答える者はいなかった。答える者はいなかった。答える者はいなかった。答える者はいなかった。答える者はいなかった。答える者はいなかった。答える者はいなかった。答える者はいなかった。答える者はいなかった。答える者はいなかった。答える者はいなかった。答える者はいなかった。答える者はいなかった。答える者はいなかった。答える者はいなかった。答える者はいなかった。",
      },
      { fault: "JSON", text: '{"id":"z2f6lm","text":"答える者はいなかった。"}' },
      { fault: "refusal", text: "申し訳ありませんが、文脈が不足しているため、この文を翻訳することはできません。" },
      { fault: "doubled", text: "答える者はいなかった。\n\n答える者はいなかった。" },
    ],
  },
  {
    from: "en",
    into: "ja",
    source:
      "The walls are 2.4 m thick and the well goes down 65 feet. In the whole of its history the castle has been taken only once, on 9 May 1648, by a man who had come to sell cheese.",
    good: "壁の厚さは2.4メートル、井戸の深さは65フィートに及ぶ。長い歴史のなかで城が落ちたのはただ一度、1648年5月9日のことで、落としたのはチーズを売りに来た男だった。",
    faulty: [
      {
        fault: "wrong number",
        text: "壁の厚さは2.4メートル、井戸の深さは56フィートに及ぶ。長い歴史のなかで城が落ちたのはただ一度、1648年5月9日のことで、落としたのはチーズを売りに来た男だった。",
      },
      {
        fault: "wrong date",
        text: "壁の厚さは2.4メートル、井戸の深さは65フィートに及ぶ。長い歴史のなかで城が落ちたのはただ一度、1648年9月5日のことで、落としたのはチーズを売りに来た男だった。",
      },
      {
        fault: "code fence",
        text: "```\n壁の厚さは2.4メートル、井戸の深さは65フィートに及ぶ。長い歴史のなかで城が落ちたのはただ一度、1648年5月9日のことで、落としたのはチーズを売りに来た男だった。\n```",
      },
      {
        fault: "thinking",
        text: "<thinking>\nMeasurements: 2.4 m, 65 feet. Keep units. Date: 9 May 1648 → 1648年5月9日.\n</thinking>\n\n壁の厚さは2.4メートル、井戸の深さは65フィートに及ぶ。長い歴史のなかで城が落ちたのはただ一度、1648年5月9日のことで、落としたのはチーズを売りに来た男だった。",
      },
    ],
  },
  {
    from: "en",
    into: "ja",
    source:
      "She read the sentence *three times*[^1]. Then she opened the file `readme_old.txt`, found the same sentence there, and laughed until the cat left the room.",
    good: "彼女はその一文を*三度*読み返した[^1]。それから`readme_old.txt`というファイルを開くと、そこにもまったく同じ文があって、猫が部屋を出ていくまで笑いつづけた。",
    faulty: [
      {
        fault: "footnote lost",
        text: "彼女はその一文を*三度*読み返した。それから`readme_old.txt`というファイルを開くと、そこにもまったく同じ文があって、猫が部屋を出ていくまで笑いつづけた。",
      },
      {
        fault: "marks lost",
        text: "彼女はその一文を三度読み返した[^1]。それからreadme_old.txtというファイルを開くと、そこにもまったく同じ文があって、猫が部屋を出ていくまで笑いつづけた。",
      },
      {
        fault: "footnote lost",
        text: "彼女はその一文を*三度*読み返した¹。それから`readme_old.txt`というファイルを開くと、そこにもまったく同じ文があって、猫が部屋を出ていくまで笑いつづけた。",
      },
      {
        fault: "doubled",
        text: "彼女はその一文を*三度*読み返した[^1]。それから`readme_old.txt`というファイルを開くと、そこにもまったく同じ文があって、猫が部屋を出ていくまで笑いつづけた。猫が部屋を出ていくまで笑いつづけた。",
      },
    ],
  },
  {
    from: "en",
    into: "ja",
    source:
      "Father never spoke of the war. He spoke of the mules. There had been nine of them, he said, each with the name of a queen, and they had carried him and forty crates of tinned peaches over the mountains in the snow. Seven came down the other side. When he was very old he would say their names in order, like a rosary, and at Cleopatra he would always stop.",
    good: "父は戦争の話を決してしなかった。するのは騾馬の話だった。騾馬は九頭いて、それぞれに女王の名がついていたという。その騾馬たちが、父と桃の缶詰四十箱を背に、雪の山を越えたのだ。向こう側に下りたのは七頭だった。すっかり年老いてから、父はその名をロザリオを繰るように順に唱えることがあったが、いつもクレオパトラのところで止まってしまうのだった。",
    faulty: [
      {
        fault: "sentence missing",
        text: "父は戦争の話を決してしなかった。するのは騾馬の話だった。騾馬は九頭いて、それぞれに女王の名がついていたという。その騾馬たちが、父と桃の缶詰四十箱を背に、雪の山を越えたのだ。すっかり年老いてから、父はその名をロザリオを繰るように順に唱えることがあったが、いつもクレオパトラのところで止まってしまうのだった。",
      },
      {
        fault: "partly untranslated",
        text: "父は戦争の話を決してしなかった。するのは騾馬の話だった。There had been nine of them, he said, each with the name of a queen, and they had carried him and forty crates of tinned peaches over the mountains in the snow.向こう側に下りたのは七頭だった。すっかり年老いてから、父はその名をロザリオを繰るように順に唱えることがあったが、いつもクレオパトラのところで止まってしまうのだった。",
      },
      { fault: "too short summary", text: "父は戦争の話をせず、騾馬の話ばかりしていた。" },
      {
        fault: "loop",
        text: "父は戦争の話を決してしなかった。するのは騾馬の話だった。騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、騾馬は九頭いて、",
      },
    ],
  },
  {
    from: "en",
    into: "ja",
    source:
      "Tickets are £4 (children £2.50) and may be had on the quay or from [the ferry office](https://ferry.example.net/tickets).<br/>Dogs travel free.",
    good: "乗船券は4ポンド（子ども2.5ポンド）、乗り場または[フェリー事務所](https://ferry.example.net/tickets)でお求めください。<br/>犬は無料です。",
    faulty: [
      {
        fault: "link lost or changed",
        text: "乗船券は4ポンド（子ども2.5ポンド）、乗り場またはフェリー事務所でお求めください。<br/>犬は無料です。",
      },
      {
        fault: "tag lost",
        text: "乗船券は4ポンド（子ども2.5ポンド）、乗り場または[フェリー事務所](https://ferry.example.net/tickets)でお求めください。犬は無料です。",
      },
      {
        fault: "bracket or quotation mark lost",
        text: "乗船券は4ポンド、子ども2.5ポンド、乗り場または[フェリー事務所](https://ferry.example.net/tickets)でお求めください。<br/>犬は無料です。",
      },
      {
        fault: "link lost or changed",
        text: "乗船券は4ポンド（子ども2.5ポンド）、乗り場または[フェリー事務所](https://ferry.example.net/ja/tickets)でお求めください。<br/>犬は無料です。",
      },
    ],
  },
  {
    from: "en",
    into: "es",
    source: "“You're late,” said the widow.\n\n“The train was,” I said. “I merely sat in it.”",
    good: "—Llega usted tarde —dijo la viuda.\n\n—Llegó tarde el tren —dije—. Yo me limité a ir sentado.",
    faulty: [
      {
        fault: "bracket or quotation mark lost",
        text: "Llega usted tarde dijo la viuda.\n\nLlegó tarde el tren dije. Yo me limité a ir sentado.",
      },
      {
        fault: "other language",
        text: "—O senhor está atrasado —disse a viúva.\n\n—O comboio é que se atrasou —disse eu—. Eu limitei-me a ir sentado.",
      },
      {
        fault: "echoed id",
        text: '<p id="c5y1hb">—Llega usted tarde —dijo la viuda.\n\n—Llegó tarde el tren —dije—. Yo me limité a ir sentado.',
      },
      {
        fault: "merged with next paragraph",
        text: "—Llega usted tarde —dijo la viuda.\n\n—Llegó tarde el tren —dije—. Yo me limité a ir sentado.\n\nMe tendió una mano fría, cargada de anillos, y la retiró antes de que pudiera estrechársela.",
      },
    ],
  },
  {
    from: "en",
    into: "es",
    source: "The estate was sold on 17 August 1893 for £21,500, furniture included. The furniture was worth more.",
    good: "La finca se vendió el 17 de agosto de 1893 por 21.500 libras, muebles incluidos. Los muebles valían más.",
    faulty: [
      {
        fault: "wrong number",
        text: "La finca se vendió el 17 de agosto de 1893 por 2.150 libras, muebles incluidos. Los muebles valían más.",
      },
      {
        fault: "wrong date",
        text: "La finca se vendió el 17 de agosto de 1898 por 21.500 libras, muebles incluidos. Los muebles valían más.",
      },
      {
        fault: "untranslated",
        text: "The estate was sold on 17 August 1893 for £21,500, furniture included. The furniture was worth more.",
      },
      {
        fault: "sentence missing",
        text: "La finca se vendió el 17 de agosto de 1893 por 21.500 libras, muebles incluidos.",
      },
    ],
  },
  {
    from: "en",
    into: "es",
    source: "## II. In Which Nothing Is Proved",
    good: "## II. Donde no se demuestra nada",
    faulty: [
      { fault: "marks lost", text: "II. Donde no se demuestra nada" },
      { fault: "wrong number", text: "## III. Donde no se demuestra nada" },
      { fault: "code fence", text: "```\n## II. Donde no se demuestra nada\n```" },
      { fault: "doubled", text: "## II. Donde no se demuestra nada\n\n## II. Donde no se demuestra nada" },
    ],
  },
  {
    from: "en",
    into: "es",
    source: "Perhaps.",
    good: "Quizá.",
    faulty: [
      { fault: "commentary before", text: "La traducción al español es:\n\nQuizá." },
      { fault: "commentary after", text: "Quizá.\n\n(También podría traducirse como «tal vez» o «a lo mejor».)" },
      {
        fault: "loop",
        text: "Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá. Quizá.",
      },
      { fault: "refusal", text: "Lo siento, pero no has incluido ningún texto para traducir. ¿Podrías enviármelo?" },
    ],
  },
  {
    from: "en",
    into: "es",
    source:
      "Every village has one man who knows the name of every apple. Ours was called Josiah Pell, and he was blind. You would put the fruit into his hand and he would weigh it, sniff it, knock on it with a knuckle as if somebody lived there. Then he would say “Pitmaston Pine” or “Slack-ma-Girdle,” and he was never wrong, except once, and that was a pear.",
    good: "No hay pueblo sin un hombre que conozca el nombre de todas las manzanas. El nuestro se llamaba Josiah Pell, y era ciego. Le ponías la fruta en la mano y él la sopesaba, la olía, llamaba en ella con los nudillos como si dentro viviera alguien; luego decía «Pitmaston Pine» o «Slack-ma-Girdle», y no se equivocaba nunca. Salvo una vez, y aquello era una pera.",
    faulty: [
      { fault: "too short summary", text: "En el pueblo había un ciego que sabía distinguir todas las manzanas." },
      {
        fault: "cut",
        text: "No hay pueblo sin un hombre que conozca el nombre de todas las manzanas. El nuestro se llamaba Josiah Pell, y era ciego. Le ponías la fruta en la mano y él la sopesaba, la olía, llamaba en ella con los nudillos como si",
      },
      {
        fault: "partly untranslated",
        text: "Every village has one man who knows the name of every apple. Ours was called Josiah Pell, and he was blind. Le ponías la fruta en la mano y él la sopesaba, la olía, llamaba en ella con los nudillos como si dentro viviera alguien; luego decía «Pitmaston Pine» o «Slack-ma-Girdle», y no se equivocaba nunca. Salvo una vez, y aquello era una pera.",
      },
      {
        fault: "loop",
        text: "No hay pueblo sin un hombre que conozca el nombre de todas las manzanas. El nuestro se llamaba Josiah Pell, y era ciego. Le ponías la fruta en la mano y él la sopesaba, la olía, la sopesaba, la olía, la sopesaba, la olía, la sopesaba, la olía, la sopesaba, la olía, la sopesaba, la olía, la sopesaba, la olía, la sopesaba, la olía, la sopesaba, la olía, la sopesaba, la olía, la sopesaba, la olía, la sopesaba, la olía, la sopesaba, la olía, la sopesaba, la olía, la sopesaba, la olía, la sopesaba, la olía, la sopesaba, la olía, la sopesaba, la olía, la sopesaba, la olía, la sopesaba, la olía, la sopesaba, la olía, la sopesaba, la olía, la sopesaba,",
      },
    ],
  },
  {
    from: "en",
    into: "es",
    source: "The parser rejects any record whose JSON lacks an `id`; **do not** invent one[^4].",
    good: "El analizador rechaza todo registro cuyo JSON carezca de `id`; **no** lo invente[^4].",
    faulty: [
      {
        fault: "footnote lost",
        text: "El analizador rechaza todo registro cuyo JSON carezca de `id`; **no** lo invente.",
      },
      {
        fault: "marks lost",
        text: "El analizador rechaza todo registro cuyo JSON carezca de `id`; no lo invente[^4].",
      },
      {
        fault: "JSON",
        text: '{"id": "t8x2vu", "translation": "El analizador rechaza todo registro cuyo JSON carezca de `id`; **no** lo invente[^4]."}',
      },
      {
        fault: "footnote lost",
        text: "El analizador rechaza todo registro cuyo JSON carezca de `id`; **no** lo invente [4].",
      },
    ],
  },
  {
    from: "en",
    into: "es",
    source:
      "My dear Clara,\n\nThe doctor says I may sit up. I have sat up. The doctor says I may have broth; I have had two chops and the dog's biscuit. Tell Mother I am dying, as she will be disappointed otherwise.\n\nYours, horizontally,\nFreddie",
    good: "Mi querida Clara:\n\nDice el médico que ya puedo incorporarme. Me he incorporado. Dice el médico que puedo tomar caldo; he tomado dos chuletas y la galleta del perro. A mamá dile que me muero, que si no se llevará un chasco.\n\nHorizontalmente tuyo,\nFreddie",
    faulty: [
      {
        fault: "doubled",
        text: "Mi querida Clara:\n\nDice el médico que ya puedo incorporarme. Me he incorporado. Dice el médico que puedo tomar caldo; he tomado dos chuletas y la galleta del perro. A mamá dile que me muero, que si no se llevará un chasco.\n\nHorizontalmente tuyo,\nFreddie\n\nMi querida Clara:\n\nDice el médico que ya puedo incorporarme. Me he incorporado. Dice el médico que puedo tomar caldo; he tomado dos chuletas y la galleta del perro. A mamá dile que me muero, que si no se llevará un chasco.\n\nHorizontalmente tuyo,\nFreddie",
      },
      {
        fault: "sentence missing",
        text: "Mi querida Clara:\n\nDice el médico que ya puedo incorporarme. Me he incorporado. A mamá dile que me muero, que si no se llevará un chasco.\n\nHorizontalmente tuyo,\nFreddie",
      },
      {
        fault: "cut",
        text: "Mi querida Clara:\n\nDice el médico que ya puedo incorporarme. Me he incorporado. Dice el médico que puedo tomar caldo; he tomado dos chuletas y la galleta del perro. A mamá dile que me",
      },
      {
        fault: "other language",
        text: "Mia cara Clara,\n\nil dottore dice che posso mettermi a sedere. Mi sono messo a sedere. Il dottore dice che posso prendere del brodo; ho preso due costolette e il biscotto del cane. Di' alla mamma che sto morendo, altrimenti ci resterà male.\n\nTuo, orizzontalmente,\nFreddie",
      },
    ],
  },
  {
    from: "en",
    into: "es",
    source:
      "- <b>Monday:</b> rope, 40 yards\n- <b>Tuesday:</b> more rope\n- <b>Wednesday:</b> see [the coroner's page](https://example.org/coroner/report-9)",
    good: "- <b>Lunes:</b> cuerda, 40 yardas\n- <b>Martes:</b> más cuerda\n- <b>Miércoles:</b> véase [la página del forense](https://example.org/coroner/report-9)",
    faulty: [
      {
        fault: "tag lost",
        text: "- Lunes: cuerda, 40 yardas\n- Martes: más cuerda\n- Miércoles: véase [la página del forense](https://example.org/coroner/report-9)",
      },
      {
        fault: "link lost or changed",
        text: "- <b>Lunes:</b> cuerda, 40 yardas\n- <b>Martes:</b> más cuerda\n- <b>Miércoles:</b> véase [la página del forense](https://example.org/forense/informe-9)",
      },
      {
        fault: "wrong date",
        text: "- <b>Lunes:</b> cuerda, 40 yardas\n- <b>Martes:</b> más cuerda\n- <b>Jueves:</b> véase [la página del forense](https://example.org/coroner/report-9)",
      },
      {
        fault: "partly untranslated",
        text: "- <b>Lunes:</b> cuerda, 40 yardas\n- <b>Tuesday:</b> more rope\n- <b>Miércoles:</b> see [the coroner's page](https://example.org/coroner/report-9)",
      },
    ],
  },
  {
    from: "ru",
    into: "en",
    source: "— А где же хозяин? — спросил Лаптев.\n\n— Умер, — весело ответила девочка. — В четверг.",
    good: "“Where's the master of the house, then?” asked Laptev.\n\n“He died,” said the little girl brightly. “On Thursday.”",
    faulty: [
      {
        fault: "wrong date",
        text: "“Where's the master of the house, then?” asked Laptev.\n\n“He died,” said the little girl brightly. “On Tuesday.”",
      },
      {
        fault: "bracket or quotation mark lost",
        text: "“Where's the master of the house, then?” asked Laptev.\n\n“He died,” said the little girl brightly. “On Thursday.",
      },
      {
        fault: "untranslated",
        text: "— А где же хозяин? — спросил Лаптев.\n\n— Умер, — весело ответила девочка. — В четверг.",
      },
      {
        fault: "thinking",
        text: "<|channel|>analysis<|message|>We need to translate Russian dialogue to English. «хозяин» could be owner/landlord/master of the house. Use quotes in English.<|end|><|channel|>final<|message|>“Where's the master of the house, then?” asked Laptev.\n\n“He died,” said the little girl brightly. “On Thursday.”",
      },
    ],
  },
  {
    from: "ru",
    into: "en",
    source:
      "Дом купца Ширяева стоял на самом краю оврага, и каждую весну овраг подходил к нему ещё на аршин. Ширяев не тревожился. «До моей смерти хватит», — говорил он, и в 1908 году, восьмидесяти девяти лет от роду, умер, когда до крыльца оставалось ровно полшага. Наутро крыльцо обвалилось.",
    good: "The merchant Shiryaev's house stood on the very lip of the ravine, and every spring the ravine came an arshin nearer. Shiryaev was not troubled. “It'll see me out,” he would say; and in 1908, at the age of eighty-nine, he died, with exactly half a step remaining to the porch. Next morning the porch fell in.",
    faulty: [
      {
        fault: "wrong number",
        text: "The merchant Shiryaev's house stood on the very lip of the ravine, and every spring the ravine came an arshin nearer. Shiryaev was not troubled. “It'll see me out,” he would say; and in 1908, at the age of ninety-eight, he died, with exactly half a step remaining to the porch. Next morning the porch fell in.",
      },
      {
        fault: "sentence missing",
        text: "The merchant Shiryaev's house stood on the very lip of the ravine, and every spring the ravine came an arshin nearer. Shiryaev was not troubled. “It'll see me out,” he would say; and in 1908, at the age of eighty-nine, he died, with exactly half a step remaining to the porch.",
      },
      {
        fault: "partly untranslated",
        text: "The merchant Shiryaev's house stood on the very lip of the ravine, and every spring the ravine came an arshin nearer. Ширяев не тревожился. «До моей смерти хватит», — говорил он, и в 1908 году, восьмидесяти девяти лет от роду, умер, когда до крыльца оставалось ровно полшага. Наутро крыльцо обвалилось.",
      },
      {
        fault: "commentary after",
        text: "The merchant Shiryaev's house stood on the very lip of the ravine, and every spring the ravine came an arshin nearer. Shiryaev was not troubled. “It'll see me out,” he would say; and in 1908, at the age of eighty-nine, he died, with exactly half a step remaining to the porch. Next morning the porch fell in.\n\nNote: an *arshin* (аршин) is an old Russian unit of length, about 71 cm. I kept the term for period flavour.",
      },
    ],
  },
  {
    from: "ru",
    into: "en",
    source: "Тишина.",
    good: "Silence.",
    faulty: [
      {
        fault: "merged with next paragraph",
        text: "Silence. Then, somewhere below, a chair scraped, and someone began to hum.",
      },
      { fault: "echoed id", text: "**f1k6oz**: Silence." },
      { fault: "code fence", text: "```\nSilence.\n```" },
      { fault: "commentary before", text: "Translation:\n\nSilence." },
    ],
  },
  {
    from: "ru",
    into: "en",
    source: "Не зная броду, не суйся в воду, — говаривал дед и, не зная броду, лез.",
    good: "“Look before you leap,” Grandfather used to say, and leapt.",
    faulty: [
      {
        fault: "commentary after",
        text: "“Look before you leap,” Grandfather used to say, and leapt.\n\n(The Russian proverb literally means “If you don't know the ford, don't go into the water.”)",
      },
      {
        fault: "doubled",
        text: "“Look before you leap,” Grandfather used to say, and leapt. “Look before you leap,” Grandfather used to say, and leapt.",
      },
      {
        fault: "refusal",
        text: "I'm sorry, but as an AI language model I can't translate this proverb accurately without knowing the context in which it is used.",
      },
      { fault: "cut", text: "“Look before you leap,” Grandfather used to" },
    ],
  },
  {
    from: "ru",
    into: "en",
    source: "## Глава девятая. О том, как считать гусей",
    good: "## Chapter Nine: On the Counting of Geese",
    faulty: [
      { fault: "marks lost", text: "Chapter Nine: On the Counting of Geese" },
      {
        fault: "JSON",
        text: '{"results":[{"id":"x3b8qd","translation":"## Chapter Nine: On the Counting of Geese"}]}',
      },
      { fault: "other language", text: "## Neuntes Kapitel: Vom Zählen der Gänse" },
      {
        fault: "merged with next paragraph",
        text: "## Chapter Nine: On the Counting of Geese\n\nThere are three ways to count geese, and the first of them is to count the legs and divide by two.",
      },
    ],
  },
  {
    from: "ru",
    into: "en",
    source:
      "Архив принимает посетителей с 10:00 до 17:30, кроме понедельника; плата за копию — 12,50 руб. за лист[^3]. Подробнее — на [странице фонда](https://arhiv.example.ru/fond/77).",
    good: "The archive is open to visitors from 10 a.m. to 5.30 p.m. every day except Monday; copies cost 12.50 roubles a sheet[^3]. See [the collection's page](https://arhiv.example.ru/fond/77) for details.",
    faulty: [
      {
        fault: "footnote lost",
        text: "The archive is open to visitors from 10 a.m. to 5.30 p.m. every day except Monday; copies cost 12.50 roubles a sheet. See [the collection's page](https://arhiv.example.ru/fond/77) for details.",
      },
      {
        fault: "link lost or changed",
        text: "The archive is open to visitors from 10 a.m. to 5.30 p.m. every day except Monday; copies cost 12.50 roubles a sheet[^3]. See the collection's page for details.",
      },
      {
        fault: "link lost or changed",
        text: "The archive is open to visitors from 10 a.m. to 5.30 p.m. every day except Monday; copies cost 12.50 roubles a sheet[^3]. See [the collection's page](https://archive.example.ru/fond/77) for details.",
      },
      {
        fault: "JSON",
        text: '```json\n[{"id":"d3j9ek","text":"The archive is open to visitors from 10 a.m. to 5.30 p.m. every day except Monday; copies cost 12.50 roubles a sheet[^3]. See [the collection\'s page](https://arhiv.example.ru/fond/77) for details."}]\n```',
      },
    ],
  },
  {
    from: "de",
    into: "en",
    source:
      "Als der Apotheker Brandl am 3. Februar 1921 seinen Laden aufsperrte, saß bereits jemand darin. Es war ein Herr mit Zylinder, der höflich den Kopf hob und um ein Mittel gegen das Aufwachen bat. Brandl führte dergleichen nicht. Er hat sich das, wie er später sagte, nie verziehen.",
    good: "When Brandl the chemist unlocked his shop on 3 February 1921, there was someone already sitting in it: a gentleman in a top hat, who politely raised his head and asked for a remedy against waking up. Brandl stocked nothing of the kind. For this, he said later, he had never forgiven himself.",
    faulty: [
      {
        fault: "wrong date",
        text: "When Brandl the chemist unlocked his shop on 3 January 1921, there was someone already sitting in it: a gentleman in a top hat, who politely raised his head and asked for a remedy against waking up. Brandl stocked nothing of the kind. For this, he said later, he had never forgiven himself.",
      },
      {
        fault: "sentence missing",
        text: "When Brandl the chemist unlocked his shop on 3 February 1921, there was someone already sitting in it: a gentleman in a top hat, who politely raised his head and asked for a remedy against waking up. For this, he said later, he had never forgiven himself.",
      },
      {
        fault: "loop",
        text: "When Brandl the chemist unlocked his shop on 3 February 1921, there was someone already sitting in it: a gentleman in a top hat, who politely raised his head, a gentleman in a top hat, who politely raised his head, a gentleman in a top hat, who politely raised his head, a gentleman in a top hat, who politely raised his head, a gentleman in a top hat, who politely raised his head, a gentleman in a top hat, who politely raised his head, a gentleman in a top hat, who politely raised his head, a gentleman in a top hat, who politely raised his head, a gentleman in a top hat, who politely raised his head, a gentleman in a top hat, who politely raised his head, a gentleman in a top hat, who politely raised his head, a gentleman in a top hat, who politely raised his head,",
      },
      {
        fault: "too short summary",
        text: "A chemist found a strange gentleman in his shop asking for an unusual remedy.",
      },
    ],
  },
  {
    from: "de",
    into: "en",
    source: "»Haben Sie Angst?«\n\n»Nein«, sagte sie. »Nur Hunger.«",
    good: "“Are you afraid?”\n\n“No,” she said. “Only hungry.”",
    faulty: [
      { fault: "bracket or quotation mark lost", text: "Are you afraid?\n\nNo, she said. Only hungry." },
      { fault: "partly untranslated", text: "“Are you afraid?”\n\n»Nein«, sagte sie. »Nur Hunger.«" },
      {
        fault: "JSON",
        text: '{"translations":[{"id":"y7q4mw","text":"“Are you afraid?”\\n\\n“No,” she said. “Only hungry.”"}]}',
      },
      { fault: "other language", text: "« Vous avez peur ?\n\n— Non, dit-elle. Seulement faim. »" },
    ],
  },
  {
    from: "de",
    into: "en",
    source:
      "Anmerkung: Die Übersetzung folgt der zweiten Auflage; Striche am Rand sind mit <i>R</i>, Streichungen mit <i>S</i> bezeichnet.",
    good: "Note: The translation follows the second edition; lines in the margin are marked <i>R</i>, deletions <i>S</i>.",
    faulty: [
      {
        fault: "tag lost",
        text: "Note: The translation follows the second edition; lines in the margin are marked R, deletions S.",
      },
      {
        fault: "tag lost",
        text: "Note: The translation follows the second edition; lines in the margin are marked <i>R</i>, deletions S.",
      },
      {
        fault: "echoed id",
        text: "p_u0r5gc: Note: The translation follows the second edition; lines in the margin are marked <i>R</i>, deletions <i>S</i>.",
      },
      {
        fault: "thinking",
        text: "Hmm, “Anmerkung” here is part of the text. “Striche am Rand” means lines in the margin, and “Streichungen” deletions. Let me write it out.\n\nTranslation: Note: The translation follows the second edition; lines in the margin are marked <i>R</i>, deletions <i>S</i>.",
      },
    ],
  },
  {
    from: "de",
    into: "en",
    source:
      "Die Orgel besitzt 2.318 Pfeifen, von denen die längste 5,2 Meter misst und die kürzeste in eine Zigarrenkiste passt. Rund 15 Prozent sind stumm.",
    good: "The organ has 2,318 pipes, of which the longest measures 5.2 metres and the shortest would fit in a cigar box. About fifteen per cent are mute.",
    faulty: [
      {
        fault: "wrong number",
        text: "The organ has 2.318 pipes, of which the longest measures 5.2 metres and the shortest would fit in a cigar box. About fifteen per cent are mute.",
      },
      { fault: "too short summary", text: "The organ has thousands of pipes, some of them silent." },
      {
        fault: "untranslated",
        text: "Die Orgel besitzt 2.318 Pfeifen, von denen die längste 5,2 Meter misst und die kürzeste in eine Zigarrenkiste passt. Rund 15 Prozent sind stumm.",
      },
      {
        fault: "code fence",
        text: "```markdown\nThe organ has 2,318 pipes, of which the longest measures 5.2 metres and the shortest would fit in a cigar box. About fifteen per cent are mute.\n```",
      },
    ],
  },
  {
    from: "de",
    into: "en",
    source:
      "Lass fallen, Baum, das letzte Laub,\nes schläft sich leichter ohne Last;\nder Wind macht aus dem Gold nur Staub,\nder Winter ist ein stiller Gast.",
    good: "Let go, O tree, your last few leaves:\na sleeper rests the easier bare;\nof all that gold the wind makes dust,\nand winter comes, a quiet guest.",
    faulty: [
      {
        fault: "cut",
        text: "Let go, O tree, your last few leaves:\na sleeper rests the easier bare;\nof all that gold the",
      },
      {
        fault: "doubled",
        text: "Let go, O tree, your last few leaves:\na sleeper rests the easier bare;\nof all that gold the wind makes dust,\nand winter comes, a quiet guest.\n\nLet go, O tree, your last few leaves:\na sleeper rests the easier bare;\nof all that gold the wind makes dust,\nand winter comes, a quiet guest.",
      },
      {
        fault: "commentary before",
        text: "Here is a translation of the stanza, keeping its quiet, hymn-like tone:\n\nLet go, O tree, your last few leaves:\na sleeper rests the easier bare;\nof all that gold the wind makes dust,\nand winter comes, a quiet guest.",
      },
      {
        fault: "partly untranslated",
        text: "Let go, O tree, your last few leaves:\na sleeper rests the easier bare;\nder Wind macht aus dem Gold nur Staub,\nder Winter ist ein stiller Gast.",
      },
    ],
  },
  {
    from: "de",
    into: "en",
    source: "Da lag der Hase im Pfeffer.",
    good: "That was the nub of it.",
    faulty: [
      {
        fault: "commentary after",
        text: "That was the nub of it.\n\nAlternative versions:\n1. “There was the rub.”\n2. “That was where the trouble lay.”",
      },
      {
        fault: "thinking",
        text: "<think>\n“Da liegt der Hase im Pfeffer” = that's the crux of the matter. Past tense here.\n</think>\n\nThat was the nub of it.",
      },
      {
        fault: "loop",
        text: "That was the nub of it. That was the nub of it. That was the nub of it. That was the nub of it. That was the nub of it. That was the nub of it. That was the nub of it. That was the nub of it. That was the nub of it. That was the nub of it. That was the nub of it. That was the nub of it. That was the nub of it. That was the nub of it. That was the nub of it.",
      },
      { fault: "refusal", text: "I'm sorry, I can't assist with that request." },
    ],
  },
  {
    from: "fr",
    into: "zh",
    source: "— Vous partez déjà ? demanda la concierge.\n\n— Je suis déjà parti, madame. Il ne reste que la valise.",
    good: "“您这就要走了？”看门的女人问。\n\n“我早就走了，太太。剩下的只有箱子。”",
    faulty: [
      {
        fault: "bracket or quotation mark lost",
        text: "“您这就要走了？”看门的女人问。\n\n“我早就走了，太太。剩下的只有箱子。",
      },
      {
        fault: "other language",
        text: "「もうお発ちですか」と管理人の女が訊いた。\n\n「もう発ったあとですよ、奥さん。残っているのは鞄だけです」",
      },
      {
        fault: "merged with next paragraph",
        text: "“您这就要走了？”看门的女人问。\n\n“我早就走了，太太。剩下的只有箱子。”\n\n她看了看那只箱子：硬纸板做的，用一根晾衣绳捆着，轻得像是空的。",
      },
      {
        fault: "partly untranslated",
        text: "“您这就要走了？”看门的女人问。\n\n— Je suis déjà parti, madame. Il ne reste que la valise.",
      },
    ],
  },
  {
    from: "fr",
    into: "zh",
    source:
      "Le 14 septembre 1872, à six heures du soir, le phare de Kermor s'éteignit pour la première fois depuis quarante ans. Le gardien, interrogé, répondit qu'il avait voulu voir les étoiles. On lui retint 60 francs et on le laissa à son poste, car personne d'autre n'en voulait.",
    good: "1872年9月14日傍晚六点，凯尔莫灯塔熄灭了，四十年来这还是头一遭。问起缘故，守塔人答说，他想看看星星。上头扣了他六十法郎，仍让他留任，因为这差事别人谁也不肯干。",
    faulty: [
      {
        fault: "wrong date",
        text: "1872年9月4日傍晚六点，凯尔莫灯塔熄灭了，四十年来这还是头一遭。问起缘故，守塔人答说，他想看看星星。上头扣了他六十法郎，仍让他留任，因为这差事别人谁也不肯干。",
      },
      {
        fault: "wrong number",
        text: "1872年9月14日傍晚六点，凯尔莫灯塔熄灭了，四十年来这还是头一遭。问起缘故，守塔人答说，他想看看星星。上头扣了他十六法郎，仍让他留任，因为这差事别人谁也不肯干。",
      },
      {
        fault: "sentence missing",
        text: "1872年9月14日傍晚六点，凯尔莫灯塔熄灭了，四十年来这还是头一遭。上头扣了他六十法郎，仍让他留任，因为这差事别人谁也不肯干。",
      },
      {
        fault: "code fence",
        text: "```\n1872年9月14日傍晚六点，凯尔莫灯塔熄灭了，四十年来这还是头一遭。问起缘故，守塔人答说，他想看看星星。上头扣了他六十法郎，仍让他留任，因为这差事别人谁也不肯干。\n```",
      },
    ],
  },
  {
    from: "fr",
    into: "zh",
    source: "## Chapitre IV — Où l'on retrouve l'âne",
    good: "## 第四章 毛驴失而复得",
    faulty: [
      { fault: "marks lost", text: "第四章 毛驴失而复得" },
      { fault: "commentary before", text: "Voici la traduction en chinois :\n\n## 第四章 毛驴失而复得" },
      {
        fault: "commentary after",
        text: "## 第四章 毛驴失而复得\n\n说明：原文直译为“人们在此找回了驴”，考虑到中文章回标题的习惯，译为“毛驴失而复得”。",
      },
      { fault: "echoed id", text: "[30] [ID: e6z1ku] ## 第四章 毛驴失而复得" },
    ],
  },
  {
    from: "fr",
    into: "zh",
    source: "Rien.",
    good: "什么也没有。",
    faulty: [
      { fault: "untranslated", text: "Rien." },
      { fault: "JSON", text: '{"id": "l2h8vt", "zh": "什么也没有。"}' },
      {
        fault: "loop",
        text: "什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，什么也没有，",
      },
      { fault: "refusal", text: "对不起，我没有看到需要翻译的内容。您可以重新发送原文吗？" },
    ],
  },
  {
    from: "fr",
    into: "zh",
    source:
      "Ma grand-mère rangeait ses morts comme d'autres leurs confitures : par année, avec une étiquette. Il y avait l'oncle Anselme (1902, la foudre), la cousine Berthe (1911, un chagrin), et tout au fond, sans date, un certain Paul dont elle époussetait le cadre plus souvent que les autres. Nous n'avons jamais su qui c'était. Grand-père, lui, le savait, et chaque dimanche il retournait le cadre contre le mur.",
    good: "外祖母收存她的亡人，就像别人收存果酱：按年份排好，贴上标签。有安塞尔姆舅舅（1902年，雷击），有贝尔特表姐（1911年，伤心）；最里头还有一位没有年份的保罗，他的相框，她擦得比谁的都勤。我们始终不知道他是谁。外祖父是知道的，每到星期天，他都要把那相框翻过去，面朝着墙。",
    faulty: [
      { fault: "too short summary", text: "外祖母珍藏着亡故亲人的照片，其中有一位神秘的保罗。" },
      {
        fault: "bracket or quotation mark lost",
        text: "外祖母收存她的亡人，就像别人收存果酱：按年份排好，贴上标签。有安塞尔姆舅舅1902年雷击，有贝尔特表姐1911年伤心；最里头还有一位没有年份的保罗，他的相框，她擦得比谁的都勤。我们始终不知道他是谁。外祖父是知道的，每到星期天，他都要把那相框翻过去，面朝着墙。",
      },
      {
        fault: "JSON",
        text: '{\n  "id": "g5s0ty",\n  "translation": "外祖母收存她的亡人，就像别人收存果酱：按年份排好，贴上标签。有安塞尔姆舅舅（1902年，雷击），有贝尔特表姐（1911年，伤心）；最里头还有一位没有年份的保罗，他的相框，她擦得比谁的都勤。我们始终不知道他是谁。外祖父是知道的，每到星期天，他都要把那相框翻过去，面朝着墙。"\n}',
      },
      {
        fault: "cut",
        text: "外祖母收存她的亡人，就像别人收存果酱：按年份排好，贴上标签。有安塞尔姆舅舅（1902年，雷击），有贝尔特表姐（1911年，伤心）；最里头还有一位没有年份的保罗，他的相框，她擦得比谁的都勤。我们始终不知道他是谁。外祖父是知道的，每到星",
      },
    ],
  },
  {
    from: "fr",
    into: "zh",
    source:
      "Consultez [le cahier no 12](https://biblio.example.fr/cahiers/12)[^8] : l'auteur y écrit *en marge*, d'une encre plus pâle, qu'il a menti.<br/>Il ne précise pas où.",
    good: "请看[第12号笔记本](https://biblio.example.fr/cahiers/12)[^8]：作者用较淡的墨水*在页边*写道，他撒了谎。<br/>至于在哪里撒的，他没有说明。",
    faulty: [
      {
        fault: "footnote lost",
        text: "请看[第12号笔记本](https://biblio.example.fr/cahiers/12)：作者用较淡的墨水*在页边*写道，他撒了谎。<br/>至于在哪里撒的，他没有说明。",
      },
      {
        fault: "link lost or changed",
        text: "请看[第12号笔记本](https://biblio.example.fr/cahiers/21)[^8]：作者用较淡的墨水*在页边*写道，他撒了谎。<br/>至于在哪里撒的，他没有说明。",
      },
      {
        fault: "tag lost",
        text: "请看[第12号笔记本](https://biblio.example.fr/cahiers/12)[^8]：作者用较淡的墨水*在页边*写道，他撒了谎。至于在哪里撒的，他没有说明。",
      },
      {
        fault: "marks lost",
        text: "请看[第12号笔记本](https://biblio.example.fr/cahiers/12)[^8]：作者用较淡的墨水在页边写道，他撒了谎。<br/>至于在哪里撒的，他没有说明。",
      },
    ],
  },
  {
    from: "en",
    into: "de",
    source:
      "“I don't believe in ghosts,” said the inspector.\n\n“That's quite all right,” said a voice from the cupboard. “They rather like it.”",
    good: "„Ich glaube nicht an Gespenster“, sagte der Inspektor.\n\n„Das macht gar nichts“, sagte eine Stimme aus dem Schrank. „Das ist ihnen eigentlich ganz recht.“",
    faulty: [
      {
        fault: "bracket or quotation mark lost",
        text: "Ich glaube nicht an Gespenster, sagte der Inspektor.\n\nDas macht gar nichts, sagte eine Stimme aus dem Schrank. Das ist ihnen eigentlich ganz recht.",
      },
      {
        fault: "other language",
        text: "—No creo en fantasmas —dijo el inspector.\n\n—No importa —dijo una voz desde el armario—. A ellos más bien les gusta.",
      },
      {
        fault: "partly untranslated",
        text: "„Ich glaube nicht an Gespenster“, sagte der Inspektor.\n\n“That's quite all right,” said a voice from the cupboard. “They rather like it.”",
      },
      {
        fault: "merged with next paragraph",
        text: "„Ich glaube nicht an Gespenster“, sagte der Inspektor.\n\n„Das macht gar nichts“, sagte eine Stimme aus dem Schrank. „Das ist ihnen eigentlich ganz recht.“\n\nDer Inspektor steckte sein Notizbuch ein, sehr langsam, wie man es in Gegenwart eines fremden Hundes tut.",
      },
    ],
  },
  {
    from: "en",
    into: "de",
    source:
      "The brewery employed 1,275 men in 1889 and paid a dividend of 7.5%. By the spring of 1902 there were six of them left, and a cat.",
    good: "Die Brauerei beschäftigte 1889 noch 1.275 Mann und zahlte 7,5 Prozent Dividende. Im Frühjahr 1902 waren es noch sechs, und eine Katze.",
    faulty: [
      {
        fault: "wrong number",
        text: "Die Brauerei beschäftigte 1889 noch 1.725 Mann und zahlte 7,5 Prozent Dividende. Im Frühjahr 1902 waren es noch sechs, und eine Katze.",
      },
      {
        fault: "wrong date",
        text: "Die Brauerei beschäftigte 1889 noch 1.275 Mann und zahlte 7,5 Prozent Dividende. Im Frühjahr 1920 waren es noch sechs, und eine Katze.",
      },
      { fault: "too short summary", text: "Die Brauerei ging im Laufe der Jahre ein." },
      {
        fault: "echoed id",
        text: "p_j9o3zs: Die Brauerei beschäftigte 1889 noch 1.275 Mann und zahlte 7,5 Prozent Dividende. Im Frühjahr 1902 waren es noch sechs, und eine Katze.",
      },
    ],
  },
  {
    from: "en",
    into: "de",
    source: "## The Second Notebook: Winter",
    good: "## Das zweite Heft: Winter",
    faulty: [
      { fault: "marks lost", text: "Das zweite Heft: Winter" },
      { fault: "other language", text: "## El segundo cuaderno: invierno" },
      { fault: "untranslated", text: "## The Second Notebook: Winter" },
      {
        fault: "commentary before",
        text: "Gerne! Hier ist die Übersetzung der Überschrift:\n\n## Das zweite Heft: Winter",
      },
    ],
  },
  {
    from: "en",
    into: "de",
    source: "No one came.",
    good: "Niemand kam.",
    faulty: [
      {
        fault: "loop",
        text: "Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam. Niemand kam.",
      },
      { fault: "doubled", text: "Niemand kam. Niemand kam." },
      { fault: "JSON", text: '```json\n{"id":"r4p7xn","translation":"Niemand kam."}\n```' },
      {
        fault: "merged with next paragraph",
        text: "Niemand kam. Gegen neun räumte die Wirtin die sechs leeren Stühle wieder an die Wand.",
      },
    ],
  },
  {
    from: "en",
    into: "de",
    source:
      "My uncle had invented a machine for buttering both sides of the toast at once. It was the size of a piano, and on the only occasion it was shown in public it buttered the Mayor. My uncle was not discouraged. He pointed out that it had, after all, buttered both sides of him. The Mayor, who was a just man, conceded the point. He sent his suit to be cleaned and the bill to my uncle, who had it framed.",
    good: "Mein Onkel hatte eine Maschine erfunden, die den Toast auf beiden Seiten zugleich mit Butter bestrich. Sie war so groß wie ein Klavier, und das einzige Mal, da sie öffentlich vorgeführt wurde, bestrich sie den Bürgermeister. Entmutigen ließ sich mein Onkel davon nicht: Immerhin, gab er zu bedenken, habe sie ihn auf beiden Seiten bestrichen. Der Bürgermeister, ein gerechter Mann, räumte das ein. Den Anzug schickte er in die Reinigung und die Rechnung an meinen Onkel, der sie einrahmen ließ.",
    faulty: [
      {
        fault: "cut",
        text: "Mein Onkel hatte eine Maschine erfunden, die den Toast auf beiden Seiten zugleich mit Butter bestrich. Sie war so groß wie ein Klavier, und das einzige Mal, da sie öffentlich",
      },
      { fault: "too short summary", text: "Der Onkel erfand eine Buttermaschine, die leider den Bürgermeister traf." },
      {
        fault: "sentence missing",
        text: "Mein Onkel hatte eine Maschine erfunden, die den Toast auf beiden Seiten zugleich mit Butter bestrich. Entmutigen ließ sich mein Onkel davon nicht: Immerhin, gab er zu bedenken, habe sie ihn auf beiden Seiten bestrichen. Der Bürgermeister, ein gerechter Mann, räumte das ein. Den Anzug schickte er in die Reinigung und die Rechnung an meinen Onkel, der sie einrahmen ließ.",
      },
      {
        fault: "refusal",
        text: "Es tut mir leid, aber ich kann diesen Text nicht übersetzen, da er möglicherweise urheberrechtlich geschützt ist. Gerne fasse ich den Inhalt für Sie zusammen.",
      },
    ],
  },
  {
    from: "en",
    into: "de",
    source: "He left a note on the fridge: **gone fishing**, back by 8:15 p.m., feed the `cron` job and the cat[^11].",
    good: "Am Kühlschrank hing ein Zettel von ihm: **bin angeln**, zurück um 20.15 Uhr, den `cron`-Job und die Katze füttern[^11].",
    faulty: [
      {
        fault: "footnote lost",
        text: "Am Kühlschrank hing ein Zettel von ihm: **bin angeln**, zurück um 20.15 Uhr, den `cron`-Job und die Katze füttern.",
      },
      {
        fault: "marks lost",
        text: "Am Kühlschrank hing ein Zettel von ihm: bin angeln, zurück um 20.15 Uhr, den `cron`-Job und die Katze füttern[^11].",
      },
      {
        fault: "footnote lost",
        text: "Am Kühlschrank hing ein Zettel von ihm: **bin angeln**, zurück um 20.15 Uhr, den `cron`-Job und die Katze füttern[^1].",
      },
      {
        fault: "thinking",
        text: "Okay, so I need to translate this into German. “gone fishing” → “bin angeln”. Keep the bold and the code. 8:15 p.m. is 20.15 Uhr in German.\n\nHere's the final translation:\n\nAm Kühlschrank hing ein Zettel von ihm: **bin angeln**, zurück um 20.15 Uhr, den `cron`-Job und die Katze füttern[^11].",
      },
    ],
  },
  {
    from: "en",
    into: "de",
    source: "It never rains but it pours, as the plumber said on the 23rd of December.",
    good: "Ein Unglück kommt selten allein, wie der Klempner am 23. Dezember sagte.",
    faulty: [
      { fault: "wrong date", text: "Ein Unglück kommt selten allein, wie der Klempner am 13. Dezember sagte." },
      {
        fault: "commentary after",
        text: "Ein Unglück kommt selten allein, wie der Klempner am 23. Dezember sagte.\n\n(Wörtlich: „Es regnet nie, es gießt nur.“ Das deutsche Sprichwort gibt den Sinn besser wieder.)",
      },
      { fault: "other language", text: "Un malheur n'arrive jamais seul, comme le dit le plombier le 23 décembre." },
      {
        fault: "doubled",
        text: "Ein Unglück kommt selten allein, wie der Klempner am 23. Dezember sagte.\n\nEin Unglück kommt selten allein, wie der Klempner am 23. Dezember sagte.",
      },
    ],
  },
  {
    from: "en",
    into: "de",
    source:
      '<p>Rooms from <i>€1,050.00</i> a month; see the <a href="https://rooms.example.com/list?p=2">current list</a> (updated daily).</p>',
    good: '<p>Zimmer ab <i>1.050,00 €</i> im Monat, siehe die <a href="https://rooms.example.com/list?p=2">aktuelle Liste</a> (täglich aktualisiert).</p>',
    faulty: [
      {
        fault: "tag lost",
        text: '<p>Zimmer ab 1.050,00 € im Monat, siehe die <a href="https://rooms.example.com/list?p=2">aktuelle Liste</a> (täglich aktualisiert).</p>',
      },
      {
        fault: "link lost or changed",
        text: '<p>Zimmer ab <i>1.050,00 €</i> im Monat, siehe die <a href="https://rooms.example.com/liste?s=2">aktuelle Liste</a> (täglich aktualisiert).</p>',
      },
      {
        fault: "bracket or quotation mark lost",
        text: '<p>Zimmer ab <i>1.050,00 €</i> im Monat, siehe die <a href="https://rooms.example.com/list?p=2">aktuelle Liste</a> täglich aktualisiert.</p>',
      },
      {
        fault: "tag lost",
        text: '<p>Zimmer ab <i>1.050,00 €</i> im Monat, siehe die <a href="https://rooms.example.com/list?p=2">aktuelle Liste</a> (täglich aktualisiert).',
      },
    ],
  },
];
