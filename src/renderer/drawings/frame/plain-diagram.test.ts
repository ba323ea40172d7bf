import { expect, test } from "vitest";
import { plainDiagram } from "./plain-diagram";

test("directives and settings in front matter are removed, and the title stays", () => {
  expect(plainDiagram('%%{init: {"securityLevel": "loose"}}%%\ngraph TD\nA-->B')).toBe("\ngraph TD\nA-->B");
  expect(plainDiagram("graph TD\n%%{\n wrap\n}%%\nA-->B %% a comment")).toBe("graph TD\n\nA-->B %% a comment");
  expect(plainDiagram('---\ntitle: "A: b"\nconfig:\n  htmlLabels: true\n---\npie\n"a": 1')).toBe(
    '---\ntitle: "A: b"\n---\npie\n"a": 1',
  );
  expect(plainDiagram("---\nconfig:\n  theme: forest\n---\npie")).toBe("pie");
  expect(plainDiagram('---\ntitle: x\\", config: {}\n---\npie')).toBe('---\ntitle: "x\\\\\\", config: {}"\n---\npie');
});
