import { afterEach, expect, test } from "vitest";
import { reasons } from "../../sharing/member/reasons";
import { setMessageLanguage } from "../core/messages";
import { reasonText } from "./messages";

afterEach(() => setMessageLanguage("en"));

test("why a file is not in sync is said in the app's language, and the message of an error as it is", () => {
  expect(reasonText(reasons.linked)).toBe(reasons.linked);
  setMessageLanguage("zh-CN");
  for (const why of Object.values(reasons)) expect(reasonText(why)).toMatch(/\p{Script=Han}/u);
  expect(reasonText("EIO: i/o error")).toBe("EIO: i/o error");
});

test("limits in the translations are those of the English sentences", () => {
  setMessageLanguage("zh-CN");
  for (const why of Object.values(reasons))
    for (const number of why.match(/\d+/g) ?? []) expect(reasonText(why)).toContain(number);
});
