import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import type { AgreedSkill } from "../../model-rules";
import type { PanelTool } from "../approvals/panel-tool";
import { assistantMessages } from "../core/messages";

/** The tool with which a model reads one of the skills that the user has agreed to; none without skills. */
export function skillTools(skills: readonly AgreedSkill[]): PanelTool[] {
  if (skills.length === 0) return [];
  const names = skills.map(({ name }) => name);
  return [
    {
      name: "read_skill",
      title: assistantMessages.readSkill,
      description: "Read a skill: how something is done in this folder. The instructions list them.",
      inputSchema: {
        type: "object",
        properties: { name: { type: "string", enum: names } },
        required: ["name"],
        additionalProperties: false,
      },
      async run(input) {
        const wanted = nameIn(input);
        const skill = skills.find(({ name }) => name === wanted);
        const shown = { place: null, writes: [] };
        if (skill === undefined) {
          const text = `there is no skill ${JSON.stringify(wanted.slice(0, 100))}; the skills are ${names.join(", ")}`;
          return { ...shown, state: "refused", summary: escapeInvisibles(text), text, isError: true };
        }
        return { ...shown, state: "done", summary: skill.name, text: skill.text, isError: false, isRule: true };
      },
    },
  ];
}

function nameIn(input: string): string {
  try {
    const value: unknown = JSON.parse(input);
    const name = typeof value === "object" && value !== null && "name" in value ? value.name : "";
    return typeof name === "string" ? name : "";
  } catch {
    return "";
  }
}
