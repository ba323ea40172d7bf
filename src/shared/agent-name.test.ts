import { expect, test } from "vitest";
import { agentName } from "./agent-name";

test("an agent's own name stays as it is", () => {
  for (const name of [
    "Claude Code",
    "codex",
    "Gemini CLI",
    "your-agent",
    "Galley helper",
    "Young",
    "助手",
    "MCP client",
    "Ian",
    "Lyou",
    "Илья",
    "Юра",
    "γνώμη",
    "Command Runner",
    "gpt-4.1",
  ])
    expect(agentName(name)).toBe(name);
});

test("a name that reads like the user, another program or Galley is shown in quotation marks", () => {
  const taken = [
    "You",
    "YOU",
    "you ",
    "Y o u",
    "Yоu",
    "Υou",
    "ｙｏｕ",
    "Yóu",
    "You.",
    "You, by command",
    "y\u200bou",
    "y\u2800o\u3164u",
    "𝐘𝐨𝐮",
    "Ⓨⓞⓤ",
    "🅨🅞🅤",
    "🇾🇴🇺",
    "ყօս",
    "yσυ",
    "Y0U",
    "您",
    "你",
  ];
  for (const name of taken) expect([name, agentName(name)]).toEqual([name, `"${name}" (agent)`]);
  for (const name of [
    "another program",
    "Another Program",
    "External change",
    "其他程序",
    "Galley",
    "The user",
    "Gаllеу",
    "GaIIey",
    "Ｇａｌｌｅｙ",
    "G A L L E Y",
    "hurnan",
    "Command line",
    "命令行",
    "аnοther prοgrаm",
  ])
    expect(agentName(name)).toBe(`"${name}" (agent)`);
});

test("a name that was marked is not marked again, and a mark that an agent adds itself does not help", () => {
  expect(agentName(agentName("You"))).toBe('"You" (agent)');
  expect(agentName("You (agent)")).toBe('"You (agent)" (agent)');
});
