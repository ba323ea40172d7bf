import { expect, test } from "vitest";
import { writingPromptNames, writingPrompts } from "./writing-prompts";

test.each(["en", "zh-CN"] as const)("a request names what it is about, or says how to find out: %s", (language) => {
  for (const name of writingPromptNames) {
    const { takes, text } = writingPrompts[language][name];
    const open = text({});
    expect(open).toContain("workspace");
    const query = { document: 'a "b".md', section: "Setup/Linux", wishes: "In verse." };
    const named = text(query);
    expect(named).toContain('"a \\"b\\".md"');
    expect(named.includes('"Setup/Linux"')).toBe(takes.includes("section"));
    expect(named).toMatch(/\n\nIn verse\.$/);
    expect(named).not.toContain("workspace");
    // Small: it is a part of the conversation from then on.
    expect(named.length).toBeLessThan(800);
  }
});
