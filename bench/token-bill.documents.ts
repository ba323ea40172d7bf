/** Three long documents with questions that are each answered in one section: a specification, a rulebook, Chinese rules. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** A question of an agent: the section that answers it, and the words that the agent searches for. */
export type Question = {
  ask: string;
  /** The path of the section whose own text, without subsections, holds the answer. */
  section: string;
  words: string;
};

export type DocumentQuestions = { file: string; text: string; questions: Question[] };

/** The same three documents in each run: one real (the CommonMark specification), two generated. */
export const documentQuestions = (): DocumentQuestions[] => [specification(), rulebook(), chineseRules()];

function specification(): DocumentQuestions {
  const path = createRequire(import.meta.url).resolve("commonmark-spec/package.json");
  const specText = readFileSync(path.replace("package.json", "spec.txt"), "utf8");
  // The front matter is closed by dots, which only Pandoc accepts as its end.
  const text = specText.slice(specText.indexOf("# Introduction"));
  const questions: Question[] = [
    { ask: "May a tab after > be kept?", section: "preliminaries/tabs", words: "tab stop" },
    { ask: "What becomes of U+0000?", section: "preliminaries/insecure-characters", words: "U+0000" },
    { ask: "How many # may a heading have?", section: "leaf-blocks/atx-headings", words: "opening sequence" },
    { ask: "When does a fence close?", section: "leaf-blocks/fenced-code-blocks", words: "closing code fence" },
    {
      ask: "Which list may interrupt a paragraph?",
      section: "container-blocks/list-items",
      words: "start number must be 1",
    },
    { ask: "When is a list loose?", section: "container-blocks/lists", words: "[loose]" },
    { ask: "What is a hard line break?", section: "inlines/hard-line-breaks", words: "two or more spaces" },
  ];
  return { file: "spec.md", text, questions };
}

type Draw = <Value>(from: readonly Value[]) => Value;

function drawing(seed: number): { draw: Draw; number(below: number): number } {
  let state = seed;
  const number = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  return { number, draw: (from) => from[number(from.length)] as (typeof from)[number] };
}

const subjects =
  "A guard|The caster|An ally within reach|A creature of the deep|The party's scout|A mount|The referee|A companion|Any bystander|The opposing leader".split(
    "|",
  );
const verbs =
  "may spend one action to|loses a turn and must|is allowed to|rolls twice and may|cannot, unless told otherwise,|has to pay two coins to|gains a point whenever they|is free to".split(
    "|",
  );
const objects =
  "hold the narrow passage|cross the flooded hall|bind the wound of another|call the ship back to harbour|open the sealed gate|carry a second shield|read the old inscription|keep watch until dawn|trade with the river folk|light every lamp on the way".split(
    "|",
  );
const ends =
  "while the storm lasts|before the next bell|once a day|as long as nobody speaks|in difficult ground|at half the usual speed|without making a sound|if the moon is up|until the end of the round|when two others agree".split(
    "|",
  );
const chapters =
  "The Basics|Characters|Skills|Equipment|Travel|Combat|Magic|Creatures|Settlements|Treasure|Running the Game|Campaigns".split(
    "|",
  );
const sections =
  "Overview|Who May Act|Costs and Limits|Special Cases|Working Together|Failure|Long Efforts|Examples".split("|");
const parts = "In Short|On a Success|On a Failure|With Help|In the Dark|Under Water|At Sea".split("|");

function rulebook(): DocumentQuestions {
  const { draw, number } = drawing(11);
  const paragraph = (): string =>
    Array.from(
      { length: 3 + number(4) },
      () => `${draw(subjects)} ${draw(verbs)} ${draw(objects)} ${draw(ends)}.`,
    ).join(" ");
  const answers: Record<string, string> = {
    "combat/failure/under-water": "A crossbow fires only once under water, and its string is ruined.",
    "magic/costs-and-limits/in-short": "No more than three wards can be kept at a time.",
    "travel/long-efforts/at-sea": "A galley under oars makes nine leagues between two dawns.",
    "equipment/overview/in-short": "Leather soaked in brine weighs a third more.",
    "creatures/special-cases/in-the-dark": "The marsh lantern follows whoever whistles.",
    "treasure/working-together/on-a-success": "Shares are drawn by lot, the finder last.",
    "settlements/who-may-act/with-help": "A reeve needs two witnesses to close a market.",
  };
  const rows = ["---", "title: The Lantern Rules", "edition: 3", "---", "", "# The Lantern Rules", "", paragraph(), ""];
  const slug = (title: string): string => title.toLowerCase().replaceAll(" ", "-");
  for (const chapter of chapters) {
    rows.push(`# ${chapter}`, "", paragraph(), "");
    for (const section of sections) {
      rows.push(`## ${section}`, "", paragraph(), "", paragraph(), "");
      for (const part of parts) {
        const answer = answers[`${slug(chapter)}/${slug(section)}/${slug(part)}`];
        rows.push(`### ${part}`, "", ...(answer === undefined ? [] : [answer, ""]), paragraph(), "");
      }
    }
  }
  const asked: [string, string, string][] = [
    ["May I shoot under water?", "combat/failure/under-water", "crossbow"],
    ["How many wards at once?", "magic/costs-and-limits/in-short", "wards"],
    ["How far does a galley row in a day?", "travel/long-efforts/at-sea", "leagues"],
    ["What does wet leather weigh?", "equipment/overview/in-short", "leather"],
    ["Whom does a marsh lantern follow?", "creatures/special-cases/in-the-dark", "marsh lantern"],
    ["How is treasure shared?", "treasure/working-together/on-a-success", "drawn by lot"],
    ["Who can close a market?", "settlements/who-may-act/with-help", "reeve"],
  ];
  return {
    file: "rules.md",
    text: `${rows.join("\n")}\n`,
    questions: asked.map(([ask, section, words]) => ({ ask, section, words })),
  };
}

const bodies = "值班员|申请人|船长|检查组|仓库管理员|当地委员会|夜间巡逻队|新来的学徒|两名证人|负责的工程师".split("|");
const duties =
  "应当在三日之内提交书面报告|可以要求重新检查全部设备|不得擅自离开所在的岗位|须妥善保存每一份原始记录|有权拒绝不符合要求的货物|必须先取得上级的书面同意|应将结果公布在入口处的告示板上|可以请求邻近单位给予协助".split(
    "|",
  );
const cases =
  "遇到恶劣天气时|在节假日期间|设备发生故障的情况下|如果双方意见不一致|涉及外部单位时|在夜间作业的过程中|没有其他规定的|自批准之日起".split(
    "|",
  );
const titles =
  "总则|组织机构|人员管理|设备维护|安全操作|货物装卸|仓储管理|船舶调度|环境保护|应急处置|财务制度|合同管理|档案管理|培训考核|监督检查|附则".split(
    "|",
  );
const articles = "适用范围|职责分工|申请程序|审批权限|工作要求|检查标准|记录保存|违规处理|例外情形".split("|");

function chineseRules(): DocumentQuestions {
  const { draw, number } = drawing(23);
  const paragraph = (): string =>
    Array.from({ length: 3 + number(4) }, () => `${draw(cases)}，${draw(bodies)}${draw(duties)}。`).join("");
  const asked: [string, string, string][] = [
    ["吊机多久校准一次？", "第4章-设备维护/检查标准", "吊机"],
    ["谁批准夜间靠泊？", "第8章-船舶调度/审批权限", "夜间靠泊"],
    ["危险品仓库温度上限？", "第7章-仓储管理/工作要求", "危险品"],
    ["油污如何上报？", "第9章-环境保护/申请程序", "油污"],
    ["学徒几个月转正？", "第14章-培训考核/例外情形", "转正"],
    ["合同存档多少年？", "第13章-档案管理/记录保存", "存档"],
    ["台风时谁下令停工？", "第10章-应急处置/职责分工", "台风"],
  ];
  const answers: Record<string, string> = {
    吊机: "吊机每六个月校准一次，由外部机构出具证书。",
    夜间靠泊: "夜间靠泊由港务长本人批准，不得转授他人。",
    危险品: "危险品仓库的温度不得高于二十五摄氏度。",
    油污: "发现油污须在一小时之内用电话上报。",
    转正: "学徒满九个月并通过考核者可以提前转正。",
    存档: "合同自终止之日起存档十五年。",
    台风: "台风预警达到橙色时由值班船长下令停工。",
  };
  const rows = ["# 港口管理规定", "", paragraph(), ""];
  for (const [chapter, title] of titles.entries()) {
    rows.push(`# 第${chapter + 1}章 ${title}`, "", paragraph(), "");
    for (const article of articles) {
      const question = asked.find(([, section]) => section === `第${chapter + 1}章-${title}/${article}`);
      const answer = answers[question?.[2] ?? ""];
      rows.push(`## ${article}`, "", paragraph(), "", ...(answer === undefined ? [] : [answer, ""]), paragraph(), "");
      rows.push(...Array.from({ length: 3 }, () => `- ${paragraph()}`), "", paragraph(), "");
    }
  }
  return {
    file: "港口规定.md",
    text: `${rows.join("\n")}\n`,
    questions: asked.map(([ask, section, words]) => ({ ask, section, words })),
  };
}
