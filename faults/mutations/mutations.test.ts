import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { broken } from "./mutate";
import { mutations } from "./mutations";

const project = join(import.meta.dirname, "..", "..");

test.each(mutations)("the text to break is still in the code: $breaks", (mutation) => {
  const text = readFileSync(join(project, mutation.file), "utf8");
  expect(broken(text, mutation)).not.toBe(text);
  expect(existsSync(join(project, mutation.test[0]))).toBe(true);
});
